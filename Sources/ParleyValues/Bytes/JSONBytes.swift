/// The byte-level searches under everything that reads JSON: eight bytes at a time where that pays.
enum JSONBytes {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// The next byte in a string that is more than itself: a quote, a backslash, a control character or beyond ASCII.
  @inline(__always)
  static func endOfPlainText(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index &+ 8 <= bytes.count {
      let word = word(bytes, at: index)
      let found = marks(of: .quote, in: word) | marks(of: .backslash, in: word) | controls(in: word) | word
      if found & highBits != 0 { return index &+ (found & highBits).trailingZeroBitCount >> 3 }
      index &+= 8
    }
    while index < bytes.count, isPlain(bytes[index]) { index &+= 1 }
    return index
  }

  /// The next quote or backslash.
  @inline(__always)
  static func endOfText(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index &+ 8 <= bytes.count {
      let word = word(bytes, at: index)
      let found = (marks(of: .quote, in: word) | marks(of: .backslash, in: word)) & highBits
      if found != 0 { return index &+ found.trailingZeroBitCount >> 3 }
      index &+= 8
    }
    while index < bytes.count, bytes[index] != .quote, bytes[index] != .backslash { index &+= 1 }
    return index
  }

  @inline(__always)
  static func endOfSpaces(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index &+ 8 <= bytes.count, word(bytes, at: index) == 0x2020_2020_2020_2020 { index &+= 8 }
    while index < bytes.count, bytes[index] == .space { index &+= 1 }
    return index
  }

  @inline(__always)
  static func endOfDigits(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index] &- .zero < 10 { index &+= 1 }
    return index
  }

  /// Eight bytes, the first one lowest.
  @inline(__always)
  static func word(_ bytes: Span<UInt8>, at index: Int) -> UInt64 {
    // Sound: any eight bytes are a valid UInt64, and the call checks that they are there.
    UInt64(littleEndian: unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  /// High bits, the lowest of which marks the first `byte`. (Higher ones may be false: a borrow went through them.)
  @inline(__always)
  private static func marks(of byte: UInt8, in word: UInt64) -> UInt64 {
    let difference = word ^ (ones &* UInt64(byte))
    return (difference &- ones) & ~difference
  }

  /// The same for bytes below 0x20.
  @inline(__always)
  private static func controls(in word: UInt64) -> UInt64 {
    (word &- ones &* 0x20) & ~word
  }

  @inline(__always)
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x80 && byte != .quote && byte != .backslash
  }

  /// Whether a byte right after a number or literal would make it another word.
  static func continuesWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), .plus, .minus, .point: true
    default: byte | 0x20 &- UInt8(ascii: "a") < 26
    }
  }

  /// The byte that a one-letter escape stands for; nil for any other letter.
  static func escaped(_ letter: UInt8) -> UInt8? {
    switch letter {
    case .quote, .backslash, .slash: letter
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): .lineFeed
    case UInt8(ascii: "r"): .carriageReturn
    case UInt8(ascii: "t"): .tab
    default: nil
    }
  }

  static func hexValue(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// Two digits: `0A`.
  static func hex(_ byte: UInt8) -> String { byte.hexadecimal(digits: 2, uppercase: true) }
}
