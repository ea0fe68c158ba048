/// Bytes to be found among others.
///
/// Eight bytes at a time are looked through for the pattern's rarest byte; only around one of those is it compared whole.
struct BytePattern: Sendable {
  /// In lower case if case is ignored.
  private let bytes: [UInt8]
  private let ignoresCase: Bool
  /// The offset of the pattern's rarest byte.
  private let anchor: Int
  /// Repeated eight times: the anchor, and the bit that tells the letter's case, or none.
  private let anchorWord: UInt64
  private let caseWord: UInt64

  var count: Int { bytes.count }

  init(_ pattern: [UInt8], ignoringCase: Bool) {
    bytes = ignoringCase ? pattern.map(\.lowercasedASCII) : pattern
    ignoresCase = ignoringCase
    let ranks = bytes.map(Self.frequency)
    anchor = ranks.indices.min { ranks[$0] < ranks[$1] } ?? 0
    let byte = bytes.isEmpty ? 0 : bytes[anchor]
    anchorWord = 0x0101_0101_0101_0101 &* UInt64(byte)
    caseWord = ignoringCase && Self.isLetter(byte) ? 0x2020_2020_2020_2020 : 0
  }

  /// The first match that starts at `start` or behind.
  func firstMatch(in haystack: Span<UInt8>, from start: Int) -> Int? {
    let end = haystack.count - bytes.count + anchor + 1  // behind the last anchor that leaves room for the rest
    var index = start + anchor
    while index < end {
      index = nextAnchor(in: haystack, from: index, before: end)
      if index < end, matches(haystack, at: index - anchor) { return index - anchor }
      index += 1
    }
    return nil
  }

  @inline(__always)
  private func nextAnchor(in haystack: Span<UInt8>, from start: Int, before end: Int) -> Int {
    var index = start
    while index &+ 32 <= end {
      let found =
        marks(haystack, index) | marks(haystack, index &+ 8) | marks(haystack, index &+ 16)
        | marks(haystack, index &+ 24)
      if found != 0 { break }
      index &+= 32
    }
    while index &+ 8 <= end {
      let found = marks(haystack, index)
      if found != 0 { return index &+ found.trailingZeroBitCount >> 3 }
      index &+= 8
    }
    while index < end, normalized(haystack[index]) != bytes[anchor] { index &+= 1 }
    return index
  }

  /// High bits, the lowest of which marks the first anchor among the eight bytes at `index`.
  @inline(__always)
  private func marks(_ haystack: Span<UInt8>, _ index: Int) -> UInt64 {
    let difference = (JSONBytes.word(haystack, at: index) | caseWord) ^ anchorWord
    return (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
  }

  private func matches(_ haystack: Span<UInt8>, at start: Int) -> Bool {
    for index in bytes.indices where normalized(haystack[start + index]) != bytes[index] { return false }
    return true
  }

  @inline(__always)
  private func normalized(_ byte: UInt8) -> UInt8 {
    ignoresCase ? byte.lowercasedASCII : byte
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "a") < 26
  }

  /// How common a byte is in what APIs send; the rarer, the fewer false starts.
  private static func frequency(_ byte: UInt8) -> Int {
    let common = Array(#"kvbwygpfmu.cd:hlsr9876,54n3io2/t{}[]-_a1e0" "#.utf8)
    return (common.firstIndex(of: byte.lowercasedASCII) ?? -1) + 1
  }
}
