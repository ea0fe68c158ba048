import ParleyFiles
import ParleyText

/// Credentials that a `.http` file has in clear, and that are encoded or used for signing when they are sent:
/// `Basic user password`, `Basic user:password`, `Digest user password` and `AWS key secret region:… service:…`.
struct HTTPFileAuth {
  private let scheme: String
  private let words: [String]

  /// Nil for a header that is sent as it stands.
  init?(_ value: String) {
    guard let match = value.wholeMatch(of: /(?i)(Basic|Digest|AWS)\s+(.+)/) else { return nil }
    scheme = match.1.lowercased()
    let rest = String(match.2).trimmed
    if let pair = rest.wholeMatch(of: /(\{\{.*?\}\}|\S+?)\s+(.+)/) {
      words =
        scheme == "aws"
        ? rest.split(whereSeparator: \.isWhitespace).map(String.init) : [String(pair.1), String(pair.2)]
    } else if scheme == "basic", let pair = rest.wholeMatch(of: /(\{\{.*?\}\}|[^:]*):(.*)/) {
      words = [String(pair.1), String(pair.2)]
    } else {
      return nil
    }
  }

  func definition(_ texts: inout ImportedTexts) -> AuthDefinition? {
    guard words.count > 1 else { return nil }
    if scheme == "aws" { return keys(&texts) }
    let user = UserDefinition(
      user: Located(texts.templates.text(words[0])), password: Located(texts.secret(words[1], as: "password")))
    return scheme == "basic" ? .basic(user) : .digest(user)
  }

  private func keys(_ texts: inout ImportedTexts) -> AuthDefinition {
    let said = { (name: String) in words.first { $0.hasPrefix(name + ":") }.map { String($0.dropFirst(name.count + 1)) }
    }
    return .awsSigV4(
      AWSDefinition(
        accessKey: Located(texts.templates.text(words[0])),
        secretKey: Located(texts.secret(words[1], as: "secret key")),
        sessionToken: said("token").map { Located(texts.secret($0, as: "session token")) },
        region: Located(said("region").map { texts.templates.text($0) } ?? "{{prompt(\"region\")}}"),
        service: Located(said("service").map { texts.templates.text($0) } ?? "{{prompt(\"service\")}}")))
  }
}
