internal import COpenSSL

/// The digest of bytes that come piece by piece (EVP_DigestInit_ex(3)). A copy goes on by itself.
///
/// ```swift
/// var digest = MessageDigest(.sha256)
/// digest.add(piece)
/// let sum = digest.sum
/// ```
package struct MessageDigest: Sendable {
  package enum Algorithm: Sendable {
    /// RFC 1321, 16 bytes: vouches for nothing against an attacker.
    case md5
    /// RFC 3174, 20 bytes: only for what a protocol wants of it, for it vouches for nothing either.
    case sha1
    /// FIPS 180-4, 32 bytes.
    case sha256
    /// FIPS 180-4, 32 bytes: what digest authentication calls SHA-512-256.
    case sha512_256

    fileprivate var method: OpaquePointer? {
      switch self {
      case .md5: Self.md5Method
      case .sha1: Self.sha1Method
      case .sha256: Self.sha256Method
      case .sha512_256: Self.sha512_256Method
      }
    }

    // Looked up once: libcrypto searches its providers for a name each time. They are only read afterwards.
    nonisolated(unsafe) private static let md5Method = EVP_MD_fetch(nil, "MD5", nil)
    nonisolated(unsafe) private static let sha1Method = EVP_MD_fetch(nil, "SHA1", nil)
    nonisolated(unsafe) private static let sha256Method = EVP_MD_fetch(nil, "SHA256", nil)
    nonisolated(unsafe) private static let sha512_256Method = EVP_MD_fetch(nil, "SHA512-256", nil)
  }

  private var context: DigestContext

  package init(_ algorithm: Algorithm) {
    context = DigestContext(algorithm.method, named: "\(algorithm)")
  }

  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    if !isKnownUniquelyReferenced(&context) { context = DigestContext(copying: context) }
    EVP_DigestUpdate(context.pointer, bytes.baseAddress, bytes.count)
  }

  /// Of everything that was added so far; more may be added afterwards.
  package var sum: [UInt8] {
    let copy = DigestContext(copying: context)
    return [UInt8](unsafeUninitializedCapacity: Int(EVP_MAX_MD_SIZE)) { buffer, initialized in
      var size: UInt32 = 0
      EVP_DigestFinal_ex(copy.pointer, buffer.baseAddress, &size)
      initialized = Int(size)
    }
  }

  package static func sum(of bytes: some Sequence<UInt8>, _ algorithm: Algorithm) -> [UInt8] {
    var digest = MessageDigest(algorithm)
    let isContiguous = bytes.withContiguousStorageIfAvailable { digest.add(UnsafeRawBufferPointer($0)) } != nil
    if !isContiguous { Array(bytes).withUnsafeBytes { digest.add($0) } }
    return digest.sum
  }

  package static func sha256(_ bytes: some Sequence<UInt8>) -> [UInt8] { sum(of: bytes, .sha256) }
}

/// The state of a digest in libcrypto; changed by its only owner, and copied by all others.
private final class DigestContext: @unchecked Sendable {  // shared ones are only read
  let pointer: OpaquePointer

  init(_ method: OpaquePointer?, named name: String) {
    guard let pointer = EVP_MD_CTX_new(), EVP_DigestInit_ex2(pointer, method, nil) == 1 else {
      preconditionFailure("libcrypto has no \(name)")
    }
    self.pointer = pointer
  }

  init(copying other: DigestContext) {
    guard let pointer = EVP_MD_CTX_new(), EVP_MD_CTX_copy_ex(pointer, other.pointer) == 1 else {
      preconditionFailure("libcrypto has no memory for a digest")
    }
    self.pointer = pointer
  }

  deinit { EVP_MD_CTX_free(pointer) }
}
