/// `application/x-www-form-urlencoded`, both ways, as the
/// [URL standard](https://url.spec.whatwg.org/#application/x-www-form-urlencoded) has it.
enum FormEncoding {
  static func encode(_ text: String) -> String {
    let kept = URLText.encoded(text) { byte in
      switch byte {
      case UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: " "): true
      default: byte.isASCIILetter || byte.isASCIIDigit
      }
    }
    return kept.replacing(" ", with: "+")
  }

  static func decode(_ bytes: [UInt8]) -> [(name: String, value: String)] {
    bytes.split(separator: UInt8(ascii: "&")).map { pair in
      let mark = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      return (decodePart(pair[..<mark]), decodePart(pair[mark...].dropFirst()))
    }
  }

  private static func decodePart(_ bytes: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte == UInt8(ascii: "%"), let value = hexPair(bytes[(index + 1)...]) {
        result.append(value)
        index += 3
      } else {
        result.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func hexPair(_ bytes: ArraySlice<UInt8>) -> UInt8? {
    guard bytes.count >= 2 else { return nil }
    return UInt8(String(decoding: bytes.prefix(2), as: UTF8.self), radix: 16)
  }
}
