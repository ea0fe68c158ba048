internal import COpenSSL

/// One sealing or opening (EVP_EncryptInit(3), “AEAD interface”).
final class GCMOperation {
  enum Direction: Int32 {
    case opening = 0
    case sealing = 1
  }

  nonisolated(unsafe) private static let method = EVP_CIPHER_fetch(nil, "AES-256-GCM", nil)
  private let context: OpaquePointer

  init(_ direction: Direction, key: [UInt8], nonce: [UInt8]) throws(CryptographyError) {
    guard let context = EVP_CIPHER_CTX_new() else { throw .failed("AES-256-GCM cannot begin") }
    self.context = context
    guard EVP_CipherInit_ex2(context, Self.method, key, nonce, direction.rawValue, nil) == 1 else {
      throw .failed("AES-256-GCM cannot begin")
    }
  }

  deinit { EVP_CIPHER_CTX_free(context) }

  func authenticate(_ data: [UInt8]) throws(CryptographyError) {
    var count: Int32 = 0
    guard !data.isEmpty else { return }
    guard EVP_CipherUpdate(context, nil, &count, data, try Self.size(data.count)) == 1 else {
      throw .failed("AES-256-GCM takes no data")
    }
  }

  func run(_ input: ArraySlice<UInt8>, into output: inout [UInt8], at place: Int) throws(CryptographyError) {
    guard !input.isEmpty else { return }
    let size = try Self.size(input.count)
    let status = output.withUnsafeMutableBufferPointer { output in
      input.withUnsafeBufferPointer { input in
        var count: Int32 = 0
        return EVP_CipherUpdate(context, output.baseAddress.map { $0 + place }, &count, input.baseAddress, size)
      }
    }
    guard status == 1 else { throw .failed("AES-256-GCM goes no further") }
  }

  func takeTag(into output: inout [UInt8], at place: Int) throws(CryptographyError) {
    let status = output.withUnsafeMutableBufferPointer { output in
      var count: Int32 = 0
      let tag = output.baseAddress.map { $0 + place }
      guard EVP_CipherFinal_ex(context, tag, &count) == 1 else { return Int32(0) }
      return EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(SealingKey.tagSize), tag)
    }
    guard status == 1 else { throw .failed("AES-256-GCM has no tag") }
  }

  /// Nothing that was opened may be used before.
  func verify(tag: [UInt8]) throws(CryptographyError) {
    var (tag, rest) = (tag, [UInt8](repeating: 0, count: SealingKey.tagSize))
    var count: Int32 = 0
    guard EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), &tag) == 1,
      EVP_CipherFinal_ex(context, &rest, &count) == 1
    else { throw .notAuthentic }
  }

  private static func size(_ count: Int) throws(CryptographyError) -> Int32 {
    guard let size = Int32(exactly: count) else { throw .failed("\(count) bytes are too many for one value") }
    return size
  }
}
