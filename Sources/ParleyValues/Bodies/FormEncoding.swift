/// `application/x-www-form-urlencoded`, both ways, as the
/// [URL standard](https://url.spec.whatwg.org/#application/x-www-form-urlencoded) has it.
package enum FormEncoding {
  package static func encode(_ text: String) -> String {
    let kept = URLText.encoded(text) { byte in
      switch byte {
      case UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: " "): true
      default: byte.isASCIILetter || byte.isASCIIDigit
      }
    }
    return kept.replacing(" ", with: "+")
  }

  /// The fields in their order.
  package static func decode(_ bytes: [UInt8]) -> [(name: String, value: String)] {
    bytes.split(separator: UInt8(ascii: "&")).map { pair in
      let mark = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      return (decodePart(pair[..<mark]), decodePart(pair[mark...].dropFirst()))
    }
  }

  private static func decodePart(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: PercentText.decoded(bytes, plusIsBlank: true), as: UTF8.self)
  }
}
