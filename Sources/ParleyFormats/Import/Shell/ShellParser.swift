import ParleyText

/// Takes a shell's text apart into its commands. Nothing is run and nothing filled in.
///
/// ```swift
/// try ShellParser.statements(of: "T=1; curl -H \"X: $T\" a && curl b").count   // 3
/// ```
struct ShellParser {
  /// The state of reading, so that a command within a word can be read in between.
  struct State {
    var statements: [ShellStatement] = []
    var statement = ShellStatement()
    var heres: [ShellHere] = []
    /// Whether the next command reads what the one before it writes.
    var isPiped = false
    /// Subshells that are open.
    var depth = 0
    var word = WordState()
  }

  struct WordState {
    var word: ShellWord?
    /// Text that is not in the word yet: it grows in place.
    var text = ""
    var isTextQuoted = false
    /// Whether it has a question mark, as a URL with a query has.
    var hasQuery = false
  }

  let text: [Character]
  var index = 0
  var line: Int
  var state = State()
  /// Commands within words within commands; deeper ones are read as text.
  var nesting: Int

  static let deepest = 32

  static func statements(of text: String, line: Int = 1, nesting: Int = 0) throws(ShellWords.UnclosedQuote)
    -> [ShellStatement]
  {
    var parser = ShellParser(text, line: line, nesting: nesting)
    try parser.read(isNested: false)
    return parser.state.statements
  }

  init(_ text: String, line: Int, nesting: Int) {
    self.text = Array(text.replacing("\r\n", with: "\n").replacing("\r", with: "\n"))
    self.line = line
    self.nesting = nesting
  }

  var current: Character? { index < text.count ? text[index] : nil }
  func peek(_ offset: Int) -> Character? { index + offset < text.count ? text[index + offset] : nil }

  @discardableResult
  mutating func advance() -> Character? {
    guard let character = current else { return nil }
    index += 1
    if character == "\n" { line += 1 }
    return character
  }

  mutating func skipBlanks() {
    while let character = current, character == " " || character == "\t" { advance() }
  }
}

// Words and what separates commands.
extension ShellParser {
  /// - Parameter isNested: whether a closing parenthesis ends the text.
  mutating func read(isNested: Bool) throws(ShellWords.UnclosedQuote) {
    while let character = advance() {
      switch character {
      case " ", "\t": endWord()
      case "\n":
        endStatement()
        try readHeres()
      case "#" where !hasWord: while let character = current, character != "\n" { advance() }
      case ";": endStatement()
      case "&": try readAmpersand()
      case "|": readPipe()
      case "(": try readOpening()
      case ")":
        endStatement()
        if state.depth > 0 {
          state.depth -= 1
          state.statements.append(ShellStatement(bracket: .close, line: line))
        } else if isNested {
          return
        }
      case "<", ">": try readRedirection(character)
      default: try readPiece(character)
      }
    }
    endStatement()
    if isNested { throw .init(quote: "$(") }
  }

  private mutating func readAmpersand() throws(ShellWords.UnclosedQuote) {
    if current == ">" {
      advance()
      return try readRedirection(">")
    }
    if current == "&" {
      advance()
    } else if isInQuery {
      return add("&", isQuoted: false)
    }
    endStatement()
  }

  /// In a URL without quotes `&name=value` is hardly meant to end the command.
  private var isInQuery: Bool {
    guard state.word.hasQuery else { return false }
    let next = text[index...].prefix { !$0.isWhitespace && !";&|<>()".contains($0) }
    return next.first != "=" && next.contains("=")
  }

  private mutating func readPipe() {
    let isOr = current == "|"
    if isOr || current == "&" { advance() }
    endStatement()
    state.isPiped = !isOr && !state.statements.isEmpty
  }

  /// A subshell, the elements of a list, or the name of a function.
  private mutating func readOpening() throws(ShellWords.UnclosedQuote) {
    if hasWord {
      flush()
      if state.word.word?.assignment?.value.pieces.isEmpty == true { return try readList() }
      guard current == ")" else { return add("(", isQuoted: false) }
      advance()
      (state.word, state.statement) = (WordState(), ShellStatement(line: line))
      return
    }
    if current == ")" {
      advance()
      state.statement = ShellStatement(line: line)
      return
    }
    if current == "(" {
      let inner = arithmetic(from: index + 1)
      add(inner, isQuoted: true)
      return endWord()
    }
    endStatement()
    state.depth += 1
    state.statements.append(ShellStatement(bracket: .open, line: line))
  }

  private mutating func readList() throws(ShellWords.UnclosedQuote) {
    let outer = state.word
    state.word = WordState()
    var list: [ShellWord] = []
    while let character = advance(), character != ")" {
      switch character {
      case " ", "\t", "\n": if let word = takeWord() { list.append(word) }
      case "#" where !hasWord: while let character = current, character != "\n" { advance() }
      default: try readPiece(character)
      }
    }
    if let word = takeWord() { list.append(word) }
    state.word = outer
    state.word.word?.list = list
  }

  var hasWord: Bool { state.word.word != nil }

  mutating func add(_ text: String, isQuoted: Bool) {
    begin()
    if isQuoted != state.word.isTextQuoted { flush() }
    state.word.isTextQuoted = isQuoted
    state.word.text.append(text)
    if !isQuoted, text == "?" { state.word.hasQuery = true }
  }

  mutating func add(_ piece: ShellWord.Piece) {
    begin()
    flush()
    state.word.word?.pieces.append(piece)
  }

  private mutating func begin() {
    guard state.word.word == nil else { return }
    if state.statement.words.isEmpty { state.statement.line = line }
    state.word.word = ShellWord()
  }

  mutating func flush() {
    guard !state.word.text.isEmpty else { return }
    state.word.word?.pieces.append(.text(state.word.text, isQuoted: state.word.isTextQuoted))
    state.word.text = ""
  }

  /// Quotes without anything between them are a word.
  mutating func beginQuotes() {
    begin()
    guard state.word.text.isEmpty, state.word.word?.pieces.isEmpty == true else { return }
    state.word.word?.pieces.append(.text("", isQuoted: true))
  }

  mutating func takeWord() -> ShellWord? {
    flush()
    defer { state.word = WordState() }
    return state.word.word
  }

  mutating func endWord() {
    if let word = takeWord() { state.statement.words.append(word) }
  }

  mutating func endStatement() {
    endWord()
    if !state.statement.isEmpty {
      state.statement.isPiped = state.isPiped
      state.isPiped = false
      state.statements.append(state.statement)
    }
    state.statement = ShellStatement(line: line)
  }
}
