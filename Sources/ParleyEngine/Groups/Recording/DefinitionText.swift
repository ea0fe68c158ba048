/// The text of a file about a step, laid out anew as soon as somebody reads it: a group has hundreds of steps, and a screen shows one.
package struct DefinitionText: Sendable {
  /// The step as it stands in its file. What is made of the same bytes in the same column says the same.
  package struct Source: Sendable, Equatable {
    private let text: String
    private let column: Int

    /// A step's own bytes, and the column in which they begin.
    package init(_ bytes: some Sequence<UInt8>, column: Int) {
      text = String(decoding: Array(bytes), as: UTF8.self)
      self.column = column
    }
  }

  private let source: Source?
  private let laidOut: LazyValue<String>

  /// A text that is known.
  package init(_ text: String) {
    source = nil
    laidOut = LazyValue(made: text)
  }

  /// - Parameter source: all that it is made of; nil where that cannot be compared.
  package init(of source: Source?, _ make: @escaping @Sendable () -> String) {
    self.source = source
    laidOut = LazyValue(make)
  }

  /// In lines.
  package var text: String { laidOut.read() }
}

extension DefinitionText: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self.init(text) }
}

extension DefinitionText: Hashable {
  package static func == (left: DefinitionText, right: DefinitionText) -> Bool {
    if left.laidOut === right.laidOut { return true }
    if let source = left.source, source == right.source { return true }
    return left.text.isIdentical(to: right.text)
  }

  /// To lay out a text takes longer than to compare the rest of a step.
  package func hash(into hasher: inout Hasher) {}
}

extension DefinitionText: Codable {
  package init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
