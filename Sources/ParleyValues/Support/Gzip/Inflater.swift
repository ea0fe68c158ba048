import CCurl

/// Unpacks one gzip member.
final class Inflater {
  private let stream: ZlibStream

  init() throws(Gzip.Failure) {
    stream = try ZlibStream(begin: { czlib_begin_gunzip($0) }, end: { inflateEnd($0) })
  }

  func decompress(_ bytes: [UInt8], limit: Int) throws(Gzip.Failure) -> [UInt8] {
    try stream.feeding(bytes) { () throws(Gzip.Failure) in
      var unpacked: [UInt8] = []
      while true {
        let code = stream.step(into: &unpacked) { inflate($0, Z_NO_FLUSH) }
        guard unpacked.count <= limit else { throw .tooLarge(limit: limit) }
        switch code {
        case Z_STREAM_END: return unpacked
        case Z_OK where stream.hasInput || stream.isFull: continue
        case Z_OK, Z_BUF_ERROR: throw .truncated
        case Z_MEM_ERROR: throw .noMemory
        default: throw .damaged
        }
      }
    }
  }
}
