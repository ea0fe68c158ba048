internal import ParleyEngine

/// Values that only stand for a credential, as examples and forms have them.
enum Placeholder {
  static func isOne(_ value: String) -> Bool {
    let text = value.lowercased()
    return words.contains(text) || isMask(text) || isVariable(text) || isBracketed(text) || isYours(text)
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

  /// As documents have them: `<token>`, `{token}` and `[token]`. A password may begin and end with these signs, too.
  private static func isBracketed(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last, text.utf8.count > 2 else { return false }
    let inner = String(text.dropFirst().dropLast())
    switch (first, last) {
    case (UInt8(ascii: "<"), UInt8(ascii: ">")): return inner.utf8.allSatisfy(isOfWords)
    case (UInt8(ascii: "{"), UInt8(ascii: "}")), (UInt8(ascii: "["), UInt8(ascii: "]")):
      return isDescription(inner)
        || CredentialName.isCredential(inner) && inner.utf8.allSatisfy { !$0.isDigit && isOfWords($0) }
    default: return false
    }
  }

  private static func isOfWords(_ byte: UInt8) -> Bool { byte.isLetterOrDigit || " -_.'".utf8.contains(byte) }

  /// As examples have them: `your-api-key`, `YOUR_TOKEN_HERE`.
  private static func isYours(_ text: String) -> Bool {
    text.hasPrefix("your") && isDescription(text)
  }

  /// Nothing but words that describe a credential.
  static func isDescription(_ text: String) -> Bool {
    text.utf8.count <= longest
      && text.lowercased().utf8.split(whereSeparator: { !$0.isLetterOrDigit }).allSatisfy(isOfVocabulary)
  }

  private static let longest = 60

  /// Words without anything between them, as in `yourtoken`.
  private static func isOfVocabulary(_ text: Substring.UTF8View) -> Bool {
    let bytes = Array(text)
    // Up to which places words lead.
    var reached = [true] + Array(repeating: false, count: bytes.count)
    for start in bytes.indices where reached[start] {
      for word in vocabulary where bytes[start...].starts(with: word) { reached[start + word.count] = true }
    }
    return reached[bytes.count]
  }

  private static let vocabulary = [
    "a", "access", "account", "admin", "another", "api", "app", "application", "auth", "authorization", "basic",
    "bearer", "client", "code", "cookie", "credential", "credentials", "csrf", "customer", "demo", "digest", "domain",
    "email",
    "enter", "example", "for", "from", "github", "gitlab", "goes", "header", "here", "id", "insert", "is", "jwt", "key",
    "login", "my", "name", "negotiate", "new", "of", "old", "or", "order", "other", "own", "page", "pass", "passphrase",
    "password",
    "paste", "path", "pet", "phone", "pin", "placeholder", "private", "public", "put", "real", "refresh", "s", "sample",
    "secret", "server", "service", "session", "shop", "sid", "sign", "signature", "site", "slack", "some", "stripe",
    "tenant", "test", "the", "this", "to", "token", "type", "url", "user", "username", "value", "with", "xsrf", "you",
    "your",
  ].map { Array($0.utf8) }
}
