/// Writes JSON: values, or documents that are only laid out again. Digits, order and text stay as they are.
///
///     JSONPrinter.pretty.string(of: ["id": 42])
public struct JSONPrinter: Sendable, Hashable {
  /// Spaces for each level; `nil` for everything on one line without any space.
  package let indent: Int?

  /// Without any white space.
  public static let compact = JSONPrinter(indent: nil)
  /// Two spaces a level, one member or element a line, no line break at the end.
  package static let pretty = JSONPrinter(indent: 2)

  /// - Parameter indent: spaces for each level; nil prints without any white space.
  public init(indent: Int?) {
    self.indent = indent
  }

  /// Deeper lines are not moved further to the right: the indentation of 100,000 levels would be gigabytes.
  package static let deepestIndent = 256

  /// The document in UTF-8.
  public func bytes(of value: JSONValue) -> [UInt8] {
    var writer = JSONWriter(indent: indent)
    writer.write(value)
    return writer.bytes
  }

  /// The document as text.
  public func string(of value: JSONValue) -> String {
    String(decoding: bytes(of: value), as: UTF8.self)
  }

  /// The document in `bytes` laid out again, at any depth and without making values of it: numbers, strings and their
  /// escapes, repeated keys and order are copied as they are.
  package func reprint(_ bytes: [UInt8]) throws(JSONSyntaxError) -> [UInt8] {
    var scanner = JSONScanner()
    var copier = JSONCopier(source: bytes, indent: indent)
    try scanner.scan(bytes, into: &copier)
    try scanner.finish(into: &copier)
    return copier.writer.bytes
  }
}
