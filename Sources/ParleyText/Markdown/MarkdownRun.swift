/// A piece of text in Markdown that is shown in one way.
package struct MarkdownRun: Hashable, Sendable {
  /// The ways in which text is set off.
  package struct Marks: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let strong = Marks(rawValue: 1)
    package static let emphasis = Marks(rawValue: 2)
    package static let code = Marks(rawValue: 4)
  }

  package var text: String
  package var marks: Marks
  /// The address to which it leads; nil if it is no link.
  package var link: String?

  package init(_ text: String, _ marks: Marks = [], link: String? = nil) {
    self.text = text
    self.marks = marks
    self.link = link
  }

  /// The pieces of a line or of a paragraph.
  package static func runs(of text: some StringProtocol) -> [MarkdownRun] {
    var reading = MarkdownInline(Array(text))
    return reading.runs(to: nil, [], link: nil)
  }
}

extension Sequence<MarkdownRun> {
  /// The text without its marks.
  package var plain: String { reduce(into: "") { $0 += $1.text } }
}
