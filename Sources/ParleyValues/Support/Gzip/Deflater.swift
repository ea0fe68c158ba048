import CCurl

/// Packs bytes into one gzip member, piece by piece. Belongs to one thread at a time.
final class Deflater {
  private let stream: ZlibStream

  init() throws(Gzip.Failure) {
    stream = try ZlibStream(begin: { czlib_begin_gzip($0) }, end: { deflateEnd($0) })
  }

  /// Adds to `packed` what these bytes become; the last piece may be empty.
  func compress(_ bytes: [UInt8], isLast: Bool, into packed: inout [UInt8]) throws(Gzip.Failure) {
    try stream.feeding(bytes) { () throws(Gzip.Failure) in
      repeat {
        _ = stream.step(into: &packed) { deflate($0, isLast ? Z_FINISH : Z_NO_FLUSH) }
      } while stream.isFull
    }
  }
}
