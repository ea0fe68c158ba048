/// Finds the credentials in an imported request by where they stand, and puts a template in their place that asks for them when
/// the request is sent. What is no credential keeps its text, with its braces escaped.
struct CredentialScreen {
  /// Names that mean a credential wherever they stand, in small letters and without signs.
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

  static func prompt(_ label: String) -> String {
    "{{prompt(\"\(label.filter { $0 != "\"" && $0 != "\\" && $0 != "{" && $0 != "}" })\")}}"
  }

  func screen(_ name: String, _ value: String) -> String {
    Self.isCredential(name) && !value.isEmpty ? Self.prompt(name) : TemplateEscape.escaped(value)
  }

  /// A header keeps the name of its authorization scheme.
  func screenHeader(_ name: String, _ value: String) -> String {
    guard name.lowercased().hasSuffix("authorization") else { return screen(name, value) }
    let parts = value.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, String(parts[0]).isToken else { return Self.prompt(name) }
    let label = parts[0].lowercased() == "bearer" ? "token" : "\(parts[0]) credentials"
    return "\(parts[0]) \(Self.prompt(label))"
  }

  func screenQuery(of url: String) -> String {
    guard let mark = url.firstIndex(of: "?") else { return TemplateEscape.escaped(url) }
    let query = url[url.index(after: mark)...].prefix { $0 != "#" }
    let fragment = url[query.endIndex...]
    let pairs = query.split(separator: "&", omittingEmptySubsequences: false).map(screenPair)
    return TemplateEscape.escaped(String(url[..<mark])) + "?" + pairs.joined(separator: "&")
      + TemplateEscape.escaped(String(fragment))
  }

  private func screenPair(_ pair: Substring) -> String {
    let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty else { return TemplateEscape.escaped(String(pair)) }
    let name = PercentText.decoded(String(parts[0]), plusIsBlank: true)
    return "\(TemplateEscape.escaped(String(parts[0])))=\(screen(name, String(parts[1])))"
  }

  /// Replaces the texts of members with such names, and leaves every other byte of the document as it is.
  func screenJSON(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    var previous = ""
    while !rest.isEmpty {
      let signs = rest.prefix { $0 != "\"" }
      result += TemplateEscape.escaped(String(signs))
      rest = rest[signs.endIndex...]
      guard let string = Self.takeString(&rest) else { break }
      let isMember = signs.allSatisfy { $0 == ":" || $0.isWhitespace } && signs.contains(":")
      let hides = isMember && Self.isCredential(previous) && string.count > 2
      result += hides ? "\"\(Self.prompt(previous))\"" : TemplateEscape.escaped(string)
      previous = String(string.dropFirst().dropLast())
    }
    return result
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
