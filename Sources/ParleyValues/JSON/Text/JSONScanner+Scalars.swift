// Numbers (RFC 8259 §6) and the literals true, false, null.

extension JSONScanner {
  @inline(__always)
  mutating func startNumber(_ first: UInt8, _ index: inout Int) {
    tokenStart = offset + index
    phase = first == .minus ? .minus : first == .zero ? .zero : .integer
    index += 1
  }

  @inline(__always)
  mutating func scanNumber(
    _ bytes: Span<UInt8>, _ index: inout Int, into handler: inout some JSONEventHandler
  ) throws(JSONSyntaxError) {
    while index < bytes.count {
      let byte = bytes[index]
      guard let next = phase.following(byte) else {
        guard phase.endsNumber, !JSONBytes.continuesWord(byte) else { throw badNumber(byte, at: index) }
        return endNumber(at: offset + index, into: &handler)
      }
      phase = next
      index += 1
      if next.isInDigits { index = JSONBytes.endOfDigits(bytes, from: index) }
    }
  }

  @inline(__always)
  mutating func endNumber(at end: Int, into handler: inout some JSONEventHandler) {
    handler.handle(JSONEvent(.number, Range(uncheckedBounds: (tokenStart, end))))
    phase = .afterValue
  }

  /// Whether `text` is one number and nothing else.
  static func isNumber(_ text: String) -> Bool {
    var phase = Phase.minus  // After a minus comes what starts a number without one.
    for byte in text.utf8.dropFirst(text.utf8.first == .minus ? 1 : 0) {
      guard let next = phase.following(byte) else { return false }
      phase = next
    }
    return phase.endsNumber
  }
}

extension JSONScanner.Phase {
  /// Whether any number of digits leave a number where it stands.
  @inline(__always)
  fileprivate var isInDigits: Bool {
    self == .integer || self == .fraction || self == .exponent
  }

  /// The state of the number after its next byte; `nil` if the byte is not part of it.
  @inline(__always)
  func following(_ byte: UInt8) -> Self? {
    let isDigit = byte &- .zero < 10
    switch self {
    case .minus: return isDigit ? (byte == .zero ? .zero : .integer) : nil
    case .integer where isDigit: return .integer
    case .zero, .integer: return byte == .point ? .point : afterDigits(byte)
    case .point: return isDigit ? .fraction : nil
    case .fraction: return isDigit ? .fraction : afterDigits(byte)
    case .exponentMark: return isDigit ? .exponent : byte == .plus || byte == .minus ? .exponentSign : nil
    case .exponentSign, .exponent: return isDigit ? .exponent : nil
    default: return nil
    }
  }

  private func afterDigits(_ byte: UInt8) -> Self? {
    byte | 0x20 == UInt8(ascii: "e") ? .exponentMark : nil
  }
}

extension JSONScanner {
  enum Literal: UInt8 {
    case `true`, `false`, null

    init?(first byte: UInt8) {
      switch byte {
      case UInt8(ascii: "t"): self = .true
      case UInt8(ascii: "f"): self = .false
      case UInt8(ascii: "n"): self = .null
      default: return nil
      }
    }

    /// The bytes after the first one, the next one lowest.
    var rest: UInt32 {
      switch self {
      case .true: 0x65_75_72  // rue
      case .false: 0x65_73_6C_61  // alse
      case .null: 0x6C_6C_75  // ull
      }
    }

    var name: String {
      switch self {
      case .true: "true"
      case .false: "false"
      case .null: "null"
      }
    }

    var kind: JSONEvent.Kind {
      switch self {
      case .true: .true
      case .false: .false
      case .null: .null
      }
    }
  }

  mutating func startLiteral(_ byte: UInt8, _ index: inout Int) throws(JSONSyntaxError) {
    guard let first = Literal(first: byte) else {
      throw unexpected(byte, at: index, expected: phase == .firstElement ? "a value or `]`" : "a value")
    }
    literal = first
    literalRest = first.rest
    tokenStart = offset + index
    phase = .literal
    index += 1
  }

  mutating func scanLiteral(
    _ bytes: Span<UInt8>, _ index: inout Int, into handler: inout some JSONEventHandler
  ) throws(JSONSyntaxError) {
    while literalRest != 0 {
      guard index < bytes.count else { return }
      guard bytes[index] == UInt8(truncatingIfNeeded: literalRest) else {
        throw unexpected(bytes[index], at: index, expected: "`\(literal.name)`")
      }
      literalRest >>= 8
      index += 1
    }
    handler.handle(JSONEvent(literal.kind, Range(uncheckedBounds: (tokenStart, offset + index))))
    phase = .afterValue
  }
}
