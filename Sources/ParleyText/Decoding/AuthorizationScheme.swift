/// The word before a credential in a header.
enum AuthorizationScheme {
  private static let names = ["bearer ", "jwt ", "token "]

  /// The credential behind a scheme, such as that of `Bearer abc`; nil for a text that begins with none.
  static func credential(of text: String) -> String? {
    guard let name = names.first(where: { text.utf8.count > $0.utf8.count && text.prefix($0.count).lowercased() == $0 })
    else { return nil }
    return String(text.dropFirst(name.count).drop { $0 == " " })
  }
}
