import Glibc

/// Finds a text among bytes; ASCII letters in either case.
struct ByteFinder: Hashable, Sendable {
  /// In lower case.
  private let wanted: [UInt8]
  /// The place of the byte of it that is seen least often: candidates are looked for by that one.
  private let rarest: Int

  /// - Parameter text: in lower case.
  init(_ text: String) {
    let bytes = Array(text.utf8)
    wanted = bytes
    rarest = bytes.indices.min { Self.frequency(of: bytes[$0]) < Self.frequency(of: bytes[$1]) } ?? 0
  }

  /// Letters as often as they come in English and in JSON, the most frequent last.
  private static let common = Array("zqxjkvbpygfwmucldrhsnioate\" ,:".utf8)

  private static func frequency(of byte: UInt8) -> Int { (common.firstIndex(of: byte) ?? -1) + 1 }

  /// Whether it could be a header with its value, which are not kept beside each other.
  var mayBeHeader: Bool { wanted.contains(UInt8(ascii: ":")) }

  /// Whether it can only stand in one of several texts that are shown with spaces between them.
  var isOneWord: Bool { !wanted.contains(UInt8(ascii: " ")) }

  /// What must stand in the signature of a block that it is found in.
  var signed: TextSignature.Word { TextSignature.Word(wanted) }

  func isIn(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.withContiguousStorageIfAvailable { isIn(UnsafeRawBufferPointer($0)) }
      ?? Array(bytes).withUnsafeBytes { isIn($0) }
  }

  func isIn(_ text: String) -> Bool { isIn(text.utf8) }

  func isIn(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard !wanted.isEmpty else { return true }
    let byte = wanted[rarest]
    let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    return isIn(bytes, by: byte) || (isLetter && isIn(bytes, by: byte & 0xDF))
  }

  /// - Parameter byte: the rarest one, in one of its cases.
  private func isIn(_ bytes: UnsafeRawBufferPointer, by byte: UInt8) -> Bool {
    guard let base = bytes.baseAddress, bytes.count >= wanted.count else { return false }
    var place = rarest
    let end = bytes.count - wanted.count + rarest + 1
    while place < end, let hit = memchr(base + place, Int32(byte), end - place) {
      let found = UnsafeRawPointer(hit) - base
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
