/// Keeps values compressed (gzip, RFC 1952). Hides nothing.
public struct GzipCipher: Cipher {
  /// In bytes; a value that would become larger is taken for damaged.
  public let limit: Int

  /// - Parameter limit: the most bytes a value may have; 256 MB by default.
  public init(limit: Int = 256 << 20) {
    self.limit = limit
  }

  public func encode(_ plain: [UInt8], of key: SharedKey) throws(SharedDataError) -> Ciphertext {
    guard plain.count <= limit else { throw failure(key, "It is larger than \(limit) bytes.") }
    do throws(Gzip.Failure) {
      return Ciphertext(try Gzip.compress(plain))
    } catch {
      throw failure(key, "\(error).")
    }
  }

  public func decode(_ kept: Ciphertext, of key: SharedKey) throws(SharedDataError) -> [UInt8] {
    do throws(Gzip.Failure) {
      return try Gzip.decompress(kept.bytes, limit: limit)
    } catch {
      throw .unreadable(key.name)
    }
  }

  private func failure(_ key: SharedKey, _ detail: String) -> SharedDataError {
    SharedDataError(.cipher, "The value of “\(key.name)” cannot be compressed.", detail: detail, place: key.name)
  }
}
