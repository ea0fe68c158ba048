import CCurl

/// Unpacks one gzip member.
final class Inflater {
  private static let room = 64 * 1024

  private let stream: UnsafeMutablePointer<z_stream>
  private let output: UnsafeMutablePointer<UInt8>

  init() throws(Gzip.Failure) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    output = .allocate(capacity: Self.room)
    guard czlib_begin_gunzip(stream) == Z_OK else { throw .noMemory }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
    output.deallocate()
  }

  func decompress(_ bytes: [UInt8], limit: Int) throws(Gzip.Failure) -> [UInt8] {
    guard bytes.count <= Int(UInt32.max) else { throw .tooLarge(limit: Int(UInt32.max)) }
    return try bytes.withUnsafeBufferPointer { input throws(Gzip.Failure) in
      // zlib reads through this pointer and never writes.
      stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      stream.pointee.avail_in = UInt32(input.count)
      defer { stream.pointee.next_in = nil }
      return try unpack(limit: limit)
    }
  }

  private func unpack(limit: Int) throws(Gzip.Failure) -> [UInt8] {
    var unpacked: [UInt8] = []
    while true {
      stream.pointee.next_out = output
      stream.pointee.avail_out = UInt32(Self.room)
      let result = inflate(stream, Z_NO_FLUSH)
      unpacked += UnsafeBufferPointer(start: output, count: Self.room - Int(stream.pointee.avail_out))
      guard unpacked.count <= limit else { throw .tooLarge(limit: limit) }
      switch result {
      case Z_STREAM_END: return unpacked
      case Z_OK where stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0: continue
      case Z_OK, Z_BUF_ERROR: throw .truncated
      case Z_MEM_ERROR: throw .noMemory
      default: throw .damaged
      }
    }
  }
}
