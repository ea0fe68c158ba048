internal import Cryptography

/// A certificate as a server presents it (RFC 5280), for people to look at.
public struct ServerCertificate: Sendable, Hashable {
  /// The owner, such as `CN = api.internal`.
  public let subject: String
  /// The authority that vouches for it; itself where it is self-signed.
  public let issuer: String
  /// The names and addresses that it holds for, such as `*.example.com` or `10.0.0.1`; empty for an authority's.
  public let names: [String]
  /// The beginning of its validity; nil if that cannot be read.
  public let validFrom: Timestamp?
  /// The end of its validity; nil if that cannot be read.
  public let validUntil: Timestamp?
  /// The number that its issuer gave it, in hexadecimal digits.
  public let serialNumber: String
  /// The kind of its key and its size, such as `EC P-256`.
  public let key: String
  /// The SHA-256 of its bytes, such as `3F:9A:…`.
  public let fingerprint: String
  /// The certificate itself, as a file of authorities can hold it.
  public let pem: String

  /// The SHA-256 of its public key, as ``TrustedServers/pins`` has them; nil if it cannot be read.
  public var pin: String? { Self.pin(ofPEM: pem) }

  /// Whether nobody but itself vouches for it.
  public var isSelfSigned: Bool { subject == issuer }

  /// Whether it is valid at a moment; unreadable dates are not.
  public func isValid(at moment: Timestamp) -> Bool {
    guard let validFrom, let validUntil else { return false }
    return validFrom <= moment && moment <= validUntil
  }
}

extension ServerCertificate {
  /// A certificate from the lines by which libcurl describes it, `NAME:VALUE` (CURLINFO_CERTINFO(3)).
  init?(describedBy lines: [String]) {
    var facts: [String: String] = [:]
    for line in lines {
      guard let mark = line.firstIndex(of: ":") else { continue }
      facts[String(line[..<mark])] = String(line[line.index(after: mark)...])
    }
    guard let pem = facts["Cert"], let bytes = Self.bytes(of: pem) else { return nil }
    self.pem = pem.hasSuffix("\n") ? pem : pem + "\n"
    subject = facts["Subject"] ?? ""
    issuer = facts["Issuer"] ?? ""
    names = (facts["X509v3 Subject Alternative Name"] ?? "").split(separator: ",").compactMap(Self.name)
    validFrom = facts["Start date"].flatMap(Self.moment)
    validUntil = facts["Expire date"].flatMap(Self.moment)
    serialNumber = facts["Serial Number"] ?? ""
    key = Self.key(of: bytes, algorithm: facts["Public Key Algorithm"] ?? "", size: facts["RSA Public Key"])
    fingerprint = MessageDigest.sha256(bytes).map { $0.hexadecimal(digits: 2, uppercase: true) }.joined(separator: ":")
  }

  private static func bytes(of pem: String) -> [UInt8]? {
    let lines = pem.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-----") }
    return lines.isEmpty ? nil : Base64Text(lines.joined())?.bytes
  }

  package static func pin(ofPEM pem: String) -> String? {
    guard let key = bytes(of: pem).flatMap(PublicKeyInfo.bytes) else { return nil }
    return "sha256//" + Base64.encode(MessageDigest.sha256(key))
  }

  /// `DNS:api.internal`
  private static func name(_ text: Substring) -> String? {
    guard let mark = text.firstIndex(of: ":") else { return nil }
    return String(text[text.index(after: mark)...])
  }

  /// `Nov 27 06:01:46 2026 GMT`
  private static func moment(_ text: String) -> Timestamp? {
    let words = text.split(separator: " ")
    guard words.count == 5, words[4] == "GMT" else { return nil }
    let day = words[1].count == 1 ? "0\(words[1])" : String(words[1])
    return Timestamp(httpDate: "Mon, \(day) \(words[0]) \(words[3]) \(words[2]) GMT")
  }

  /// The curves of keys, by their object identifiers as they stand in a certificate.
  private static let curves: [(bytes: [UInt8], name: String)] = [
    ([0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07], "EC P-256"),
    ([0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x22], "EC P-384"), ([0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x23], "EC P-521"),
  ]

  private static func key(of bytes: [UInt8], algorithm: String, size: String?) -> String {
    if algorithm.contains("ecPublicKey") {
      return curves.first { bytes.firstRange(of: $0.bytes) != nil }?.name ?? "EC"
    }
    guard algorithm.contains("rsa") else { return algorithm }
    let bits = (size ?? "").filter(\.isNumber)
    return bits.isEmpty ? "RSA" : "RSA \(bits)"
  }
}
