/// The word before a URL that says its method: `POST localhost:8080/items`, `post localhost:8080/items`.
package enum HTTPMethodWord {
  private static let common: Set<String> = ["get", "post", "put", "patch", "delete", "head", "options"]

  /// - Parameter next: the word behind it. In small letters a word is a method only before an address, as it may as well be a
  ///   path.
  package static func isOne(_ word: String, before next: String) -> Bool {
    if word.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }) {
      return (3...10).contains(word.utf8.count)
    }
    return common.contains(word.lowercased()) && (next.isWholeURL || TypedAddress(next) != nil)
  }
}
