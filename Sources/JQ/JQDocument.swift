public import ParleyEngine

/// A JSON text that filters are applied to. Of a large array in it, elements become values as a filter comes to them, so that it
/// takes little more memory than the text.
///
///     let document = try JQDocument(parsing: bytes)
///     try JQProgram(".[] | select(.price > 50) | .name").forEachValue(of: document) { print($0) }
public struct JQDocument: Sendable {
  enum Content: Sendable {
    case value(JSONValue)
    case elements(JSONElements)
  }

  let content: Content
  /// Smaller texts are read faster at once; in bytes.
  private static let large = 1 << 20

  /// Reads a whole document; nested at most 512 deep.
  /// - Throws: `JSONSyntaxError`, with the place.
  public init(parsing bytes: [UInt8]) throws(JSONSyntaxError) {
    if bytes.count >= JQDocument.large, let elements = try JSONElements(parsing: bytes) {
      content = .elements(elements)
    } else {
      content = .value(try JSONValue(parsing: bytes))
    }
  }

  /// A document that has been read.
  public init(_ value: JSONValue) {
    content = .value(value)
  }

  /// The whole.
  public var value: JSONValue {
    switch content {
    case .value(let value): value
    case .elements(let elements): .array((0..<elements.count).map { elements[$0] })
    }
  }
}

extension Value {
  init(_ document: JQDocument, origin: Origin?) {
    switch document.content {
    case .value(let value): self.init(json: value, origin: origin)
    case .elements(let elements): self.init(.array(ArrayStorage(foreign: .text(elements))), origin: origin)
    }
  }
}
