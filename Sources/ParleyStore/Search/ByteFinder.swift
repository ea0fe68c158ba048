/// Finds a text among bytes of UTF-8, its letters in either case.
struct ByteFinder: Hashable, Sendable {
  /// In lower case.
  private let wanted: [UInt8]
  /// The place of the byte of it that is seen least often: candidates are looked for by that one.
  private let rarest: Int
  /// Every letter as it may be written, where one beyond ASCII has two cases; otherwise empty.
  private let letters: [CasedLetter]

  /// - Parameter text: in lower case.
  init(_ text: String) {
    let bytes = Array(text.utf8)
    wanted = bytes
    rarest = bytes.indices.min { Self.frequency(of: bytes[$0]) < Self.frequency(of: bytes[$1]) } ?? 0
    letters = CasedLetter.all(of: text)
  }

  /// Letters as often as they come in English and in JSON, the most frequent last.
  private static let common = Array("zqxjkvbpygfwmucldrhsnioate\" ,:".utf8)

  private static func frequency(of byte: UInt8) -> Int { (common.firstIndex(of: byte) ?? -1) + 1 }

  /// Whether it could be a header with its value, which are not kept beside each other, or the value with the blank before it.
  var mayBeHeader: Bool { wanted.contains(UInt8(ascii: ":")) || wanted.first == UInt8(ascii: " ") }

  /// Whether it can only stand in one of several texts that are shown with spaces between them.
  var isOneWord: Bool { !wanted.contains(UInt8(ascii: " ")) }

  var isASCII: Bool { wanted.allSatisfy { $0 < 0x80 } }

  /// The word that the signature of a block must have, if the text is in it.
  var signed: TextSignature.Word {
    // Of a letter whose writings begin with bytes of ASCII and with others, no piece can be counted on.
    TextSignature.Word(letters.isEmpty ? wanted : letters.flatMap(\.signed))
  }

  func isIn(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.withContiguousStorageIfAvailable { isIn(UnsafeRawBufferPointer($0)) }
      ?? Array(bytes).withUnsafeBytes { isIn($0) }
  }

  func isIn(_ text: String) -> Bool { isIn(text.utf8) }

  func isIn(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard !wanted.isEmpty else { return true }
    if let first = letters.first { return first.writings.contains { isIn(bytes, beginning: $0) } }
    let byte = wanted[rarest]
    return isIn(bytes, by: byte) || (byte.isLowercaseASCII && isIn(bytes, by: byte & 0xDF))
  }

  /// - Parameter byte: the rarest one, in one of its cases.
  private func isIn(_ bytes: UnsafeRawBufferPointer, by byte: UInt8) -> Bool {
    var place = rarest
    let end = bytes.count - wanted.count + rarest + 1
    while let found = bytes.place(of: byte, from: place, before: end) {
      if stands(at: found - rarest, of: bytes) { return true }
      place = found + 1
    }
    return false
  }

  private func stands(at start: Int, of bytes: UnsafeRawBufferPointer) -> Bool {
    for index in wanted.indices {
      var byte = bytes[start + index]
      if (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) { byte |= 0x20 }
      guard byte == wanted[index] else { return false }
    }
    return true
  }
}

// Where a letter beyond ASCII has two cases, which need not be equally long.
extension ByteFinder {
  /// - Parameter first: the first letter, in one of its cases.
  private func isIn(_ bytes: UnsafeRawBufferPointer, beginning first: [UInt8]) -> Bool {
    var place = 0
    while let found = bytes.place(of: first[0], from: place) {
      if lettersStand(at: found, of: bytes) { return true }
      place = found + 1
    }
    return false
  }

  private func lettersStand(at start: Int, of bytes: UnsafeRawBufferPointer) -> Bool {
    var place = start
    for letter in letters {
      guard let writing = letter.writings.first(where: { bytes[place...].starts(with: $0) }) else { return false }
      place += writing.count
    }
    return true
  }
}

extension UInt8 {
  fileprivate var isLowercaseASCII: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
}
