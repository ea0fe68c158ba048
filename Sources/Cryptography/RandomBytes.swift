internal import COpenSSL

/// Bytes that nobody can foresee (RAND_bytes(3)), for keys, salts and nonces.
package enum RandomBytes {
  /// - Parameter count: in bytes.
  package static func make(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      // Without randomness there must be no key at all.
      precondition(RAND_bytes(buffer.baseAddress, Int32(count)) == 1, "libcrypto has no random bytes")
      initialized = count
    }
  }
}
