internal import ParleyEngine

/// The parts of a text that is typed where a URL stands, besides the URL: a method in front of it, a body or HTTPie's items behind it.
///
/// ```swift
/// RequestText.saysMore("POST localhost:8080/items name=tea")   // true
/// ```
package enum RequestText {
  /// Whether a word in front of a URL is a method of HTTP: `PROPFIND`, and those that everybody knows in small letters too.
  package static func isMethod(_ word: String) -> Bool {
    if known.contains(word.lowercased()) { return true }
    return (3...10).contains(word.utf8.count)
      && word.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }

  private static let known: Set<String> = ["get", "post", "put", "patch", "delete", "head", "options"]
  /// Methods with a standard of their own (WebDAV, link relations), which are no slip of another.
  private static let others: Set<String> = [
    "TRACE", "CONNECT", "QUERY", "LINK", "UNLINK", "BIND", "REBIND", "UNBIND", "ACL", "COPY", "MOVE", "LOCK", "UNLOCK",
    "MERGE", "LABEL", "SEARCH", "REPORT", "MKCOL", "UPDATE", "PURGE", "LIST", "PUSH", "POLL",
  ]

  /// The standard method that a word most probably means, one slip of the fingers away: `POST` for `PSOT`. Nil for a method that
  /// there is.
  package static func methodMeant(by word: String) -> String? {
    let word = word.uppercased()
    guard !known.contains(word.lowercased()), !others.contains(word) else { return nil }
    return NearestName.slip(of: word, among: known.map { $0.uppercased() })
  }

  /// Whether it is more than a method and a URL: a curl command, or a URL with a body or items.
  package static func saysMore(_ text: String) -> Bool {
    CurlText.isCommand(text) || CurlText.hasMethodAndBody(text) || items(of: text) != nil
  }

  /// The words of `[METHOD] URL ITEM …`, as a shell splits them; nil for any other text.
  package static func items(of text: String) -> [String]? {
    guard let words = try? ShellWords.split(text), let first = words.first else { return nil }
    let isBehindMethod = isMethod(first)
    let items = words.dropFirst(isBehindMethod ? 2 : 1)
    guard !items.isEmpty, items.allSatisfy(isItem) else { return nil }
    // A blank in a query: what stands behind it goes on with it.
    if words[isBehindMethod ? 1 : 0].contains("?"), items.contains(where: { $0.contains("&") }) { return nil }
    // One word of names and values is a form, as it stands.
    if isBehindMethod, items.count == 1, items.allSatisfy({ $0.contains("&") }) { return nil }
    return words
  }

  /// The method and the URL of a text that says more, or is about to; nil for a URL alone and for a command.
  package static func address(in text: String) -> (method: String?, url: String)? {
    guard !CurlText.isCommand(text) else { return nil }
    let words = text.split(maxSplits: 2, whereSeparator: \.isWhitespace).map(String.init)
    guard words.count > 1 else { return nil }
    if isMethod(words[0]) { return (words[0].uppercased(), words[1]) }
    return items(of: text).map { (nil, $0[0]) }
  }

  /// A name, and behind it one of HTTPie's separators.
  private static func isItem(_ word: String) -> Bool {
    guard let first = word.first, !"{}[]\"'=:@".contains(first), !word.hasPrefix("http://"),
      !word.hasPrefix("https://")
    else { return false }
    return word.contains { "=:@".contains($0) } || word.hasSuffix(";")
  }
}
