package import ParleyModel

/// The words in the requests of a workspace: paths, parameters, form fields, headers.
package struct RequestVocabulary: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    package var id: RequestID
    package var method: String
    /// As it is written, without its query.
    package var url: String
    package var path: [DraftRow]
    package var query: [DraftRow]
    package var form: [DraftRow]
    package var headers: [DraftRow]

    package init(_ id: RequestID, _ draft: RequestDraft) {
      self.id = id
      method = draft.method.isEmpty ? "GET" : draft.method
      url = QueryText(draft.url).base
      path = draft.path
      query = Parameters(of: draft).rows.map(\.row)
      headers = draft.headers
      switch draft.body {
      case .form(let rows): form = rows
      case .multipart(let parts): form = parts.map { $0.isFile ? DraftRow($0.row.name, "") : $0.row }
      case .none, .json, .text, .file, .graphql, .messages: form = []
      }
    }

    /// Without the values that a test refuses.
    package func keepingValues(_ isWanted: (String) -> Bool) -> Entry {
      var copy = self
      for rows in [\Entry.path, \.query, \.form, \.headers] {
        copy[keyPath: rows] = copy[keyPath: rows].map {
          DraftRow($0.name, isWanted($0.value) ? $0.value : "", isOn: $0.isOn)
        }
      }
      return copy
    }
  }

  /// In the order of their ids.
  package var entries: [Entry]

  package init(_ entries: [Entry] = []) { self.entries = entries }
}
