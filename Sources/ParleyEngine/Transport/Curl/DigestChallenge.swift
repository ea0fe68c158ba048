import HTTPTypes

/// The challenge of a server: `WWW-Authenticate: Digest …` (RFC 7616 §3.3).
enum DigestChallenge {
  private static let known: Set<String> = [
    "md5", "md5-sess", "sha-256", "sha-256-sess", "sha-512-256", "sha-512-256-sess",
  ]

  /// The algorithm that is asked for when none of those on offer is known.
  static func unknownAlgorithm(in headers: HTTPFields) -> String? {
    let offered = headers[values: .wwwAuthenticate].filter { $0.lowercased().hasPrefix("digest") }.map(algorithm)
    return offered.contains { known.contains($0.lowercased()) } ? nil : offered.first
  }

  /// MD5 where none is named.
  private static func algorithm(of challenge: String) -> String {
    guard let name = challenge.lowercased().firstRange(of: "algorithm") else { return "MD5" }
    let value = challenge[name.upperBound...].drop { $0 == " " || $0 == "=" || $0 == "\"" }
    return String(value.prefix { $0 != "," && $0 != "\"" && $0 != " " })
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
