/// gzip (RFC 1952), by zlib.
///
/// ```swift
/// let small = try Gzip.compress(text)
/// let text = try Gzip.decompress(small)
/// ```
public enum Gzip {
  /// The reason bytes could not be packed or unpacked.
  @nonexhaustive public enum Failure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The system gives no memory.
    case noMemory
    /// The bytes to unpack are not gzip, or are damaged.
    case damaged
    /// The bytes to unpack end too early.
    case truncated
    /// Unpacked it would be larger than allowed, in bytes.
    case tooLarge(limit: Int)

    public var description: String {
      switch self {
      case .noMemory: "there is no memory for gzip"
      case .damaged: "the bytes are not gzip, or are damaged"
      case .truncated: "the gzip ends too early"
      case .tooLarge(let limit): "unpacked it is larger than \(limit) bytes"
      }
    }
  }

  /// Packs bytes, at zlib's usual level.
  /// - Throws: ``Failure/noMemory``.
  public static func compress(_ bytes: [UInt8]) throws(Failure) -> [UInt8] {
    let deflater = try Deflater()
    var packed: [UInt8] = []
    packed.reserveCapacity(bytes.count / 4 + 64)
    try deflater.compress(bytes, isLast: true, into: &packed)
    return packed
  }

  /// - Parameters:
  ///   - bytes: one gzip, whole.
  ///   - limit: the most bytes it may become; a few packed bytes can hold any number.
  public static func decompress(_ bytes: [UInt8], limit: Int = 1 << 30) throws(Failure) -> [UInt8] {
    try Inflater().decompress(bytes, limit: limit)
  }
}
