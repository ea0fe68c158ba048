import ParleyEngine
package import ParleyModel
import TerminalKit
import WorkbenchParts
import WorkbenchServices

/// A line of a tab that is always there: a setting, or a variable of the path. Its value is typed or chosen; if
/// emptied, it is inherited.
package struct FixedRow: Hashable, Sendable {
  package enum ID: Hashable, Sendable {
    case setting(SettingKey)
    /// By its name, as in `:id`.
    case path(String)
    /// By its place; the one behind the last is a new one.
    case filter(Int)
  }

  let id: ID
  let label: String
  /// As the request says it; empty where it says nothing.
  let value: String
  /// The setting that applies if it is empty; nil if there is none.
  let inherited: InheritedSetting?
  /// The choices; empty if text is typed.
  let choices: [String]

  /// Whether it shows that there is a value and not which: a credential that stands there as it is. Typing shows it.
  var isHidden: Bool {
    guard case .setting(let key) = id, key.isCredential else { return false }
    return !value.isEmpty && !value.contains("{{")
  }

  /// The group of an option; nil for any other line.
  var group: RequestField.Group? {
    if case .setting(let key) = id { key.field.group } else { nil }
  }
}

extension TabContents {
  /// The fixed lines of the tab, above its rows.
  var fixed: [FixedRow] {
    switch tab {
    case .params: pathRows + (showsQueryStyle ? settings([.queryStyle]) : [])
    case .auth:
      settings(
        [.auth]
          + SettingKey.shownFields(ofAuth: draft[.auth], grant: draft[.grant]) { !draft[$0].isEmpty })
    case .body: draft.body == .file ? settings([.filePath, .fileType, .fileMD5]) : []
    case .expect: settings([.status, .within]) + filterRows + settings([.schema, .envelope, .responseRoot, .codec])
    case .options: settings(defaults == nil ? SettingKey.options : SettingKey.sharedOptions)
    case .headers, .capture, .docs: []
    }
  }

  /// It matters where a name has several values, and is the request's own.
  private var showsQueryStyle: Bool {
    guard !isGuest else { return false }
    let names = Parameters(of: draft).rows.map(\.row.name)
    return Set(names).count < names.count || !draft[.queryStyle].isEmpty
  }

  private func settings(_ keys: [SettingKey]) -> [FixedRow] {
    keys.map { key in
      FixedRow(
        id: .setting(key), label: tab == .options ? key.nameInFile : key.label, value: draft[key],
        inherited: preview.settings[key],
        choices: key.choices + (preview.choices[key] ?? []))
    }
  }

  /// The variables of the path in their order, and values for words that it may hold.
  private var pathRows: [FixedRow] {
    let names = PathTemplate(QueryText(draft.url).base.withoutOrigin).names
    let others = draft.path.map(\.name).filter { !names.contains($0) }
    return (names + others).map { name in
      let value = draft.path.first { $0.name == name }?.value ?? ""
      let label = names.contains(name) ? ":\(name)" : name
      return FixedRow(
        id: .path(name), label: label, value: value, inherited: preview.inheritedPath[name], choices: [])
    }
  }

  /// The filters that the response must pass, and a line for one more.
  private var filterRows: [FixedRow] {
    (draft.expectedFilters + [""]).enumerated().map { place, filter in
      let inherited = draft.expectedFilters.isEmpty ? preview.inheritedFilters : nil
      return FixedRow(id: .filter(place), label: "jq", value: filter, inherited: inherited, choices: [])
    }
  }
}

extension FixedRow.ID {
  func set(_ text: String, in draft: inout RequestDraft) {
    switch self {
    case .setting(.auth): draft.setAuth(text)
    case .setting(let key): draft[key] = text
    case .path(let name): draft.setPath(name, text)
    case .filter(let place): draft.setFilter(place, text)
    }
  }
}

extension RequestDraft {
  /// Sets the kind of authentication, and clears the fields that the new kind does not use.
  fileprivate mutating func setAuth(_ kind: String) {
    let kept = SettingKey.fields(ofAuth: kind)
    for key in SettingKey.fields(ofAuth: self[.auth]) where !kept.contains(key) { self[key] = "" }
    self[.auth] = kind
  }

  /// An emptied one stays in its place until one leaves it.
  fileprivate mutating func setFilter(_ place: Int, _ text: String) {
    if place == expectedFilters.count { expectedFilters.append(text) } else { expectedFilters[place] = text }
  }

  mutating func setPath(_ name: String, _ value: String) {
    if let place = path.firstIndex(where: { $0.name == name }) {
      path[place].value = value
      if value.isEmpty { path.remove(at: place) }
    } else if !value.isEmpty {
      path.append(DraftRow(name, value))
    }
  }
}
