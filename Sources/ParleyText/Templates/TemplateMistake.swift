/// A template that cannot be read: where it stands in its text, and what is wrong with it.
package struct TemplateMistake: Error, Equatable {
  package enum Kind: Sendable, Equatable {
    case tooManyTemplates(limit: Int)
    /// The text ends within a template.
    case notClosed(expected: String)
    case unexpected(found: String, expected: String)
    case quoteNotClosed
    case nestedTooDeep
    case unknownFunction(String)
    case wrongArgumentCount(TemplateFunction, Int)
    /// The function takes only text in quotes.
    case argumentNotLiteral(TemplateFunction)
    /// `now` takes nothing or `"unix"`.
    case unknownTimeFormat
    /// A path into what a function gives, which is text.
    case pathIntoText(TemplateFunction)
    case invalidPath(String)
  }

  package let kind: Kind
  /// As UTF-8 offsets in the text.
  package let range: Range<Int>
}
