internal import COpenSSL

/// A key for message authentication codes: HMAC-SHA-256 (RFC 2104), 32 bytes each.
///
/// ```swift
/// let code = AuthenticationKey(secret).code(for: message)
/// ```
package struct AuthenticationKey: Sendable {
  static let codeSize = 32
  private let prepared: Prepared

  /// - Parameter prefix: the beginning of every message; it is hashed once.
  package init(_ key: [UInt8], prefix: [UInt8] = []) {
    prepared = Prepared(key, prefix: prefix)
  }

  package func code(for message: some Sequence<UInt8>) -> [UInt8] {
    let context = EVP_MAC_CTX_dup(prepared.context)
    defer { EVP_MAC_CTX_free(context) }
    let bytes = Array(message)
    EVP_MAC_update(context, bytes, bytes.count)
    return [UInt8](unsafeUninitializedCapacity: Self.codeSize) { buffer, initialized in
      EVP_MAC_final(context, buffer.baseAddress, &initialized, buffer.count)
    }
  }
}

/// A context that has taken the key; it is only copied from then on, which threads may do at once.
private final class Prepared: @unchecked Sendable {  // only read once it is made
  nonisolated(unsafe) private static let method = EVP_MAC_fetch(nil, "HMAC", nil)
  let context: OpaquePointer

  init(_ key: [UInt8], prefix: [UInt8]) {
    guard let context = EVP_MAC_CTX_new(Self.method), Self.start(context, key) else {
      preconditionFailure("libcrypto has no HMAC with SHA-256")
    }
    EVP_MAC_update(context, prefix, prefix.count)
    self.context = context
  }

  deinit { EVP_MAC_CTX_free(context) }

  private static func start(_ context: OpaquePointer, _ key: [UInt8]) -> Bool {
    // libcrypto refuses an empty key; one of zeros is the same, because keys are filled up with them (RFC 2104 §2).
    let key = key.isEmpty ? [0] : key
    return copenssl_start_hmac_sha256(context, key, key.count) == 1
  }
}
