extension JSONScanner {
  mutating func scanStructure(
    _ bytes: Span<UInt8>, _ index: inout Int, into handler: inout some JSONEventHandler
  ) throws(JSONSyntaxError) {
    passWhiteSpace(bytes, &index)
    guard index < bytes.count else { return }
    let byte = bytes[index]
    switch phase {
    case .colon:
      guard byte == .colon else { throw unexpected(byte, at: index, expected: "`:`") }
      emit(.colon, at: &index, into: &handler)
      phase = .value
    case .afterValue: try endValue(byte, &index, into: &handler)
    case .key: try startKey(byte, &index)
    case .firstKey:
      if byte == .closeBrace { close(.objectEnd, &index, into: &handler) } else { try startKey(byte, &index) }
    case .firstElement:
      if byte == .closeBracket {
        close(.arrayEnd, &index, into: &handler)
      } else {
        try startValue(byte, &index, into: &handler)
      }
    default: try startValue(byte, &index, into: &handler)
    }
  }

  private mutating func startKey(_ byte: UInt8, _ index: inout Int) throws(JSONSyntaxError) {
    guard byte == .quote else {
      throw unexpected(byte, at: index, expected: phase == .firstKey ? "a key in quotes or `}`" : "a key in quotes")
    }
    startString(isKey: true, &index)
  }

  private mutating func startValue(
    _ byte: UInt8, _ index: inout Int, into handler: inout some JSONEventHandler
  ) throws(JSONSyntaxError) {
    switch byte {
    case .quote: startString(isKey: false, &index)
    case .openBrace: try open(object: true, &index, into: &handler)
    case .openBracket: try open(object: false, &index, into: &handler)
    case .minus: startNumber(.minus, &index)
    case .zero: startNumber(.zero, &index)
    case UInt8(ascii: "1")...UInt8(ascii: "9"): startNumber(.integer, &index)
    default: try startLiteral(byte, &index)
    }
  }

  /// After a value: a comma, the end of its container, or nothing but white space.
  private mutating func endValue(
    _ byte: UInt8, _ index: inout Int, into handler: inout some JSONEventHandler
  ) throws(JSONSyntaxError) {
    guard !containers.isEmpty else { throw trailing(byte, at: index) }
    let isInObject = containers.isInObject
    switch byte {
    case .comma:
      emit(.comma, at: &index, into: &handler)
      phase = isInObject ? .key : .value
    case .closeBrace where isInObject: close(.objectEnd, &index, into: &handler)
    case .closeBracket where !isInObject: close(.arrayEnd, &index, into: &handler)
    default: throw unexpected(byte, at: index, expected: isInObject ? "`,` or `}`" : "`,` or `]`")
    }
  }

  private mutating func open(
    object: Bool, _ index: inout Int, into handler: inout some JSONEventHandler
  ) throws(JSONSyntaxError) {
    if let maximumDepth, containers.depth >= maximumDepth { throw tooDeep(maximumDepth, at: index) }
    containers.push(object: object)
    emit(object ? .objectStart : .arrayStart, at: &index, into: &handler)
    phase = object ? .firstKey : .firstElement
  }

  private mutating func close(
    _ kind: JSONEvent.Kind, _ index: inout Int, into handler: inout some JSONEventHandler
  ) {
    containers.pop()
    emit(kind, at: &index, into: &handler)
    phase = .afterValue
  }

  private func emit(_ kind: JSONEvent.Kind, at index: inout Int, into handler: inout some JSONEventHandler) {
    let start = offset + index
    handler.handle(JSONEvent(kind, Range(uncheckedBounds: (start, start + 1))))
    index += 1
  }

  private mutating func passWhiteSpace(_ bytes: Span<UInt8>, _ index: inout Int) {
    while index < bytes.count {
      switch bytes[index] {
      case .space: index = JSONBytes.endOfSpaces(bytes, from: index + 1)
      case .tab, .carriageReturn: index += 1
      case .lineFeed:
        index += 1
        startLine(at: offset + index)
      default: return
      }
    }
  }

  private mutating func startLine(at offset: Int) {
    line += 1
    lineStart = offset
    continuationBytes = 0
  }

  /// RFC 8259 §8.1: a byte order mark must not be written, but may be passed over.
  mutating func passByteOrderMark(_ bytes: Span<UInt8>, _ index: inout Int) throws(JSONSyntaxError) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if phase == .start {
      (phase, missing) = bytes[index] == mark[0] ? (.byteOrderMark, mark.count) : (.value, 0)
    }
    guard phase == .byteOrderMark else { return }
    guard bytes[index] == mark[mark.count - missing] else {
      throw unexpected(bytes[index], at: index, expected: "a value")
    }
    index += 1
    missing -= 1
    if missing == 0 {
      phase = .value
      lineStart = mark.count
    }
  }
}
