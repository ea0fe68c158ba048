import CCurl

/// gzip (RFC 1952) and deflate (RFC 1950). Some servers send deflate without zlib's wrapping, which its first byte tells.
final class ZlibDecoder: ContentDecoder {
  private let isGzip: Bool
  private let stream: UnsafeMutablePointer<z_stream>
  private var hasBegun = false
  private(set) var isAtEnd = false

  init(isGzip: Bool) {
    self.isGzip = isGzip
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
  }

  deinit {
    if hasBegun { inflateEnd(stream) }
    stream.deallocate()
  }

  func step(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecodingFailure) -> DecodingStep {
    guard let first = input.first else {
      return try hasBegun && !isAtEnd ? inflate(input, into: output) : DecodingStep()
    }
    if !hasBegun { try begin(with: first) }
    if isAtEnd, try !beginsAgain(with: first) { return DecodingStep(read: input.count) }
    return try inflate(input, into: output)
  }

  private func begin(with first: UInt8) throws(DecodingFailure) {
    let wrapped: Int32 = first & 0x0F == UInt8(Z_DEFLATED) ? 15 : -15
    guard czlib_begin_inflate(stream, isGzip ? 15 + 16 : wrapped) == Z_OK else { throw .noMemory }
    hasBegun = true
  }

  /// A gzip may have several members (RFC 1952 §2.2). What follows a body's end otherwise is passed over, as browsers do.
  private func beginsAgain(with first: UInt8) throws(DecodingFailure) -> Bool {
    guard isGzip, first == 0x1F else { return false }
    guard inflateReset(stream) == Z_OK else { throw .noMemory }
    isAtEnd = false
    return true
  }

  private func inflate(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecodingFailure) -> DecodingStep {
    // zlib reads through this pointer and never writes.
    stream.pointee.next_in = UnsafeMutablePointer(mutating: input.assumingMemoryBound(to: UInt8.self).baseAddress)
    stream.pointee.avail_in = UInt32(input.count)
    stream.pointee.next_out = output.assumingMemoryBound(to: UInt8.self).baseAddress
    stream.pointee.avail_out = UInt32(output.count)
    switch CCurl.inflate(stream, Z_NO_FLUSH) {
    case Z_OK, Z_BUF_ERROR: break
    case Z_STREAM_END: isAtEnd = true
    case Z_MEM_ERROR: throw .noMemory
    default: throw .damaged
    }
    return DecodingStep(
      read: input.count - Int(stream.pointee.avail_in), written: output.count - Int(stream.pointee.avail_out))
  }
}
