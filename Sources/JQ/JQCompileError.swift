/// The error of a text that is not a filter, with its location.
///
///     do { _ = try JQProgram(".items | lenght") } catch {
///       print(error)  // line 1, column 10: unknown function “lenght/0”; did you mean “length/0”?
///     }
public struct JQCompileError: Error, Hashable, Sendable {
  /// The error's description, a sentence without a full stop.
  public let message: String
  /// From 1.
  public let line: Int
  /// In characters as people count them in an editor, from 1.
  public let column: Int
  /// The word that is wrong, as offsets in the UTF-8 of the filter's text.
  public let range: Range<Int>

  /// - Parameter offset: the start of the word.
  package init(_ message: String, at offset: Int, in text: [UInt8]) {
    self.init(message, range: Lexer.token(at: offset, in: text), in: text)
  }

  /// Of what is no word.
  init(_ message: String, range: Range<Int>, in text: [UInt8]) {
    let place = SourcePlace(range.lowerBound, in: text)
    (self.message, line, column, self.range) = (message, place.line, place.column, range)
  }
}

extension JQCompileError: CustomStringConvertible {
  /// The place and what is wrong there.
  public var description: String { "line \(line), column \(column): \(message)" }
}

/// A place in a text as people count it.
struct SourcePlace {
  let line: Int
  let column: Int

  init(_ offset: Int, in text: [UInt8]) {
    let before = text[..<min(offset, text.count)]
    let newLine = UInt8(ascii: "\n")
    let lineStart = before.lastIndex(of: newLine).map { $0 + 1 } ?? 0
    line = before.count { $0 == newLine } + 1
    column = String(decoding: before[lineStart...], as: UTF8.self).count + 1
  }
}
