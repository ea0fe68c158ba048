/// Reads JSON strictly by RFC 8259, byte by byte, in pieces of any size, and tells its tokens as they end.
///
///     var scanner = JSONScanner()
///     for try await chunk in body { try scanner.scan(chunk, into: &handler) }
///     try scanner.finish(into: &handler)
///
/// It holds nothing of the input but where it stands, never recurses, and knows any depth of nesting. A byte order mark
/// at the start is passed over, as §8.1 permits. Escaped surrogates need not come in pairs (§8.2 leaves that open).
package struct JSONScanner: Sendable {
  /// Deeper nesting than this is an error; `nil` for none.
  package let maximumDepth: Int?
  /// Whether bytes in strings that are not UTF-8 are an error; if not, they are passed over for a reader to replace.
  package let requiresUTF8: Bool

  /// How many bytes have been accepted. After an error, the offset of the byte at fault.
  package private(set) var offset = 0
  /// The error in the input, once there is one. All later calls throw it again.
  package private(set) var failure: JSONSyntaxError?

  var phase = Phase.start
  var containers = JSONContainerStack()

  /// The start of the token being read, and the facts known about it.
  var tokenStart = 0
  var tokenHasEscapes = false
  var stringIsKey = false
  var literal = Literal.null
  /// The bytes of the literal still to come, the next one lowest.
  var literalRest: UInt32 = 0
  /// How many bytes are still to come: of a UTF-8 sequence, a `\u` escape or the byte order mark.
  var missing = 0
  var continuation = UTF8Continuation()

  var line = 1
  var lineStart = 0
  /// Bytes of the line that are no scalar of their own.
  var continuationBytes = 0

  /// - Parameters:
  ///   - maximumDepth: the most containers inside of one another; nil is no limit.
  ///   - requiresUTF8: whether a string that is no UTF-8 is an error.
  package init(maximumDepth: Int? = nil, requiresUTF8: Bool = true) {
    self.maximumDepth = maximumDepth
    self.requiresUTF8 = requiresUTF8
  }

  /// How many containers are open.
  package var depth: Int { containers.depth }

  /// Reads the next piece of the input and tells the tokens that end in it.
  package mutating func scan(_ chunk: [UInt8], into handler: inout some JSONEventHandler) throws(JSONSyntaxError) {
    try scan(chunk.span, into: &handler)
  }

  /// Reads the next piece of the input and tells the tokens that end in it.
  package mutating func scan(_ chunk: Span<UInt8>, into handler: inout some JSONEventHandler) throws(JSONSyntaxError) {
    if let failure { throw failure }
    do throws(JSONSyntaxError) {
      try run(chunk, into: &handler)
    } catch {
      failure = error
      offset = error.place.offset
      throw error
    }
    offset += chunk.count
  }

  /// Tells a number that only the end of the input has ended; throws when the document is not complete.
  package mutating func finish(into handler: inout some JSONEventHandler) throws(JSONSyntaxError) {
    if let failure { throw failure }
    if phase.endsNumber { endNumber(at: offset, into: &handler) }
    guard phase == .afterValue, containers.isEmpty else {
      let error = unfinished()
      failure = error
      throw error
    }
  }
}

extension JSONScanner {
  /// The phases of scanning, by what may come next.
  enum Phase: UInt8 {
    case start, byteOrderMark
    case value, firstElement, firstKey, key, colon, afterValue
    case string, escape, unicodeEscape, utf8
    case minus, zero, integer, point, fraction, exponentMark, exponentSign, exponent
    case literal

    /// Whether a number could end here.
    var endsNumber: Bool {
      switch self {
      case .zero, .integer, .fraction, .exponent: true
      default: false
      }
    }
  }

  @inline(__always)
  private mutating func run(_ bytes: Span<UInt8>, into handler: inout some JSONEventHandler) throws(JSONSyntaxError) {
    var index = 0
    while index < bytes.count {
      switch phase {
      case .key, .firstKey:
        try scanKey(bytes, &index, into: &handler)
        guard phase == .colon, index < bytes.count else { continue }
        fallthrough
      case .colon:
        try scanColon(bytes, &index, into: &handler)
        guard phase == .value, index < bytes.count else { continue }
        fallthrough
      case .value, .firstElement:
        try scanValue(bytes, &index, into: &handler)
        guard phase == .afterValue, index < bytes.count else { continue }
        fallthrough
      case .afterValue: try scanAfterValue(bytes, &index, into: &handler)
      case .string: try scanString(bytes, &index, into: &handler)
      case .escape, .unicodeEscape: try scanEscape(bytes, &index)
      case .utf8: try scanContinuation(bytes, &index)
      case .minus, .zero, .integer, .point, .fraction, .exponentMark, .exponentSign, .exponent:
        try scanNumber(bytes, &index, into: &handler)
      case .literal: try scanLiteral(bytes, &index, into: &handler)
      case .start, .byteOrderMark: try passByteOrderMark(bytes, &index)
      }
    }
  }
}

extension JSONScanner {
  /// The start of a token that has begun but not ended; nil if there is none.
  var unfinishedToken: Int? {
    switch phase {
    case .start, .byteOrderMark, .value, .firstElement, .firstKey, .key, .colon, .afterValue: nil
    default: tokenStart
    }
  }

  /// The start of a key whose colon has not arrived yet; nil if there is none.
  var loneKey: Int? {
    switch phase {
    case .colon: tokenStart
    case .string, .escape, .unicodeEscape, .utf8: stringIsKey ? tokenStart : nil
    default: nil
    }
  }
}
