/// The shape of a kind of credential, wherever it stands: a prefix that its issuer gives, and a number of characters
/// after it. A class: a scan tries thousands, and would copy each.
final class CredentialShape: Sendable {
  /// The name of the kind, such as `GitHub token`.
  let label: String
  let prefix: [UInt8]
  let alphabet: Alphabet
  /// The number of characters after the prefix.
  let length: ClosedRange<Int>

  enum Alphabet: Sendable {
    case lettersAndDigits, capitalsAndDigits, hexadecimal
    /// Letters, digits, `-` and `_`.
    case base64URL
    /// The same with dots.
    case dotted

    func contains(_ byte: UInt8) -> Bool {
      switch self {
      case .lettersAndDigits: byte.isLetterOrDigit
      case .capitalsAndDigits: byte.isDigit || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      case .hexadecimal: byte.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
      case .base64URL: byte.isLetterOrDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      case .dotted: Self.base64URL.contains(byte) || byte == UInt8(ascii: ".")
      }
    }
  }

  private init(_ label: String, _ prefix: String, _ alphabet: Alphabet, _ length: ClosedRange<Int>) {
    (self.label, self.prefix, self.alphabet, self.length) = (label, Array(prefix.utf8), alphabet, length)
  }

  /// In the order in which they are tried.
  static let all: [CredentialShape] = [
    many("Stripe key", ["sk_live_", "sk_test_", "rk_live_", "rk_test_", "whsec_"], .lettersAndDigits, 16...200),
    many("GitHub token", ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], .lettersAndDigits, 30...255),
    many("GitHub token", ["github_pat_"], .base64URL, 22...255),
    many("GitLab token", ["glpat-", "gldt-", "glrt-", "glptt-"], .base64URL, 20...200),
    many(
      "Slack token", ["xoxa-", "xoxb-", "xoxe-", "xoxo-", "xoxp-", "xoxr-", "xoxs-", "xapp-"], .base64URL, 10...300),
    many("AWS access key", ["AKIA", "ASIA"], .capitalsAndDigits, 16...16),
    many("Google API key", ["AIza"], .base64URL, 35...35),
    many("Google token", ["ya29."], .dotted, 20...2_000),
    many("OpenAI key", ["sk-proj-", "sk-svcacct-"], .base64URL, 20...300),
    many("Anthropic key", ["sk-ant-"], .base64URL, 20...300),
    many("OpenAI key", ["sk-"], .lettersAndDigits, 40...64),
    many("npm token", ["npm_"], .lettersAndDigits, 36...36),
    many("PyPI token", ["pypi-"], .base64URL, 50...400),
    many("Hugging Face token", ["hf_"], .lettersAndDigits, 30...60),
    many("SendGrid key", ["SG."], .dotted, 60...80),
    many("DigitalOcean token", ["dop_v1_", "doo_v1_", "dor_v1_"], .hexadecimal, 64...64),
    many("Shopify token", ["shpat_", "shpss_", "shpca_", "shppa_"], .hexadecimal, 32...32),
    many("Docker token", ["dckr_pat_", "dckr_oat_"], .base64URL, 20...80),
    many("Atlassian token", ["ATATT3x", "ATCTT3x"], .dotted, 20...400),
    many("Postman key", ["PMAK-"], .base64URL, 40...80),
    many("Vault token", ["hvs.", "hvb.", "hvr."], .base64URL, 20...400),
    many("Linear key", ["lin_api_"], .lettersAndDigits, 30...60),
    many("age key", ["AGE-SECRET-KEY-1"], .capitalsAndDigits, 58...58),
  ].flatMap(\.self)

  private static func many(
    _ label: String, _ prefixes: [String], _ alphabet: Alphabet, _ length: ClosedRange<Int>
  ) -> [CredentialShape] {
    prefixes.map { CredentialShape(label, $0, alphabet, length) }
  }

  /// Those that begin with a byte.
  static let byFirstByte: [[CredentialShape]] = (UInt8.min...UInt8.max).map { byte in
    all.filter { $0.prefix.first == byte }
  }

  /// Returns the end of a credential that begins at a place; nil if none does.
  func end(in bytes: [UInt8], from start: Int) -> Int? {
    guard bytes[start...].starts(with: prefix) else { return nil }
    let body = start + prefix.count
    var end = body
    while end < bytes.count, end - body <= length.upperBound, alphabet.contains(bytes[end]) { end += 1 }
    while end > body, bytes[end - 1] == UInt8(ascii: ".") { end -= 1 }
    return length.contains(end - body) && bytes[body..<end].isVaried ? end : nil
  }
}

extension ArraySlice<UInt8> {
  /// More than a few characters over and over, as in `xxxxxxxx`.
  fileprivate var isVaried: Bool { Set(self).count > 4 }
}
