import ParleyModel

/// Tells a document that can be imported from text for a field, by how it begins.
enum DocumentText {
  private static let starts = ["{", "[", "---"] + ImportFormat.allCases.flatMap(\.beginnings)

  /// Whether it is of several lines and begins as a description, a collection or a file of requests.
  static func isOne(_ text: String) -> Bool {
    let start = text.drop(while: \.isWhitespace).prefix(40).lowercased()
    return text.contains(where: \.isNewline) && starts.contains { start.hasPrefix($0) }
  }
}
