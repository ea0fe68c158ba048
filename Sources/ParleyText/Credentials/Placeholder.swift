/// Values that only stand for a credential, as examples and forms have them.
enum Placeholder {
  static func isOne(_ value: String) -> Bool {
    let text = value.lowercased()
    return words.contains(text) || isMask(text) || isVariable(text) || isBracketed(text) || text.hasPrefix("your")
      || value.contains(mask)
  }

  private static let mask = "••••"

  private static let words: Set<String> = [
    "true", "false", "null", "none", "string", "fetch", "todo", "example", "redacted", "changeme", "change-me",
    "change_me", "replaceme", "replace-me", "replace_me",
  ]

  /// Three signs and more of one kind, as in `xxxx` and `...`.
  private static func isMask(_ text: String) -> Bool {
    guard let first = text.utf8.first, "x*.-_".utf8.contains(first), text.utf8.count >= 3 else { return false }
    return text.utf8.allSatisfy { $0 == first }
  }

  /// As shells have them: `$TOKEN` and `${TOKEN}`.
  private static func isVariable(_ text: String) -> Bool {
    guard text.hasPrefix("$") else { return false }
    let name = text.hasPrefix("${") && text.hasSuffix("}") ? text.dropFirst(2).dropLast() : text.dropFirst()
    return !name.isEmpty && name.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") }
  }

  /// As documents have them: `<token>`, `{token}` and `[token]`.
  private static func isBracketed(_ text: String) -> Bool {
    guard let first = text.first, let last = text.last, text.utf8.count > 2 else { return false }
    return [("<", ">"), ("{", "}"), ("[", "]")].contains { $0.0 == String(first) && $0.1 == String(last) }
  }
}
