extension JSONScanner {
  @inline(__always)
  mutating func scanKey(
    _ bytes: Span<UInt8>, _ index: inout Int, into handler: inout some JSONEventHandler
  ) throws(JSONSyntaxError) {
    guard let byte = passWhiteSpace(bytes, &index) else { return }
    if byte == .quote {
      startString(isKey: true, &index)
      try scanString(bytes, &index, into: &handler)
    } else if byte == .closeBrace, phase == .firstKey {
      close(.objectEnd, &index, into: &handler)
    } else {
      throw unexpected(byte, at: index, expected: phase == .firstKey ? "a key in quotes or `}`" : "a key in quotes")
    }
  }

  @inline(__always)
  mutating func scanColon(
    _ bytes: Span<UInt8>, _ index: inout Int, into handler: inout some JSONEventHandler
  ) throws(JSONSyntaxError) {
    guard let byte = passWhiteSpace(bytes, &index) else { return }
    guard byte == .colon else { throw unexpected(byte, at: index, expected: "`:`") }
    emit(.colon, at: &index, into: &handler)
    phase = .value
  }

  @inline(__always)
  mutating func scanValue(
    _ bytes: Span<UInt8>, _ index: inout Int, into handler: inout some JSONEventHandler
  ) throws(JSONSyntaxError) {
    guard let byte = passWhiteSpace(bytes, &index) else { return }
    switch byte {
    case .quote:
      startString(isKey: false, &index)
      try scanString(bytes, &index, into: &handler)
    case .openBrace: try open(object: true, &index, into: &handler)
    case .openBracket: try open(object: false, &index, into: &handler)
    case .closeBracket where phase == .firstElement: close(.arrayEnd, &index, into: &handler)
    case .minus, UInt8(ascii: "0")...UInt8(ascii: "9"):
      startNumber(byte, &index)
      try scanNumber(bytes, &index, into: &handler)
    default: try startLiteral(byte, &index)
    }
  }

  /// After a value: a comma, the end of its container, or nothing but white space.
  @inline(__always)
  mutating func scanAfterValue(
    _ bytes: Span<UInt8>, _ index: inout Int, into handler: inout some JSONEventHandler
  ) throws(JSONSyntaxError) {
    guard let byte = passWhiteSpace(bytes, &index) else { return }
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

  @inline(__always)
  private mutating func open(
    object: Bool, _ index: inout Int, into handler: inout some JSONEventHandler
  ) throws(JSONSyntaxError) {
    if let maximumDepth, containers.depth >= maximumDepth { throw tooDeep(maximumDepth, at: index) }
    containers.push(object: object)
    emit(object ? .objectStart : .arrayStart, at: &index, into: &handler)
    phase = object ? .firstKey : .firstElement
  }

  @inline(__always)
  private mutating func close(
    _ kind: JSONEvent.Kind, _ index: inout Int, into handler: inout some JSONEventHandler
  ) {
    containers.pop()
    emit(kind, at: &index, into: &handler)
    phase = .afterValue
  }

  @inline(__always)
  private func emit(_ kind: JSONEvent.Kind, at index: inout Int, into handler: inout some JSONEventHandler) {
    let start = offset + index
    handler.handle(JSONEvent(kind, Range(uncheckedBounds: (start, start + 1))))
    index += 1
  }

  /// The next byte that is no white space.
  @inline(__always)
  private mutating func passWhiteSpace(_ bytes: Span<UInt8>, _ index: inout Int) -> UInt8? {
    while index < bytes.count {
      let byte = bytes[index]
      if byte > .space { return byte }
      switch byte {
      case .space: index = JSONBytes.endOfSpaces(bytes, from: index + 1)
      case .tab, .carriageReturn: index += 1
      case .lineFeed:
        index += 1
        startLine(at: offset + index)
      default: return byte
      }
    }
    return nil
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
