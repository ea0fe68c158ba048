/// Base64 with padding (RFC 4648 §4).
package enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The text of these bytes, with padding (RFC 4648 §4).
  package static func encode(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      var bits = UInt32(bytes[start]) << 16
      if count > 1 { bits |= UInt32(bytes[start + 1]) << 8 }
      if count > 2 { bits |= UInt32(bytes[start + 2]) }
      result.append(alphabet[Int(bits >> 18)])
      result.append(alphabet[Int(bits >> 12 & 63)])
      result.append(count > 1 ? alphabet[Int(bits >> 6 & 63)] : UInt8(ascii: "="))
      result.append(count > 2 ? alphabet[Int(bits & 63)] : UInt8(ascii: "="))
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The text of these bytes for URLs, without padding (RFC 4648 §5).
  package static func encodeForURL(_ bytes: [UInt8]) -> String {
    String(
      encode(bytes).compactMap { character -> Character? in
        switch character {
        case "+": "-"
        case "/": "_"
        case "=": nil
        default: character
        }
      })
  }
}
