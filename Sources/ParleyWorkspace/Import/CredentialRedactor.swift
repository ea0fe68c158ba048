internal import ParleyEngine
import ParleyText

/// Finds the credentials in an imported request by where they stand, and puts a template in their place: `secret("…")`, whose
/// response is the credential. What is no credential keeps its text, with its braces escaped.
struct CredentialRedactor {
  /// What was taken out, in the order in which it was found.
  private(set) var found: [ImportedSecret] = []
  /// Where the request goes; credentials for one host are none for another.
  private let host: String
  /// Values that are credentials wherever they stand.
  private let known: Secrets

  init(host: String, knowing known: Secrets = Secrets()) {
    (self.host, self.known) = (host, known)
  }

  /// Names that mean a credential wherever they stand, in lower case and without signs.
  private static let names: Set<String> = [
    "password", "passwd", "passphrase", "secret", "token", "apikey", "accesstoken", "refreshtoken", "idtoken",
    "authtoken",
    "clientsecret", "xapikey", "xauthtoken", "xaccesstoken", "xcsrftoken", "privatetoken", "authorization",
    "proxyauthorization", "cookie", "signature", "sig", "sessionid", "session",
  ]

  static func isCredential(_ name: String) -> Bool {
    names.contains(name.lowercased().filter { $0.isLetter || $0.isNumber })
  }

  /// What stands in front of a header's colon, for a message that must not show its value.
  static func name(of headerLine: String) -> String {
    String(headerLine.prefix { !$0.isWhitespace }.prefix(40))
  }

  /// The template that stands for a credential.
  /// - Parameter value: nil where the command does not say it, so that it is asked for.
  mutating func hide(_ value: String?, as label: String) -> String {
    let name = name(for: value, label)
    if let value { found.append(ImportedSecret(name: name, value: value)) }
    return SecretTemplate.text(name)
  }

  /// Two credentials of one kind have names of their own.
  private func name(for value: String?, _ label: String) -> String {
    let whole = SecretTemplate.name("\(label) at \(host)")
    let names = [whole] + (2...found.count + 2).map { "\(whole) \($0)" }
    return names.first { name in !found.contains { $0.name == name && $0.value != value } } ?? whole
  }

  mutating func screen(_ name: String, _ value: String) -> String {
    !value.isEmpty && (Self.isCredential(name) || isKnown(value))
      ? hide(value, as: name) : TemplateEscape.escaped(value)
  }

  private func isKnown(_ text: String) -> Bool { known.masking(text) != text }

  /// A header keeps the name of its authorization scheme.
  mutating func screenHeader(_ name: String, _ value: String) -> String {
    guard name.lowercased().hasSuffix("authorization") else { return screen(name, value) }
    let parts = value.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, String(parts[0]).isToken else { return hide(value, as: name) }
    let label = parts[0].lowercased() == "bearer" ? "token" : "\(parts[0]) credentials"
    return "\(parts[0]) \(hide(String(parts[1]), as: label))"
  }

  mutating func screenQuery(of url: String) -> String {
    guard let mark = url.firstIndex(of: "?") else { return TemplateEscape.escaped(url) }
    let query = url[url.index(after: mark)...].prefix { $0 != "#" }
    let fragment = url[query.endIndex...]
    let pairs = query.split(separator: "&", omittingEmptySubsequences: false).map { screenPair($0) }
    return TemplateEscape.escaped(String(url[..<mark])) + "?" + pairs.joined(separator: "&")
      + TemplateEscape.escaped(String(fragment))
  }

  private mutating func screenPair(_ pair: Substring) -> String {
    let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty else { return TemplateEscape.escaped(String(pair)) }
    let name = PercentText.decoded(String(parts[0]), plusIsBlank: true)
    return "\(TemplateEscape.escaped(String(parts[0])))=\(screen(name, String(parts[1])))"
  }

  /// Replaces the texts of members with such names, and leaves every other byte of the document as it is.
  mutating func screenJSON(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    var previous = ""
    while !rest.isEmpty {
      let signs = rest.prefix { $0 != "\"" }
      result += TemplateEscape.escaped(String(signs))
      rest = rest[signs.endIndex...]
      guard let string = Self.takeString(&rest) else { break }
      let isMember = signs.allSatisfy { $0 == ":" || $0.isWhitespace } && signs.contains(":")
      let text = Self.text(of: string)
      let hides = string.count > 2 && (isMember && Self.isCredential(previous) || isKnown(text))
      result += hides ? "\"\(hide(text, as: previous.isEmpty ? "value" : previous))\"" : TemplateEscape.escaped(string)
      previous = String(string.dropFirst().dropLast())
    }
    return result
  }

  /// What a string says.
  private static func text(of string: String) -> String {
    (try? JSONValue(parsing: string))?.string ?? String(string.dropFirst().dropLast())
  }

  /// A string of a JSON text, with its quotes.
  private static func takeString(_ rest: inout Substring) -> String? {
    guard rest.first == "\"" else { return nil }
    var end = rest.index(after: rest.startIndex)
    while end < rest.endIndex, rest[end] != "\"" {
      if rest[end] == "\\" { end = rest.index(after: end) }
      if end < rest.endIndex { end = rest.index(after: end) }
    }
    if end < rest.endIndex { end = rest.index(after: end) }
    defer { rest = rest[end...] }
    return String(rest[..<end])
  }
}
