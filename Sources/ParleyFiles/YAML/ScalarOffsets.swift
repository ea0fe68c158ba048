import ParleyText

/// Turns libyaml's indices, which count Unicode scalars, into byte offsets.
struct ScalarOffsets {
  /// Of each scalar's first byte; `nil` while everything is ASCII and both counts agree.
  private let starts: [Int]?
  private let base: Int
  private let end: Int

  /// - Parameter bytes: valid UTF-8.
  /// - Parameter base: the offset at which the text that libyaml reads begins, after a byte order mark.
  init(_ bytes: [UInt8], from base: Int) {
    self.base = base
    end = bytes.count
    let text = bytes[base...]
    starts = text.allSatisfy { $0 < 0x80 } ? nil : text.indices.filter { !bytes[$0].isContinuation }
  }

  func byteOffset(ofScalar index: Int) -> Int {
    guard let starts else { return min(base + index, end) }
    return index < starts.count ? starts[index] : end
  }
}
