import ParleyEngine

// Values as text: `tostring`, `tojson`, and excerpts for messages.

extension Value {
  /// Compact JSON as jq writes it. Call it with room on the stack for `depth` levels.
  var text: String {
    var writer = ValueWriter()
    writer.write(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The beginning, in at most `length - 1` bytes, for messages.
  func excerpt(_ length: Int) -> String {
    var writer = ValueWriter(limit: length)
    writer.write(self)
    guard writer.bytes.count > length - 1 else { return String(decoding: writer.bytes, as: UTF8.self) }
    // Never half a character.
    var kept = writer.bytes[..<(length - 4)]
    while let last = kept.last, last & 0xC0 == 0x80 { kept.removeLast() }
    if let last = kept.last, last >= 0xC0 { kept.removeLast() }
    return String(decoding: kept, as: UTF8.self) + "..."
  }
}

/// Writes JSON into bytes, and stops once there are more than somebody wants to see.
struct ValueWriter {
  private(set) var bytes: [UInt8] = []
  private let limit: Int

  init(limit: Int = .max) {
    self.limit = limit
  }

  mutating func write(_ value: Value) {
    guard bytes.count <= limit else { return }
    switch value.payload {
    case .null: bytes += "null".utf8
    case .bool(let flag): bytes += (flag ? "true" : "false").utf8
    case .number(let number): bytes += DoubleText.text(of: number).utf8
    case .literal(let number): bytes += number.text.utf8
    case .string(let text): write(text)
    case .array(let storage): write(storage)
    case .object(let storage): write(storage)
    }
  }

  private mutating func write(_ storage: ArrayStorage) {
    bytes.append(UInt8(ascii: "["))
    for index in 0..<storage.count where bytes.count <= limit {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      write(storage.element(index, origin: nil))
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func write(_ storage: ObjectStorage) {
    bytes.append(UInt8(ascii: "{"))
    for position in 0..<storage.count where bytes.count <= limit {
      if position > 0 { bytes.append(UInt8(ascii: ",")) }
      let (key, value) = storage.member(at: position, origin: nil)
      write(key)
      bytes.append(UInt8(ascii: ":"))
      write(value)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0x20..<0x7F, 0x80...: bytes.append(byte)
      default: escape(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case 8: bytes += "\\b".utf8
    case 9: bytes += "\\t".utf8
    case 10: bytes += "\\n".utf8
    case 12: bytes += "\\f".utf8
    case 13: bytes += "\\r".utf8
    default:
      let digits = String(byte, radix: 16)
      bytes += "\\u00\(byte < 16 ? "0" : "")\(digits)".utf8
    }
  }
}
