/// Reads a whole document into a value, strictly by RFC 8259.
///
///     try JSONParser().parse(Array(#"{"id": 9007199254740993}"#.utf8))
///
/// A surrogate escaped without its partner (`"\ud800"`), which no Swift string can hold, becomes U+FFFD.
package struct JSONParser: Sendable {
  /// Deeper nesting is refused. Values are compared, printed and released recursively: far deeper ones would not fit
  /// the stack. (The outline of a document knows no such limit.)
  package let maximumDepth: Int

  /// - Parameter maximumDepth: the most containers inside of one another; more is `.tooDeep`.
  package init(maximumDepth: Int = 512) {
    self.maximumDepth = maximumDepth
  }

  /// Reads one whole document.
  /// - Throws: `JSONSyntaxError`, with the place.
  package func parse(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONValue {
    var scanner = JSONScanner(maximumDepth: maximumDepth)
    var builder = JSONTreeBuilder(bytes: bytes)
    try scanner.scan(bytes, into: &builder)
    try scanner.finish(into: &builder)
    return builder.value
  }
}

extension JSONValue {
  /// The document in `bytes`; nested at most 512 deep.
  public init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
    self = try JSONParser().parse(bytes)
  }

  /// The document in `text`; nested at most 512 deep.
  public init(parsing text: String) throws(JSONSyntaxError) {
    self = try JSONParser().parse(Array(text.utf8))
  }
}
