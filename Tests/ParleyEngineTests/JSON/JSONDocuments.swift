import ParleyEngine

/// Documents that every reader of JSON must take or refuse alike; the names follow the cases of RFC 8259.
enum JSONDocuments {
  static let accepted: [String] = [
    "null", "true", "false", "0", "-0", "7", "\"\"", "[]", "{}", " [ ] ", "\t{\r\n}\n",
    "[1,2,3]", "[[],[[]],{}]", #"{"a":1}"#, #"{"a":1,"a":2}"#, #"{"":0}"#, #"{"a":{"b":{"c":[{}]}}}"#,
    "-1", "1.5", "-0.0", "1e5", "1E5", "1e+5", "1e-5", "0e0", "0.1e-10", "123456789012345678901234567890",
    "1e400", "1.10", "9007199254740993", "[1e1,2E+2,-3e-3]",
    #""plain""#, #""\"\\\/\b\f\n\r\t""#, #""\u0041\u00e9\u4E2d""#, #""\ud83d\ude00""#, #""\u0000""#,
    #""\ud800""#, #""\udc00\ud800""#, #""\ud800\u0041""#, "\"é中😀\"", "\"\u{7F}\u{80}\u{2028}\"", "\"\u{10FFFF}\"",
    #"["a","b",null,true,false,{}]"#, "\u{FEFF}[1]", "[\n1\n,\n2\n]", #"{ "a" : [ 1 , 2 ] , "b" : null }"#,
  ]

  static let refused: [(String, JSONSyntaxError.Code)] = [
    ("", .unfinished), ("  ", .unfinished), ("[", .unfinished), ("{", .unfinished), ("[1", .unfinished),
    ("[1,", .unfinished), (#"{"a""#, .unfinished), (#"{"a":"#, .unfinished), (#"{"a":1"#, .unfinished),
    (#"{"a":1,"#, .unfinished), ("\"abc", .unfinished), (#""a\"#, .unfinished), (#""\u12"#, .unfinished),
    ("-", .unfinished), ("1.", .unfinished), ("1e", .unfinished), ("1e+", .unfinished), ("tru", .unfinished),
    ("]", .unexpected), ("}", .unexpected), (",", .unexpected), (":", .unexpected), ("[1,]", .unexpected),
    ("[,1]", .unexpected), ("[1 2]", .unexpected), ("[1}", .unexpected), (#"{"a":1]"#, .unexpected),
    ("{1:2}", .unexpected), ("{a:1}", .unexpected), (#"{"a" 1}"#, .unexpected), (#"{"a":1,}"#, .unexpected),
    (#"{"a"::1}"#, .unexpected), ("{'a':1}", .unexpected), ("nul1", .unexpected), ("True", .unexpected),
    ("NaN", .unexpected), ("Infinity", .unexpected), ("+1", .unexpected), (".5", .unexpected),
    ("// note", .unexpected), ("/* note */1", .unexpected), ("\u{A0}1", .unexpected), ("\u{0C}1", .unexpected),
    ("[1],", .trailing), ("1 2", .trailing), ("{} {}", .trailing), ("null\u{0}", .trailing), ("\"a\"b", .trailing),
    ("01", .invalidNumber), ("-01", .invalidNumber), ("1.e5", .invalidNumber), ("1.5.2", .invalidNumber),
    ("-a", .invalidNumber), ("1e5e5", .invalidNumber), ("0x10", .invalidNumber), ("1_000", .trailing),
    ("--1", .invalidNumber), ("[1.]", .invalidNumber), ("1a", .invalidNumber),
    ("\"\n\"", .controlCharacter), ("\"\t\"", .controlCharacter), ("\"\u{0}\"", .controlCharacter),
    (#""\x41""#, .invalidEscape), (#""\'""#, .invalidEscape), (#""\u12G4""#, .invalidEscape),
    (#""\U0041""#, .invalidEscape), (#""\u-123""#, .invalidEscape),
  ]

  /// Between quotes, these bytes are no UTF-8.
  static let invalidUTF8: [[UInt8]] = [
    [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80], [0xE2, 0x82],
    [0xE2, 0x28, 0xA1], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x9F, 0x98],
    [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF],
  ]

  /// Every way of cutting a document in two.
  static func splits(of bytes: [UInt8]) -> [[[UInt8]]] {
    (0...bytes.count).map { [Array(bytes[..<$0]), Array(bytes[$0...])] }
  }
}

extension String {
  var bytes: [UInt8] { Array(utf8) }
}
