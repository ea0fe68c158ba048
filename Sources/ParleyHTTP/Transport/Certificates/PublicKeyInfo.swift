/// The public key of a certificate, in its bytes (RFC 5280 §4.1).
enum PublicKeyInfo {
  private static let sequence: UInt8 = 0x30
  /// Of the version, which the oldest certificates lack.
  private static let version: UInt8 = 0xA0

  /// - Returns: the whole `SubjectPublicKeyInfo`; nil if these are not the bytes of a certificate.
  static func bytes(in certificate: [UInt8]) -> [UInt8]? {
    var outer = DERElements(certificate[...])
    guard let whole = outer.next(), whole.tag == sequence else { return nil }
    var inner = DERElements(whole.content)
    guard let signed = inner.next(), signed.tag == sequence else { return nil }
    var fields = DERElements(signed.content)
    guard let first = fields.next() else { return nil }
    // Serial number, algorithm, issuer, validity and subject come before it.
    for _ in 0..<(first.tag == version ? 5 : 4) { guard fields.next() != nil else { return nil } }
    guard let key = fields.next(), key.tag == sequence else { return nil }
    return Array(key.whole)
  }
}

/// The elements that follow one another in DER (X.690).
private struct DERElements {
  struct Element {
    let tag: UInt8
    /// With its tag and its length.
    let whole: ArraySlice<UInt8>
    let content: ArraySlice<UInt8>
  }

  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  /// - Returns: nil at the end, and where the bytes are no DER.
  mutating func next() -> Element? {
    let start = rest
    guard let tag = rest.popFirst(), let count = length(), count <= rest.count else { return nil }
    let content = rest.prefix(count)
    rest = rest.dropFirst(count)
    return Element(tag: tag, whole: start[start.startIndex..<content.endIndex], content: content)
  }

  private mutating func length() -> Int? {
    guard let first = rest.popFirst() else { return nil }
    guard first >= 0x80 else { return Int(first) }
    let digits = Int(first & 0x7F)
    guard (1...4).contains(digits), rest.count >= digits else { return nil }
    defer { rest = rest.dropFirst(digits) }
    return rest.prefix(digits).reduce(0) { $0 << 8 | Int($1) }
  }
}
