import CCurl

/// Zstandard (RFC 8878).
final class ZstdDecoder: ContentDecoder {
  static let library: ccodings_zstd? = {
    var found = ccodings_zstd()
    return ccodings_find_zstd(&found) == 0 ? nil : found
  }()

  private let library: ccodings_zstd
  private let state: OpaquePointer
  private(set) var isAtEnd = false

  /// - Returns: nil where libcurl has no Zstandard, or there is no memory.
  init?() {
    guard let library = Self.library, let state = library.create() else { return nil }
    (self.library, self.state) = (library, state)
  }

  deinit {
    _ = library.destroy(state)
  }

  func step(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecodingFailure) -> DecodingStep {
    // Called with nothing behind a frame's end, it would wait for the next frame.
    guard !input.isEmpty || !isAtEnd else { return DecodingStep() }
    var from = ccodings_zstd_input(bytes: input.baseAddress, count: input.count, position: 0)
    var to = ccodings_zstd_output(bytes: output.baseAddress, count: output.count, position: 0)
    let result = library.step(state, &to, &from)
    guard library.is_error(result) == 0 else { throw .damaged }
    isAtEnd = result == 0
    return DecodingStep(read: from.position, written: to.position)
  }
}
