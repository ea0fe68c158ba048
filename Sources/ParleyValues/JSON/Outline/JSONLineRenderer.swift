/// Makes lines to be drawn of spans of bytes.
struct JSONLineRenderer {
  private let walker: JSONLineWalker
  /// At most so many bytes of a token become text.
  private let textLimit: Int

  init(_ walker: JSONLineWalker, _ textLimit: Int) {
    (self.walker, self.textLimit) = (walker, textLimit)
  }

  func line(_ span: JSONLineSpan) throws -> JSONLine {
    var tokens = try keyTokens(span)
    if let value = span.value { tokens.append(try token(value)) }
    appendComma(span.comma, to: &tokens)
    let role: JSONLine.Role =
      switch span.role {
      case .value: .value
      case .opens: .opens
      case .closes: .closes
      }
    return line(span, role, tokens, end: (span.value ?? span.key)?.range.upperBound)
  }

  /// The line of a folded container.
  func line(_ span: JSONLineSpan, folding extent: JSONContainerExtent) throws -> JSONLine {
    var tokens = try keyTokens(span)
    guard let bracket = span.value else { return try line(span) }
    let opening = try token(bracket)
    tokens.append(opening)
    tokens.append(summary(extent, at: bracket.range.upperBound))
    let end = extent.closer?.value?.range
    tokens.append(
      punctuation(opening.text == "{" ? "}" : "]", end ?? bracket.range.upperBound..<bracket.range.upperBound))
    appendComma(extent.closer?.comma, to: &tokens)
    return line(span, .folded, tokens, end: end?.upperBound)
  }

  private func line(_ span: JSONLineSpan, _ role: JSONLine.Role, _ tokens: [JSONToken], end: Int?) -> JSONLine {
    let bytes = span.start..<max(end ?? span.start, span.start)
    return JSONLine(number: span.line, depth: span.depth, role: role, tokens: tokens, bytes: bytes)
  }

  private func keyTokens(_ span: JSONLineSpan) throws -> [JSONToken] {
    guard let key = span.key else { return [] }
    let end = key.range.upperBound
    return [try token(key)] + (key.isFinished ? [punctuation(": ", end..<end)] : [])
  }

  private func appendComma(_ comma: Int?, to tokens: inout [JSONToken]) {
    if let comma { tokens.append(punctuation(",", comma..<comma + 1)) }
  }

  private func token(_ span: JSONTokenSpan) throws -> JSONToken {
    if span.kind == .punctuation { return try bracket(span.range) }
    let isTruncated = span.range.count > textLimit
    let bytes = try walker.read(span.range.lowerBound..<span.range.lowerBound + min(span.range.count, textLimit))
    let (text, isVerbatim) = JSONText.readable(isTruncated ? JSONText.wholeScalars(bytes) : bytes[...])
    return JSONToken(
      kind: span.kind, text: text, bytes: span.range, isTruncated: isTruncated, isVerbatim: isVerbatim,
      isFinished: span.isFinished)
  }

  /// One bracket, or both of an empty container, between which there may be any white space.
  private func bracket(_ range: Range<Int>) throws -> JSONToken {
    let first = try walker.read(range.lowerBound..<range.lowerBound + 1)
    let pair = first == [.openBrace] ? "{}" : "[]"
    return punctuation(range.count > 1 ? pair : String(decoding: first, as: UTF8.self), range)
  }

  private func summary(_ extent: JSONContainerExtent, at offset: Int) -> JSONToken {
    let count = Self.grouped(extent.childCount) + (extent.closer == nil ? "+" : "")
    return plain(.summary, " \(count) ", offset..<offset)
  }

  private func punctuation(_ text: String, _ bytes: Range<Int>) -> JSONToken {
    plain(.punctuation, text, bytes)
  }

  private func plain(_ kind: JSONToken.Kind, _ text: String, _ bytes: Range<Int>) -> JSONToken {
    JSONToken(
      kind: kind, text: text, bytes: bytes, isTruncated: false, isVerbatim: bytes.count == text.utf8.count,
      isFinished: true)
  }

  /// Digits in threes: `1,024`.
  static func grouped(_ number: Int) -> String {
    let digits = Array(String(number))
    return digits.indices.reduce(into: "") { text, index in
      if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
      text.append(digits[index])
    }
  }
}
