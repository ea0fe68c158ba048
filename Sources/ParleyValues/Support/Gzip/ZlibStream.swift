import CCurl

/// The state of one stream of zlib, and room for what comes out of it. Belongs to one thread at a time.
final class ZlibStream {
  private static let room = 64 * 1024

  private let state: UnsafeMutablePointer<z_stream>
  private let output: UnsafeMutablePointer<UInt8>
  private let end: (UnsafeMutablePointer<z_stream>) -> Int32

  init(
    begin: (UnsafeMutablePointer<z_stream>) -> Int32, end: @escaping (UnsafeMutablePointer<z_stream>) -> Int32
  ) throws(Gzip.Failure) {
    state = .allocate(capacity: 1)
    state.initialize(to: z_stream())
    output = .allocate(capacity: Self.room)
    self.end = end
    guard begin(state) == Z_OK else { throw .noMemory }
  }

  deinit {
    _ = end(state)
    state.deallocate()
    output.deallocate()
  }

  /// Whether some of what was fed has not been read yet.
  var hasInput: Bool { state.pointee.avail_in > 0 }
  /// Whether the last step would have had more to give.
  var isFull: Bool { state.pointee.avail_out == 0 }

  /// Lets these bytes be read while `body` steps on.
  func feeding<Result>(
    _ bytes: [UInt8], _ body: () throws(Gzip.Failure) -> Result
  ) throws(Gzip.Failure) -> Result {
    guard bytes.count <= Int(UInt32.max) else { throw .tooLarge(limit: Int(UInt32.max)) }
    return try bytes.withUnsafeBufferPointer { input throws(Gzip.Failure) in
      // zlib reads through this pointer and never writes.
      state.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      state.pointee.avail_in = UInt32(input.count)
      defer { state.pointee.next_in = nil }
      return try body()
    }
  }

  /// One call of zlib's, with what comes out added to `result`.
  func step(into result: inout [UInt8], _ work: (UnsafeMutablePointer<z_stream>) -> Int32) -> Int32 {
    state.pointee.next_out = output
    state.pointee.avail_out = UInt32(Self.room)
    let code = work(state)
    result += UnsafeBufferPointer(start: output, count: Self.room - Int(state.pointee.avail_out))
    return code
  }
}
