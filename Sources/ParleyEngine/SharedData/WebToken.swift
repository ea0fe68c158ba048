/// A JSON Web Token in its compact form (RFC 7519), read and not checked: who has not the key cannot know who made it.
///
/// ```swift
/// WebToken("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2ln")?.claims["sub"]  // "ada"
/// ```
package struct WebToken: Hashable, Sendable {
  package let header: JSONValue
  package let claims: JSONValue
  /// As it stands in the token.
  package let signature: String

  /// The most bytes that are read as a token.
  private static let longest = 64 << 10

  /// - Returns: nil for what is none: three parts of which the first two are JSON objects, the first with an algorithm.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.longest, text.utf8.first == UInt8(ascii: "e") else { return nil }
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, let header = Self.object(parts[0]), header["alg"]?.string != nil,
      let claims = Self.object(parts[1])
    else { return nil }
    self.header = header
    self.claims = claims
    signature = String(decoding: parts[2], as: UTF8.self)
  }

  private static func object(_ part: Substring.UTF8View) -> JSONValue? {
    guard let bytes = Base64Text(String(decoding: part, as: UTF8.self))?.bytes,
      let value = try? JSONValue(parsing: bytes), value.object != nil
    else { return nil }
    return value
  }

  package var algorithm: String { header["alg"]?.string ?? "" }
  /// The time at which it expires; nil if it does not have one.
  package var expires: Timestamp? { time("exp") }
  /// Before which it does not count.
  package var notBefore: Timestamp? { time("nbf") }

  /// The moments among its claims, under the claims' names.
  package var times: [(claim: String, time: Timestamp)] {
    ["iat", "auth_time", "nbf", "exp"].compactMap { claim in time(claim).map { (claim, $0) } }
  }

  /// The parts of it that are shown: header and claims.
  package var json: JSONValue { ["header": header, "claims": claims] }

  private func time(_ claim: String) -> Timestamp? {
    guard let seconds = claims[claim]?.double, abs(seconds) < 1e12 else { return nil }
    return Timestamp(microseconds: Int64(seconds * 1_000_000))
  }
}
