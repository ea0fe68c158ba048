/// Bytes in base64 (RFC 4648), with the form they were written in, so that others can be written the same way.
package struct Base64Text: Hashable, Sendable {
  package struct Form: Hashable, Sendable {
    /// `-` and `_` in place of `+` and `/`.
    package var isForURL: Bool
    package var isPadded: Bool
  }

  package let bytes: [UInt8]
  package let form: Form

  /// - Returns: nil for a text that is not base64 from its beginning to its end.
  package init?(_ text: String) {
    let trimmed = text.utf8.prefix { $0 != UInt8(ascii: "=") }
    let padding = text.utf8.count - trimmed.count
    guard padding <= 2, text.utf8.suffix(padding).allSatisfy({ $0 == UInt8(ascii: "=") }),
      padding == 0 || (trimmed.count + padding).isMultiple(of: 4), trimmed.count % 4 != 1
    else { return nil }
    var bits: UInt32 = 0
    var count = 0
    var (usesURL, usesPlain) = (false, false)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(trimmed.count * 3 / 4)
    for byte in trimmed {
      guard let value = Self.value(of: byte) else { return nil }
      usesURL = usesURL || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      usesPlain = usesPlain || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    // Bits that are left over must be none, or the text would not come back as it was.
    guard !(usesURL && usesPlain), bits & (1 << UInt32(count) - 1) == 0 else { return nil }
    self.bytes = bytes
    form = Form(isForURL: usesURL, isPadded: padding > 0 || trimmed.count.isMultiple(of: 4) && !usesURL)
  }

  /// The bytes in that form.
  package static func text(of bytes: [UInt8], _ form: Form) -> String {
    let unpadded = Base64.encodeForURL(bytes)
    if form.isForURL {
      return form.isPadded ? unpadded + String(repeating: "=", count: (4 - unpadded.utf8.count % 4) % 4) : unpadded
    }
    let text = Base64.encode(bytes)
    return form.isPadded ? text : String(text.prefix { $0 != "=" })
  }

  private static func value(of byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
