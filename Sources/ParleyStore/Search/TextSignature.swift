import ParleyEngine

/// Says of a block of texts that a word stands in none of them, or that it may stand in one: a Bloom filter of all runs of four
/// bytes, ASCII letters in lower case.
///
/// Runs with a space, a colon or anything beyond ASCII are left out. A search sees headers as `name: value` and lists with spaces
/// between their columns, neither of which are kept so, and masks are not ASCII.
struct TextSignature: Equatable {
  /// In bits, as a power of two.
  private static let largest = 20
  private static let smallest = 10

  /// Empty where there is too much text for it to say anything.
  let bytes: [UInt8]

  /// - Parameter bytes: of an earlier one.
  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Whether all pieces of a word stand in the block; not that they stand beside each other.
  func mayHold(_ word: Word) -> Bool {
    guard bytes.count.nonzeroBitCount == 1 else { return true }
    let width = (bytes.count * 8).trailingZeroBitCount
    return word.pieces.allSatisfy { piece in
      let (first, second) = Self.places(of: piece, width: width)
      return isSet(first) && isSet(second)
    }
  }

  private func isSet(_ place: Int) -> Bool { bytes[place >> 3] & (1 << UInt8(place & 7)) != 0 }

  /// The two bits that a piece sets: the upper bits of two products, so that halving the filter halves the places.
  fileprivate static func places(of piece: UInt32, width: Int) -> (Int, Int) {
    let shift = UInt32(32 - width)
    return (Int((piece &* 0x9E37_79B1) >> shift), Int(((piece ^ piece >> 15) &* 0x85EB_CA77) >> shift))
  }

  /// The bytes as they go into a piece; negative where none may hold them.
  private static let folded = (UInt8.min...UInt8.max).map { byte in
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: ":"), 0x80...: Int8(-1)
    default: Int8(byte.lowercasedASCII)
    }
  }
}

extension TextSignature {
  /// A word to look for.
  struct Word {
    /// Empty for one that is too short to be found by a signature.
    let pieces: [UInt32]

    /// - Parameter text: in lower case.
    init(_ text: some Sequence<UInt8>) {
      var pieces: [UInt32] = []
      TextSignature.forEachPiece(of: text) { pieces.append($0) }
      self.pieces = pieces
    }
  }

  /// Calls with every run of four bytes that goes into a signature.
  @inline(__always)
  fileprivate static func forEachPiece(of text: some Sequence<UInt8>, _ body: (UInt32) -> Void) {
    folded.withUnsafeBufferPointer { folded in
      var piece: UInt32 = 0
      var length = 0
      for byte in text {
        let folded = folded[Int(byte)]
        guard folded >= 0 else {
          length = 0
          continue
        }
        piece = piece << 8 | UInt32(truncatingIfNeeded: folded)
        length += 1
        if length >= 4 { body(piece) }
      }
    }
  }

  /// Takes texts in, one after the other.
  struct Builder {
    /// As they stand in memory they are the bytes of the signature.
    private var bits = [UInt64](repeating: 0, count: 1 << (largest - 6))

    mutating func add(_ text: UnsafeRawBufferPointer) {
      bits.withUnsafeMutableBufferPointer { bits in
        forEachPiece(of: text) { piece in
          let (first, second) = places(of: piece, width: largest)
          bits[first >> 6] |= 1 << UInt64(first & 63)
          bits[second >> 6] |= 1 << UInt64(second & 63)
        }
      }
    }

    mutating func add(_ text: String) {
      var text = text
      text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
    }

    /// As small as it may be with at most half of its bits set.
    var signature: TextSignature {
      var (bits, set) = (bits, setCount(bits))
      guard 2 * set <= bits.count * 64 else { return TextSignature(bytes: []) }
      while bits.count > 1 << (smallest - 6), 4 * set <= bits.count * 64 {
        bits = halved(bits)
        set = setCount(bits)
      }
      return TextSignature(bytes: bits.flatMap { withUnsafeBytes(of: $0.littleEndian, Array.init) })
    }

    private func setCount(_ bits: [UInt64]) -> Int { bits.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// Two neighbours become one bit.
    private func halved(_ bits: [UInt64]) -> [UInt64] {
      stride(from: 0, to: bits.count, by: 2).map { joined(bits[$0]) | joined(bits[$0 + 1]) << 32 }
    }

    /// The pairs of a word as half a word: every other bit, moved together in ever larger steps.
    private func joined(_ word: UInt64) -> UInt64 {
      var pairs = (word | word >> 1) & 0x5555_5555_5555_5555
      pairs = (pairs | pairs >> 1) & 0x3333_3333_3333_3333
      pairs = (pairs | pairs >> 2) & 0x0F0F_0F0F_0F0F_0F0F
      pairs = (pairs | pairs >> 4) & 0x00FF_00FF_00FF_00FF
      pairs = (pairs | pairs >> 8) & 0x0000_FFFF_0000_FFFF
      return (pairs | pairs >> 16) & 0x0000_0000_FFFF_FFFF
    }
  }
}
