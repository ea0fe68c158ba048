import ParleyModel
import TerminalKit
import WorkbenchParts
package import WorkbenchServices

// The content of the tab that is shown.
extension Composer {
  var contents: TabContents {
    TabContents(
      tab: tab, draft: draft, preview: preview, showsVariables: position.showsVariables, defaults: request.defaults,
      isGuest: guest != nil)
  }

  var rows: [DraftRow] { contents.rows }
  var inherited: [InheritedRow] { contents.inherited }
  var fixed: [FixedRow] { contents.fixed }
  var text: String? { contents.text }
  var showsRows: Bool { contents.showsRows }
  var showsText: Bool { contents.showsText }
  var isJSON: Bool { contents.isJSON }

  /// Whether the body is JSON, and another tab is in view.
  var hasJSONAside: Bool { tab != .body && tabs.contains(.body) && draft.body.kind == .json }

  /// Changes the tab's rows.
  mutating func changeRows(group: String? = nil, _ change: (inout [DraftRow]) -> Void) {
    let tab = tab
    edit(group: group) { draft in
      switch tab {
      case .params: draft.changeParameters(change)
      case .headers: change(&draft.headers)
      case .body: draft.body.changeRows(change)
      case .expect: change(&draft.expectedHeaders)
      case .capture: change(&draft.captures)
      case .auth, .options, .docs: break
      }
    }
  }

  /// The own row under the cursor.
  var selectedRow: Int? {
    guard isAmongRows else { return nil }
    let place = cursor.selected - fixed.count
    return rows.indices.contains(place) ? place : nil
  }

  var selectedInherited: InheritedRow? {
    guard isAmongRows else { return nil }
    let inherited = inherited
    guard !inherited.isEmpty else { return nil }
    let place = cursor.selected - fixed.count - rows.count
    return inherited.indices.contains(place) ? inherited[place] : nil
  }

  /// The fixed line under the cursor.
  var selectedFixed: FixedRow? {
    guard isAmongRows else { return nil }
    let fixed = fixed
    return fixed.indices.contains(cursor.selected) ? fixed[cursor.selected] : nil
  }

  private var isAmongRows: Bool { spot == .content && showsRows }

  mutating func setFixed(_ id: FixedRow.ID, _ text: String, group: String? = nil) {
    edit(group: group) { id.set(text, in: &$0) }
  }

  /// Space: the next of its choices, and at last none.
  mutating func turnFixed(_ row: FixedRow) {
    guard !row.choices.isEmpty else { return }
    let place = row.choices.firstIndex(of: row.value) ?? -1
    setFixed(row.id, place + 1 < row.choices.count ? row.choices[place + 1] : "")
  }

  mutating func setText(_ text: String, group: String? = nil) {
    let (tab, showsVariables) = (tab, position.showsVariables)
    edit(group: group) { draft in
      switch (tab, draft.body) {
      case (.docs, _): draft.docs = text
      case (.body, .json): draft.body = .json(text)
      case (.body, .text): draft.body = .text(text)
      case (.body, .graphql(let query, let variables)):
        draft.body =
          showsVariables ? .graphql(query: query, variables: text) : .graphql(query: text, variables: variables)
      default: break
      }
    }
  }
}

extension RequestDraft {
  /// Changes the parameters as plain rows; a row that stays the same stays where it stands.
  package mutating func changeParameters(_ change: (inout [DraftRow]) -> Void) {
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
