import ParleyText

/// A here-document that was announced; its lines come with the next line.
struct ShellHere {
  let end: String
  /// Nothing in it is filled in.
  let isQuoted: Bool
  /// `<<-`: tabs in front of its lines do not count.
  let stripsTabs: Bool
  /// The index of the command that reads it.
  let statement: Int
}

extension ShellParser {
  mutating func readRedirection(_ character: Character) throws(ShellWords.UnclosedQuote) {
    if current == "(" { return try readProcess(character) }
    takeNumber()
    if character == "<", current == "<" {
      advance()
      if current == "<" { return try readHereText() }
      return try readHereMark()
    }
    let isDuplicate = current == "&"
    if current == ">" || isDuplicate || current == "|" { advance() }
    let target = try readTarget()
    if character == "<", !isDuplicate { state.statement.input = .file(target) }
  }

  /// The number of a file in front belongs to the redirection.
  private mutating func takeNumber() {
    flush()
    if let text = state.word.word?.plain, text.allSatisfy(\.isNumber) {
      state.word = WordState()
    } else {
      endWord()
    }
  }

  /// `<(…)` stands for a file that nobody knows.
  private mutating func readProcess(_ character: Character) throws(ShellWords.UnclosedQuote) {
    try readCommand(isQuoted: true, as: "\(character)")
  }

  private mutating func readHereText() throws(ShellWords.UnclosedQuote) {
    advance()
    var word = try readTarget()
    word.pieces.append(.text("\n", isQuoted: true))
    state.statement.input = .text(word)
  }

  private mutating func readHereMark() throws(ShellWords.UnclosedQuote) {
    let stripsTabs = current == "-"
    if stripsTabs { advance() }
    let mark = try readTarget()
    var (end, isQuoted) = ("", mark.pieces.isEmpty)
    for case .text(let text, let isPart) in mark.pieces {
      end += text
      isQuoted = isQuoted || isPart
    }
    state.statement.input = .text(ShellWord())
    state.heres.append(
      ShellHere(end: end, isQuoted: isQuoted, stripsTabs: stripsTabs, statement: state.statements.count))
  }

  /// The next word.
  private mutating func readTarget() throws(ShellWords.UnclosedQuote) -> ShellWord {
    skipBlanks()
    let outer = state.word
    state.word = WordState()
    while let character = current, !character.isWhitespace, !";&|<>()".contains(character) {
      advance()
      try readPiece(character)
    }
    defer { state.word = outer }
    return takeWord() ?? ShellWord()
  }

  /// The lines of here-documents, which follow the line of their commands.
  mutating func readHeres() throws(ShellWords.UnclosedQuote) {
    let open = state.heres
    state.heres = []
    for here in open {
      let first = line
      var lines: [String] = []
      while current != nil {
        let line = readLine(stripsTabs: here.stripsTabs)
        if line == here.end { break }
        lines.append(line + "\n")
      }
      let text = lines.joined()
      let word =
        here.isQuoted ? ShellWord([.text(text, isQuoted: true)]) : try Self.hereDocument(text, first, nesting)
      guard state.statements.indices.contains(here.statement) else { continue }
      state.statements[here.statement].input = .text(word)
    }
  }

  private mutating func readLine(stripsTabs: Bool) -> String {
    var line = ""
    while let character = advance(), character != "\n" { line.append(character) }
    return stripsTabs ? String(line.drop { $0 == "\t" }) : line
  }

  /// Text in which variables and commands are filled in; quotes mean nothing.
  private static func hereDocument(
    _ text: String, _ line: Int, _ nesting: Int
  ) throws(ShellWords.UnclosedQuote) -> ShellWord {
    var parser = ShellParser(text, line: line, nesting: nesting)
    while let character = parser.advance() { try parser.readQuotedPiece(character, escapes: "\\$`") }
    return parser.takeWord() ?? ShellWord()
  }
}
