import TerminalKit

// The rows of a tab, whatever they are rows of.
extension Composer {
  /// Whether the tab shows rows now; else it shows text, or nothing.
  var showsRows: Bool {
    switch tab {
    case .params, .headers: true
    case .body: if case .form = draft.body { true } else { false }
    case .docs: false
    }
  }

  /// Whether the tab shows text now.
  var showsText: Bool { text != nil }

  /// The tab's own rows.
  var rows: [DraftRow] {
    switch tab {
    case .params: Parameters(of: draft).rows.map(\.row)
    case .headers: draft.headers
    case .body: if case .form(let rows) = draft.body { rows } else { [] }
    case .docs: []
    }
  }

  /// The headers that come from elsewhere, those of the body's kind last; they follow the own rows.
  var inherited: [InheritedRow] {
    guard tab == .headers else { return [] }
    let own = Set(draft.headers.filter(\.isOn).map { $0.name.lowercased() })
    return preview.inherited.map { InheritedRow(header: $0, isOverridden: own.contains($0.name.lowercased())) }
  }

  /// Changes the tab's rows.
  mutating func changeRows(group: String? = nil, _ change: (inout [DraftRow]) -> Void) {
    let tab = tab
    edit(group: group) { draft in
      switch tab {
      case .params: draft.changeParameters(change)
      case .headers: change(&draft.headers)
      case .body:
        guard case .form(var rows) = draft.body else { return }
        change(&rows)
        draft.body = .form(rows)
      case .docs: break
      }
    }
  }

  /// The row under the cursor, among own and inherited ones.
  var cursor: ListCursor {
    get { cursors[tab] ?? ListCursor() }
    set { cursors[tab] = newValue }
  }

  /// The own row under the cursor.
  var selectedRow: Int? {
    guard spot == .content, showsRows, rows.indices.contains(cursor.selected) else { return nil }
    return cursor.selected
  }

  var selectedInherited: InheritedRow? {
    let place = cursor.selected - rows.count
    guard spot == .content, showsRows, inherited.indices.contains(place) else { return nil }
    return inherited[place]
  }
}

/// A header that the request gets without naming it.
struct InheritedRow: Hashable, Sendable {
  var header: InheritedHeader
  /// Whether a row of the request's own takes its place.
  var isOverridden: Bool
}

// The text of a tab.
extension Composer {
  /// What the tab shows as text.
  var text: String? {
    switch tab {
    case .body:
      switch draft.body {
      case .json(let text), .text(let text): text
      case .none, .form, .kept: nil
      }
    case .docs: draft.docs
    case .params, .headers: nil
    }
  }

  var isJSON: Bool {
    if case .json = draft.body { tab == .body } else { false }
  }

  mutating func setText(_ text: String, group: String? = nil) {
    let tab = tab
    edit(group: group) { draft in
      switch (tab, draft.body) {
      case (.docs, _): draft.docs = text
      case (.body, .json): draft.body = .json(text)
      case (.body, .text): draft.body = .text(text)
      default: break
      }
    }
  }
}

extension RequestDraft {
  /// Changes the parameters as plain rows; a row that stays the same stays where it stands.
  mutating func changeParameters(_ change: (inout [DraftRow]) -> Void) {
    var parameters = Parameters(of: self)
    var rows = parameters.rows.map(\.row)
    change(&rows)
    parameters.replace(with: rows)
    parameters.write(to: &self)
  }
}

extension Parameters {
  /// Puts other rows in place. Equal ones keep their way of writing, in their order; in place of a changed one, the new one is
  /// written where that stood.
  mutating func replace(with new: [DraftRow]) {
    var old = rows
    rows = new.enumerated().map { place, row in
      if let match = old.firstIndex(where: { $0.row == row }) { return old.remove(at: match) }
      let wasInURL = new.count == rows.count && rows[place].written != nil && row.isOn
      return Row(row: row, written: wasInURL ? Self.written(row) : nil)
    }
  }
}
