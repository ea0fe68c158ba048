/// The smallest parts of a filter's text.
struct Token: Equatable {
  enum Kind: Equatable {
    case identifier(String)
    /// `.name`
    case field(String)
    /// `$name`
    case variable(String)
    /// `@name`
    case format(String)
    case number(String)
    /// The start of a string; the parser reads on from there.
    case quote
    case symbol(String)
    case end
  }

  let kind: Kind
  let start: Int

  static let keywords: Set<String> = [
    "as", "import", "include", "module", "def", "if", "then", "else", "elif", "and", "or", "end", "reduce", "foreach",
    "try", "catch", "label", "break", "__loc__",
  ]

  var isKeyword: Bool {
    if case .identifier(let name) = kind { Token.keywords.contains(name) } else { false }
  }

  /// For messages.
  var phrase: String {
    switch kind {
    case .identifier(let name): "“\(name)”"
    case .field(let name): "'.\(name)'"
    case .variable(let name): "“$\(name)”"
    case .format(let name): "“@\(name)”"
    case .number(let text): "“\(text)”"
    case .quote: "a string"
    case .symbol(let text): "“\(text)”"
    case .end: "the end of the filter"
    }
  }
}
