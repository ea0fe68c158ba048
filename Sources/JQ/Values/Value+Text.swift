import ParleyEngine

// Values as text: `tostring`, `tojson`, and excerpts for messages.

extension Value {
  /// Compact JSON as jq writes it. Call it with room on the stack for `depth` levels. What stands in several places is written as
  /// often, so that the text may be far larger than the value.
  func text(_ machine: Machine) throws(Interrupt) -> String {
    var writer = ValueWriter()
    var whole = 0
    try writer.write(self) { bytes, values throws(Interrupt) in
      whole += bytes
      try machine.spend(values)
      try machine.admit(bytes: bytes, of: whole)
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The same of a scalar.
  var scalarText: String {
    var writer = ValueWriter()
    writer.write(self) { _, _ in }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The beginning, in at most `length - 1` bytes, for messages.
  func excerpt(_ length: Int) -> String {
    var writer = ValueWriter(limit: length)
    writer.write(self) { _, _ in }
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
  private var told = 0
  private var values = 0

  init(limit: Int = .max) {
    self.limit = limit
  }

  /// - Parameter check: called with the number of bytes, and of values, that have been written since it was called last; it may
  ///   end the writing.
  mutating func write<Failure: Error>(_ value: Value, _ check: (Int, Int) throws(Failure) -> Void) throws(Failure) {
    guard bytes.count <= limit else { return }
    values += 1
    switch value.payload {
    case .null: bytes += "null".utf8
    case .bool(let flag): bytes += (flag ? "true" : "false").utf8
    case .number(let number): bytes += DoubleText.text(of: number).utf8
    case .literal(let number): bytes += number.text.utf8
    case .string(let text): write(text)
    case .array(let storage): try write(storage, check)
    case .object(let storage): try write(storage, check)
    }
    if bytes.count - told >= ValueWriter.portion {
      try check(bytes.count - told, values)
      (told, values) = (bytes.count, 0)
    }
  }

  private static let portion = 4096

  private mutating func write<Failure: Error>(
    _ storage: ArrayStorage, _ check: (Int, Int) throws(Failure) -> Void
  ) throws(Failure) {
    bytes.append(UInt8(ascii: "["))
    for index in 0..<storage.count where bytes.count <= limit {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      try write(storage.element(index, origin: nil), check)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func write<Failure: Error>(
    _ storage: ObjectStorage, _ check: (Int, Int) throws(Failure) -> Void
  ) throws(Failure) {
    bytes.append(UInt8(ascii: "{"))
    for position in 0..<storage.count where bytes.count <= limit {
      if position > 0 { bytes.append(UInt8(ascii: ",")) }
      let (key, value) = storage.member(at: position, origin: nil)
      write(key)
      bytes.append(UInt8(ascii: ":"))
      try write(value, check)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func write(_ text: String) {
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
      bytes += "\\u\(byte.hexadecimal(digits: 4))".utf8
    }
  }
}
