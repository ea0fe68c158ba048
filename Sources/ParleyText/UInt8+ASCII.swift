import ParleyEngine

extension UInt8 {
  package static let newline = UInt8(ascii: "\n")
  package static let tab = UInt8(ascii: "\t")

  package var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  package var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
  package var isLetterOrDigit: Bool { isDigit || isLetter }
  package var isBlank: Bool { self == .space || self == .tab }
  package var isLineBreak: Bool { self == .newline || self == .carriageReturn }
  /// Whether this is a byte inside a UTF-8 sequence, after its first.
  package var isContinuation: Bool { self & 0xC0 == 0x80 }
}
