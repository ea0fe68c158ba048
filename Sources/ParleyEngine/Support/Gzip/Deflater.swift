import CCurl

/// Packs bytes into one gzip member, piece by piece. Belongs to one thread at a time.
final class Deflater {
  private static let room = 64 * 1024

  private let stream: UnsafeMutablePointer<z_stream>
  private let output: UnsafeMutablePointer<UInt8>

  init() throws(Gzip.Failure) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    output = .allocate(capacity: Self.room)
    guard czlib_begin_gzip(stream) == Z_OK else { throw .noMemory }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
    output.deallocate()
  }

  /// Adds to `packed` what these bytes become; the last piece may be empty.
  func compress(_ bytes: [UInt8], isLast: Bool, into packed: inout [UInt8]) throws(Gzip.Failure) {
    guard bytes.count <= Int(UInt32.max) else { throw .tooLarge(limit: Int(UInt32.max)) }
    bytes.withUnsafeBufferPointer { input in
      // zlib reads through this pointer and never writes.
      stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      stream.pointee.avail_in = UInt32(input.count)
      drain(isLast ? Z_FINISH : Z_NO_FLUSH, into: &packed)
      stream.pointee.next_in = nil
    }
  }

  private func drain(_ flush: Int32, into packed: inout [UInt8]) {
    repeat {
      stream.pointee.next_out = output
      stream.pointee.avail_out = UInt32(Self.room)
      deflate(stream, flush)
      packed += UnsafeBufferPointer(start: output, count: Self.room - Int(stream.pointee.avail_out))
    } while stream.pointee.avail_out == 0
  }
}
