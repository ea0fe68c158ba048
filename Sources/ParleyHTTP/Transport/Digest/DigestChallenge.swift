import Cryptography
import HTTPTypes

/// The challenge of a server: `WWW-Authenticate: Digest …` (RFC 7616 §3.3).
struct DigestChallenge: Equatable {
  /// The ways to hash that are known here, the better ones last.
  enum Algorithm: String, CaseIterable {
    case md5 = "MD5"
    case md5Session = "MD5-sess"
    case sha256 = "SHA-256"
    case sha256Session = "SHA-256-sess"
    case sha512 = "SHA-512-256"
    case sha512Session = "SHA-512-256-sess"

    var isOfSession: Bool { rawValue.hasSuffix("-sess") }

    var hash: MessageDigest.Algorithm {
      switch self {
      case .md5, .md5Session: .md5
      case .sha256, .sha256Session: .sha256
      case .sha512, .sha512Session: .sha512_256
      }
    }
  }

  /// The protected part: the request line, or that and the body; nil for servers of before (RFC 2069).
  enum Protection: String {
    case request = "auth"
    case requestAndBody = "auth-int"
  }

  let realm: String
  let nonce: String
  let opaque: String?
  let algorithm: Algorithm
  let protections: [Protection]
  /// Whether only the nonce of the answer before was too old.
  let isStale: Bool
  /// Whether names are hashed, and whether they may be beyond ASCII.
  let hashesUser: Bool
  let isUTF8: Bool

  /// The strongest of the challenges in a refusal that can be answered; nil for none.
  init?(in headers: HTTPFields) {
    let known = Self.challenges(in: headers).compactMap(DigestChallenge.init)
    let order = Algorithm.allCases
    let strength = { (challenge: DigestChallenge) in order.firstIndex(of: challenge.algorithm) ?? 0 }
    guard let best = known.max(by: { strength($0) < strength($1) }) else { return nil }
    self = best
  }

  private init?(_ parameters: [String: String]) {
    let name = parameters["algorithm"] ?? Algorithm.md5.rawValue
    guard let nonce = parameters["nonce"],
      let algorithm = Algorithm.allCases.first(where: { $0.rawValue.lowercased() == name.lowercased() })
    else { return nil }
    (self.nonce, self.algorithm) = (nonce, algorithm)
    realm = parameters["realm"] ?? ""
    opaque = parameters["opaque"]
    let said = (parameters["qop"] ?? "").split { $0 == "," || $0 == " " }.map { $0.lowercased() }
    protections = said.compactMap(Protection.init)
    guard said.isEmpty || !protections.isEmpty else { return nil }
    isStale = parameters["stale"]?.lowercased() == "true"
    hashesUser = parameters["userhash"]?.lowercased() == "true"
    isUTF8 = parameters["charset"]?.lowercased() == "utf-8"
  }

  /// The algorithm that is asked for when none of those on offer is known.
  static func unknownAlgorithm(in headers: HTTPFields) -> String? {
    let names = challenges(in: headers).map { $0["algorithm"] ?? Algorithm.md5.rawValue }
    let known = Set(Algorithm.allCases.map { $0.rawValue.lowercased() })
    return names.contains { known.contains($0.lowercased()) } ? nil : names.first
  }

  /// The parameters of each challenge of this kind, their names in lower case. Challenges may share a header (RFC 9110 §11.6.1).
  private static func challenges(in headers: HTTPFields) -> [[String: String]] {
    headers[values: .wwwAuthenticate].flatMap { value -> [[String: String]] in
      var reader = ChallengeReader(value)
      return reader.challenges().filter { $0.scheme == "digest" }.map(\.parameters)
    }
  }
}

/// Reads `Scheme name=value, name="value", Scheme …`.
private struct ChallengeReader {
  private var rest: Substring.UnicodeScalarView

  init(_ text: String) { rest = text[...].unicodeScalars }

  mutating func challenges() -> [(scheme: String, parameters: [String: String])] {
    var found: [(scheme: String, parameters: [String: String])] = []
    while true {
      rest = rest.drop { $0 == "," || $0 == " " || $0 == "\t" }
      let word = token()
      guard !word.isEmpty else {
        guard rest.popFirst() != nil else { return found }
        continue
      }
      let afterWord = rest
      rest = rest.drop { $0 == " " || $0 == "\t" }
      if rest.first == "=", !found.isEmpty {
        rest.removeFirst()
        rest = rest.drop { $0 == " " || $0 == "\t" }
        let value = rest.first == "\"" ? quoted() : token()
        found[found.count - 1].parameters[word.lowercased()] = value
      } else {
        rest = afterWord
        found.append((word.lowercased(), [:]))
      }
    }
  }

  private mutating func token() -> String {
    let word = rest.prefix { $0 != "," && $0 != " " && $0 != "\t" && $0 != "=" && $0 != "\"" }
    rest = rest[word.endIndex...]
    return String(word)
  }

  private mutating func quoted() -> String {
    rest.removeFirst()
    var text = String.UnicodeScalarView()
    while let scalar = rest.popFirst(), scalar != "\"" {
      if scalar == "\\", let next = rest.popFirst() { text.append(next) } else { text.append(scalar) }
    }
    return String(text)
  }
}

extension TransportError {
  init(unknownDigest algorithm: String, at url: String) {
    self.init(
      .authentication,
      "\(Authority(of: url)) requires digest authentication with “\(algorithm.prefix(32))”, which is not supported.",
      detail: "Supported: MD5, SHA-256 and SHA-512-256, each also with -sess.")
  }
}
