import CCurl

/// Brotli (RFC 7932).
final class BrotliDecoder: ContentDecoder {
  static let library: ccodings_brotli? = {
    var found = ccodings_brotli()
    return ccodings_find_brotli(&found) == 0 ? nil : found
  }()

  private let library: ccodings_brotli
  private let state: OpaquePointer
  private(set) var isAtEnd = false

  /// - Returns: nil where libcurl has no Brotli, or there is no memory.
  init?() {
    guard let library = Self.library, let state = library.create(nil, nil, nil) else { return nil }
    (self.library, self.state) = (library, state)
  }

  deinit {
    library.destroy(state)
  }

  func step(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecodingFailure) -> DecodingStep {
    guard !isAtEnd else { return DecodingStep(read: input.count) }
    var (inputCount, outputCount) = (input.count, output.count)
    var next = input.assumingMemoryBound(to: UInt8.self).baseAddress
    var room = output.assumingMemoryBound(to: UInt8.self).baseAddress
    switch Int(library.step(state, &inputCount, &next, &outputCount, &room, nil)) {
    case ccodings_brotli_done: isAtEnd = true
    case ccodings_brotli_input, ccodings_brotli_output: break
    default: throw .damaged
    }
    return DecodingStep(read: input.count - inputCount, written: output.count - outputCount)
  }
}
