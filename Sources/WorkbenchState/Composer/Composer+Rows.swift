import TerminalKit
import WorkbenchParts
package import WorkbenchServices

// The rows of a tab, whatever they are rows of.
extension Composer {
  /// Whether the tab shows rows now; else it shows text, or nothing.
  var showsRows: Bool {
    switch tab {
    case .params, .headers, .auth, .expect, .capture, .options: true
    case .body: hasOwnRows || draft.body == .file
    case .docs: false
    }
  }

  /// Whether rows can be added to the tab.
  var hasOwnRows: Bool {
    switch tab {
    case .params, .headers, .expect, .capture: true
    case .body:
      switch draft.body {
      case .form, .multipart, .messages: true
      case .none, .json, .text, .file, .graphql: false
      }
    case .auth, .options, .docs: false
    }
  }

  /// Whether the tab shows text now.
  var showsText: Bool { text != nil }

  /// The tab's own rows.
  var rows: [DraftRow] {
    switch tab {
    case .params: Parameters(of: draft).rows.map(\.row)
    case .headers: draft.headers
    case .body:
      switch draft.body {
      case .form(let rows), .messages(let rows): rows
      case .multipart(let parts): parts.map(\.row)
      case .none, .json, .text, .file, .graphql: []
      }
    case .expect: draft.expectedHeaders
    case .capture: draft.captures
    case .auth, .options, .docs: []
    }
  }

  /// The headers that come from elsewhere, those of the body's kind last; they follow the own rows.
  var inherited: [InheritedRow] {
    let headers =
      switch tab {
      case .params: preview.inheritedQuery
      case .headers: preview.inherited
      case .expect: preview.inheritedExpectations
      case .auth, .body, .capture, .options, .docs: [InheritedHeader]()
      }
    let own = Set(rows.filter { $0.isOn || tab == .expect }.map { $0.name.lowercased() })
    return headers.map { InheritedRow(header: $0, isOverridden: own.contains($0.name.lowercased())) }
  }

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
    let place = cursor.selected - fixed.count
    guard spot == .content, showsRows, rows.indices.contains(place) else { return nil }
    return place
  }

  var selectedInherited: InheritedRow? {
    let place = cursor.selected - fixed.count - rows.count
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
  /// The text that the tab shows; nil if it shows rows.
  var text: String? {
    switch tab {
    case .body:
      switch draft.body {
      case .json(let text), .text(let text): text
      case .graphql(let query, let variables): position.showsVariables ? variables : query
      case .none, .form, .multipart, .file, .messages: nil
      }
    case .docs: draft.docs
    case .params, .headers, .auth, .expect, .capture, .options: nil
    }
  }

  var isJSON: Bool {
    guard tab == .body else { return false }
    return switch draft.body {
    case .json: true
    case .graphql: position.showsVariables
    case .none, .text, .form, .multipart, .file, .messages: false
    }
  }

  /// Whether the body is JSON, and another tab is in view.
  var hasJSONAside: Bool { tab != .body && tabs.contains(.body) && draft.body.kind == .json }

  /// Whether brackets in the text come in pairs.
  var isCode: Bool { isJSON || tab == .body && draft.body.kind == .graphql }

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
