internal import COpenSSL

/// Keys out of what people know and have.
package enum KeyDerivation {
  /// scrypt (RFC 7914): slow, and in need of memory, on purpose.
  /// - Parameters:
  ///   - cost: N, a power of two. Memory is `128 · blockSize · cost` bytes.
  ///   - blockSize: r
  ///   - parallelism: p
  ///   - count: bytes of the key.
  package static func scrypt(
    _ passphrase: [UInt8], salt: [UInt8], cost: Int, blockSize: Int, parallelism: Int, count: Int
  ) throws(CryptographyError) -> [UInt8] {
    let memory = UInt64(128 * blockSize) * UInt64(cost + parallelism + 2) + 1 << 20
    var key = [UInt8](repeating: 0, count: count)
    // An address is needed for an empty passphrase, too.
    let characters = (passphrase + [0]).map(CChar.init(bitPattern:))
    let status = EVP_PBE_scrypt(
      characters, passphrase.count, salt, salt.count, UInt64(cost), UInt64(blockSize), UInt64(parallelism), memory,
      &key, count)
    guard status == 1 else { throw .failed("scrypt needs \(memory / 1 << 20) MiB") }
    return key
  }

  /// HKDF with HMAC-SHA-256 (RFC 5869).
  /// - Parameter count: bytes of the key, at most 255 × 32.
  package static func hkdf(_ material: [UInt8], salt: [UInt8], info: [UInt8] = [], count: Int) -> [UInt8] {
    precondition(count <= 255 * AuthenticationKey.codeSize)
    let extracted = AuthenticationKey(AuthenticationKey(salt).code(for: material))
    var (key, block): ([UInt8], [UInt8]) = ([], [])
    for number in 1... where key.count < count {
      block = extracted.code(for: block + info + [UInt8(number)])
      key += block
      if key.count >= count { break }
    }
    return Array(key.prefix(count))
  }
}
