import WorkbenchParts
import WorkbenchServices

extension OperationWords {
  func names(in part: RequestVocabulary.Part) -> [Suggestion] {
    words(of: part).map { Suggestion($0.name, note: $0.note) }
  }

  /// Those of an enumeration.
  func values(of name: String, in part: RequestVocabulary.Part) -> [Suggestion] {
    let isHeader = part == .headers
    let word = words(of: part).first { isHeader ? $0.name.lowercased() == name.lowercased() : $0.name == name }
    return (word?.values ?? []).map { Suggestion($0, note: word?.note ?? "") }
  }

  private func words(of part: RequestVocabulary.Part) -> [Word] {
    switch part {
    case .path: path
    case .query: query
    case .headers: headers
    case .form: body["."] ?? []
    }
  }
}

// A body of JSON.
extension OperationWords {
  /// The choices for the text at the cursor: the name of a property, or a value of an enumeration.
  /// - Parameter text: the text before the cursor, from the start of the body.
  func bodyWords(before text: String) -> FieldWords? {
    guard let place = JSONCursor(before: text) else { return nil }
    switch place.kind {
    case .name:
      let words = (body[place.path] ?? []).filter { !place.names.contains($0.name) }
      return FieldWords(place.typed, words.map { Suggestion($0.name, note: $0.note) })
    case .value(let name):
      let word = body[place.path]?.first { $0.name == name }
      return FieldWords(place.typed, (word?.values ?? []).map { Suggestion($0, note: word?.note ?? "") })
    }
  }
}
