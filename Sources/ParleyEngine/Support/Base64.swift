/// Base64 with padding (RFC 4648 §4).
package enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The text of these bytes, with padding (RFC 4648 §4).
  package static func encode(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      result += encode(group: group)
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func encode(group: ArraySlice<UInt8>) -> [UInt8] {
    let padded = group + Array(repeating: 0, count: 3 - group.count)
    let bits = padded.reduce(0) { $0 << 8 | UInt32($1) }
    let digits = [18, 12, 6, 0].map { alphabet[Int(bits >> UInt32($0) & 63)] }
    let used = group.count + 1
    return digits.prefix(used) + Array(repeating: UInt8(ascii: "="), count: 4 - used)
  }
}
