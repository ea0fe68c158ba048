internal import ParleyEngine
internal import ParleyText

/// Gives a shared key another name in every file that names it: templates, filters, captures, rules, steps that set it, logins.
///
/// ```swift
/// let change = try SharedKeyRename("token", to: "session").change(in: workspace)
/// ```
package struct SharedKeyRename: Sendable, Hashable {
  let old: String
  let new: String

  package init(_ old: String, to new: String) {
    (self.old, self.new) = (old, new)
  }

  /// The places that change, in the order of the files.
  package func places(in workspace: Workspace) -> [SourcePlace] {
    (workspace.uses(ofShared: old).map(\.place) + keys(in: workspace).map(\.place))
      .reduce(into: Set()) { $0.insert($1) }
      .sorted { ($0.file, $0.range.lowerBound) < ($1.file, $1.range.lowerBound) }
  }

  /// - Throws: `WorkspaceError` for a name that templates cannot say, where templates name it; `SaveError`.
  package func change(in workspace: Workspace) throws -> FilesChange {
    let places = places(in: workspace)
    if !places.isEmpty, !Template.canName(sharedKey: new) { throw WorkspaceError.unnameable(new) }
    return try change(in: workspace, of: Set(names: places.lazy.map(\.file)).names)
  }
}

extension SharedKeyRename: NameInFiles {
  func keys(in workspace: Workspace) -> [RenamedKey] {
    let rules = workspace.definition.shared.filter { $0.pattern.value.isIdentical(to: old) }.compactMap(\.pattern.place)
    let captures = workspace.requests.flatMap(\.definition.capture).filter { $0.key.value.isIdentical(to: old) }
    let logins = workspace.logins.compactMap(\.token).filter { $0.value.isIdentical(to: old) }.compactMap(\.place)
    return (rules + logins).map { RenamedKey(place: $0, text: new) }
      + captures.compactMap { capture in
        capture.key.place.map { RenamedKey(place: $0, text: RowName(new, isOn: capture.isOn).written) }
      } + settingSteps(in: workspace)
  }

  private func settingSteps(in workspace: Workspace) -> [RenamedKey] {
    let rows = workspace.groups.flatMap { $0.definition.allNodes.flatMap(\.job.set) }
    return rows.filter { $0.name.isIdentical(to: old) }.compactMap { row in
      guard let place = row.place, let source = workspace.sources[place.file],
        let key = YAMLDocument.parse(source).root?.key(ofValueAt: place.range)
      else { return nil }
      return RenamedKey(place: key, text: RowName(new, isOn: row.isOn).written)
    }
  }

  func places(inTemplatesOf text: String) -> [RenamedPlace] {
    guard text.hasTemplateMark else { return [] }
    let (bytes, written) = (Array(text.utf8), Array("shared.\(old)".utf8))
    return TemplateText(text).templates.filter { $0.expression.all.contains(.shared(old)) }.flatMap { template in
      bytes.names(in: template.range).filter { bytes[$0].elementsEqual(written) }.map {
        RenamedPlace(range: $0, text: "shared.\(new)")
      }
    }
  }

  /// A name that is no identifier of jq is written in brackets.
  func places(inFilter text: String) -> [RenamedPlace] {
    guard let filter = try? JQFilter(parsing: text) else { return [] }
    let bytes = Array(text.utf8)
    return filter.sharedMembers.filter { $0.name.isIdentical(to: old) }.compactMap { _, range in
      if bytes[range].first == UInt8(ascii: "\"") {
        let place = range.lowerBound + 1..<min(bytes.count, range.lowerBound + 1 + old.utf8.count)
        return bytes[place].elementsEqual(old.utf8) ? RenamedPlace(range: place, text: new) : nil
      }
      guard bytes[range].elementsEqual(old.utf8) else { return nil }
      if new.isFilterName { return RenamedPlace(range: range, text: new) }
      guard range.lowerBound > 0, bytes[range.lowerBound - 1] == UInt8(ascii: ".") else { return nil }
      return RenamedPlace(range: range.lowerBound - 1..<range.upperBound, text: "[\"\(new)\"]")
    }
  }
}

extension String {
  fileprivate var isFilterName: Bool {
    utf8.first.map { !$0.isDigit } == true && utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") }
  }
}

extension YAMLNode {
  /// Returns the place of the key whose value is at these bytes; nil if there is none.
  fileprivate func key(ofValueAt range: Range<Int>) -> SourcePlace? {
    switch content {
    case .scalar: return nil
    case .sequence(let items): return items.lazy.compactMap { $0.key(ofValueAt: range) }.first
    case .mapping(let entries):
      return entries.lazy.compactMap { entry in
        entry.value.place.range == range ? entry.key.place : entry.value.key(ofValueAt: range)
      }.first
    }
  }
}

extension WorkspaceError {
  fileprivate static func unnameable(_ name: String) -> WorkspaceError {
    WorkspaceError(
      "sharedKeyName", "Templates cannot name the shared key \(Printable.quoted(name)).",
      advice: "Files use the key: choose a name of letters, digits, dots, - and _, such as user.token.")
  }
}

extension Session {
  /// Renames a shared key: in every file that names it, and with its history in each environment that has it.
  /// - Throws: `.conflict` if there is a key of the new name, or somebody wrote meanwhile; `SaveError`. Nothing has
  ///   changed then.
  /// - Returns: the change of the files.
  @discardableResult
  package func rename(_ name: String, to new: String, by prompter: any Prompter) async throws -> FilesChange {
    guard name != new else { return FilesChange([]) }
    let before = rule(ofShared: name)
    let way = try await RenameWay(from: name, to: new, in: self)
    let keys = keys(named: name)
    for key in keys where try await isThere(shared.rules.key(new, in: key.environment)) { throw taken(new) }
    if await isThereNow(new) { throw taken(new) }
    let change = try SharedKeyRename(name, to: new).change(in: workspace)
    var begun = try await begin(.sharedKey, from: name, to: new, change)
    defer { begun?.end() }
    try await make(change)
    var hasEntry = false
    do {
      if let before, needsEntry(before, for: new) {
        hasEntry = true
        try begun?.noteEntry()
        try await addEntry(before, for: new)
      }
      if way.leavesEntry { try await dropEntry(of: new) }
      try await unlockingAll(by: prompter) { try await way.go(keys, to: new, hasEntry: hasEntry, in: self) }
    } catch {
      if hasEntry { try? await dropEntry(of: new) }
      try? await make(change.reversed)
      throw error
    }
    return change
  }

  /// In each environment that has it.
  func keys(named name: String) -> [SharedKey] {
    let environments = workspace.environments.map { Optional($0.name) } + [environmentName]
    return Array(Set(environments.map { shared.rules.key(name, in: $0) }))
  }

  func isThere(_ key: SharedKey) async throws -> Bool {
    let entry = try await shared.entry(key)
    return entry != nil && entry?.content != .removed
  }

  private func isThereNow(_ name: String) async -> Bool { (try? await isThere(shared.key(name))) == true }

  private func taken(_ name: String) -> SharedDataError {
    SharedDataError(
      .conflict, "The key \(Printable.quoted(name)) already exists.", place: name, advice: "Choose another name.")
  }

  /// A rule for a pattern that the new name does not fall under goes on for it by one of its own.
  private func needsEntry(_ rule: SharedRule, for name: String) -> Bool {
    guard let now = self.rule(ofShared: name) else { return true }
    return now.cipher != rule.cipher || now.scope != rule.scope || now.expiry != rule.expiry
  }

  private func addEntry(_ rule: SharedRule, for name: String) async throws {
    try declare(name, cipher: rule.isPlain ? CipherDefinition.none : rule.cipher, scope: rule.scope)
    try await reload()
  }

  func dropEntry(of name: String) async throws {
    try WorkspaceFile.change(of: workspace) { $0.shared.removeAll { $0.pattern.value.isIdentical(to: name) } }
    try await reload()
  }
}
