/// Characters that grammars of bytes are made of.
extension UInt8 {
  static let quote = UInt8(ascii: "\"")
  @inlinable package static var backslash: UInt8 { UInt8(ascii: "\\") }
  static let slash = UInt8(ascii: "/")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")
  static let openBracket = UInt8(ascii: "[")
  static let closeBracket = UInt8(ascii: "]")
  @inlinable package static var colon: UInt8 { UInt8(ascii: ":") }
  static let comma = UInt8(ascii: ",")
  static let point = UInt8(ascii: ".")
  static let plus = UInt8(ascii: "+")
  static let minus = UInt8(ascii: "-")
  static let zero = UInt8(ascii: "0")
  @inlinable package static var space: UInt8 { UInt8(ascii: " ") }
  static let tab = UInt8(ascii: "\t")
  @inlinable package static var lineFeed: UInt8 { UInt8(ascii: "\n") }
  @inlinable package static var carriageReturn: UInt8 { UInt8(ascii: "\r") }

  /// The small letter of a capital one; every other byte as it is.
  @inlinable @inline(__always)
  package var lowercasedASCII: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }
}
