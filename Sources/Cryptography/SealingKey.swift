internal import COpenSSL

/// A key for sealing: AES-256-GCM (NIST SP 800-38D), with a fresh random nonce for every value.
///
/// ```swift
/// let key = SealingKey(RandomBytes.make(SealingKey.size))
/// let sealed = try key.seal(value, authenticating: place)
/// ```
package struct SealingKey: Sendable {
  /// Of the key, in bytes.
  package static let size = 32
  package static let nonceSize = 12
  static let tagSize = 16
  /// The number of bytes that sealing adds: nonce and tag.
  package static let overhead = nonceSize + tagSize

  /// For wrapping it by another key.
  package let bytes: [UInt8]

  /// - Parameter bytes: 32 random ones.
  package init(_ bytes: [UInt8]) {
    precondition(bytes.count == Self.size, "a sealing key has \(Self.size) bytes")
    self.bytes = bytes
  }

  /// - Parameter data: is not sealed, but must be the same when the value is opened.
  /// - Returns: nonce, ciphertext, tag.
  package func seal(_ plain: [UInt8], authenticating data: [UInt8]) throws(CryptographyError) -> [UInt8] {
    try seal(plain, authenticating: data, nonce: RandomBytes.make(Self.nonceSize))
  }

  /// - Parameter nonce: never the same twice for one key.
  func seal(
    _ plain: [UInt8], authenticating data: [UInt8], nonce: [UInt8]
  ) throws(CryptographyError) -> [UInt8] {
    let operation = try GCMOperation(.sealing, key: bytes, nonce: nonce)
    try operation.authenticate(data)
    var sealed = nonce + [UInt8](repeating: 0, count: plain.count + Self.tagSize)
    try operation.run(plain[...], into: &sealed, at: Self.nonceSize)
    try operation.takeTag(into: &sealed, at: Self.nonceSize + plain.count)
    return sealed
  }

  /// - Parameter sealed: nonce, ciphertext, tag.
  /// - Throws: `.notAuthentic`
  package func open(_ sealed: [UInt8], authenticating data: [UInt8]) throws(CryptographyError) -> [UInt8] {
    guard sealed.count >= Self.overhead else { throw .notAuthentic }
    let operation = try GCMOperation(.opening, key: bytes, nonce: Array(sealed.prefix(Self.nonceSize)))
    try operation.authenticate(data)
    let ciphertext = sealed[Self.nonceSize..<sealed.count - Self.tagSize]
    var plain = [UInt8](repeating: 0, count: ciphertext.count)
    try operation.run(ciphertext, into: &plain, at: 0)
    try operation.verify(tag: Array(sealed.suffix(Self.tagSize)))
    return plain
  }
}
