/// The encodings a text body can be sent and read in.
///
/// ```swift
/// TextEncoding.latin1.encode("grüß")      // [0x67, 0x72, 0xFC, 0xDF]
/// TextEncoding(contentType: "text/plain; charset=utf-8")  // .utf8
/// ```
public enum TextEncoding: String, Sendable, Hashable, CaseIterable {
  /// UTF-8 (RFC 3629).
  case utf8
  /// UTF-16: written big-endian with its mark, read as its mark says.
  case utf16
  /// ISO 8859-1: one byte a character, up to U+00FF.
  case latin1
  /// US-ASCII.
  case ascii

  struct CannotEncode: Error, CustomStringConvertible {
    let encoding: TextEncoding
    var description: String { "the text has characters that \(encoding.charset) cannot express" }
  }

  /// The name in a `charset` parameter (IANA character sets).
  public var charset: String {
    switch self {
    case .utf8: "utf-8"
    case .utf16: "utf-16"
    case .latin1: "iso-8859-1"
    case .ascii: "us-ascii"
    }
  }

  /// The encoding a `Content-Type` names, if it is one of these.
  public init?(contentType: String) {
    guard let end = contentType.utf8.firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let bytes = contentType[end...].lowercased().utf8.filter { !" \t\"".utf8.contains($0) }
    let parameters = bytes.split(separator: UInt8(ascii: ";"))
    guard let name = parameters.first(where: { $0.starts(with: "charset=".utf8) })?.dropFirst("charset=".utf8.count),
      let found = Self.allCases.first(where: { name.elementsEqual($0.charset.utf8) })
    else { return nil }
    self = found
  }

  /// The bytes, or nil when the encoding cannot express the text.
  public func encode(_ text: String) -> [UInt8]? {
    switch self {
    case .utf8: Array(text.utf8)
    case .utf16: [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    case .latin1: singleBytes(text, below: 0x100)
    case .ascii: singleBytes(text, below: 0x80)
    }
  }

  /// The text; bytes that are none in this encoding become U+FFFD.
  public func decode(_ bytes: [UInt8]) -> String {
    switch self {
    case .utf8: String(decoding: bytes, as: UTF8.self)
    case .utf16: decodeUTF16(bytes)
    case .latin1: String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    case .ascii: String(String.UnicodeScalarView(bytes.map { $0 < 0x80 ? Unicode.Scalar($0) : "\u{FFFD}" }))
    }
  }

  private func singleBytes(_ text: String, below limit: UInt32) -> [UInt8]? {
    guard text.unicodeScalars.allSatisfy({ $0.value < limit }) else { return nil }
    return text.unicodeScalars.map { UInt8($0.value) }
  }

  private func decodeUTF16(_ bytes: [UInt8]) -> String {
    let isLittle = bytes.starts(with: [0xFF, 0xFE])
    let payload = isLittle || bytes.starts(with: [0xFE, 0xFF]) ? bytes.dropFirst(2) : bytes[...]
    let units = stride(from: payload.startIndex, to: payload.endIndex - 1, by: 2).map { index in
      let (first, second) = (UInt16(payload[index]), UInt16(payload[index + 1]))
      return isLittle ? second << 8 | first : first << 8 | second
    }
    return String(decoding: units, as: UTF16.self)
  }
}
