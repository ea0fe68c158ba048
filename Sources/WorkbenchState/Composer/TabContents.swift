import ParleyModel
import TerminalKit
import WorkbenchParts
import WorkbenchServices

/// The content of a tab of the composer: a request's own rows, lines that are always there, rows that it inherits, or a text.
struct TabContents {
  let tab: Composer.Tab
  let draft: RequestDraft
  let preview: Preview
  /// Whether the variables of a GraphQL body are shown in place of its query.
  let showsVariables: Bool
  /// The place of settings that requests share; nil for a request.
  let defaults: DefaultsPlace?
  let isGuest: Bool

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
}

/// A header that the request gets without naming it.
struct InheritedRow: Hashable, Sendable {
  var header: InheritedHeader
  /// Whether a row of the request's own takes its place.
  var isOverridden: Bool
}

// The text of a tab.
extension TabContents {
  /// The text that the tab shows; nil if it shows rows.
  var text: String? {
    switch tab {
    case .body:
      switch draft.body {
      case .json(let text), .text(let text): text
      case .graphql(let query, let variables): showsVariables ? variables : query
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
    case .graphql: showsVariables
    case .none, .text, .form, .multipart, .file, .messages: false
    }
  }

  /// Whether brackets in the text come in pairs.
  var isCode: Bool { isJSON || tab == .body && draft.body.kind == .graphql }

  /// Whether a file can be put in where the cursor is.
  var takesFile: Bool {
    guard tab == .body else { return false }
    return switch draft.body {
    case .multipart, .file: true
    case .none, .json, .text, .form, .graphql, .messages: false
    }
  }

  /// Whether a row is a part whose content is that of a file.
  func isFilePart(_ row: Int) -> Bool {
    guard tab == .body, case .multipart(let parts) = draft.body, parts.indices.contains(row) else { return false }
    return parts[row].isFile
  }
}
