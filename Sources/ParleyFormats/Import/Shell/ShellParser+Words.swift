import ParleyText

// Quotes, variables and commands in words.
extension ShellParser {
  mutating func readPiece(_ character: Character) throws(ShellWords.UnclosedQuote) {
    switch character {
    case "'": try readSingleQuoted()
    case "\"": try readDoubleQuoted()
    case "\\": if let next = advance(), next != "\n" { add(String(next), isQuoted: true) }
    case "$": try readDollar(isQuoted: false)
    case "`": try readBackticks(isQuoted: false)
    default: add(String(character), isQuoted: false)
    }
  }

  private mutating func readSingleQuoted() throws(ShellWords.UnclosedQuote) {
    beginQuotes()
    while let character = advance() {
      if character == "'" { return }
      add(String(character), isQuoted: true)
    }
    throw .init(quote: "'")
  }

  private mutating func readDoubleQuoted() throws(ShellWords.UnclosedQuote) {
    beginQuotes()
    while let character = advance() {
      if character == "\"" { return }
      try readQuotedPiece(character, escapes: "\"\\$`")
    }
    throw .init(quote: "\"")
  }

  /// Between double quotes, and in a here-document, a backslash means something only before some characters.
  mutating func readQuotedPiece(_ character: Character, escapes: String) throws(ShellWords.UnclosedQuote) {
    switch character {
    case "\\":
      guard let next = current, next == "\n" || escapes.contains(next) else { return add("\\", isQuoted: true) }
      advance()
      if next != "\n" { add(String(next), isQuoted: true) }
    case "$": try readDollar(isQuoted: true)
    case "`": try readBackticks(isQuoted: true)
    default: add(String(character), isQuoted: true)
    }
  }

  private mutating func readDollar(isQuoted: Bool) throws(ShellWords.UnclosedQuote) {
    switch current {
    case "'" where !isQuoted: try readANSIQuoted()
    case "\"" where !isQuoted:
      advance()
      try readDoubleQuoted()
    case "(" where peek(1) == "(":
      advance()
      add(.arithmetic("$((\(arithmetic(from: index + 1))))"))
    case "(" where nesting < Self.deepest: try readCommand(isQuoted: isQuoted)
    case "{" where nesting < Self.deepest: try readBraced(isQuoted: isQuoted)
    case let mark? where mark.isASCII && mark.isNumber || "@*#?$!-".contains(mark):
      advance()
      add(.parameter(ShellParameter(name: String(mark), source: "$\(mark)"), isQuoted: isQuoted))
    case let first? where ShellParameter.isNamePart(first):
      let name = String(text[index...].prefix(while: ShellParameter.isNamePart))
      index += name.count
      add(.parameter(ShellParameter(name: name, source: "$\(name)"), isQuoted: isQuoted))
    default: add("$", isQuoted: isQuoted)
    }
  }

  private mutating func readANSIQuoted() throws(ShellWords.UnclosedQuote) {
    var end = index + 1
    while end < text.count, text[end] != "'" { end += text[end] == "\\" ? 2 : 1 }
    guard end < text.count else { throw .init(quote: "$'") }
    let quoted = String(text[index...end])
    while index <= end { advance() }
    beginQuotes()
    add(try ShellWords.split("$" + quoted).first ?? "", isQuoted: true)
  }

  /// Up to the two closing parentheses, from behind the two that open it.
  mutating func arithmetic(from start: Int) -> String {
    var (depth, end) = (2, start)
    while end < text.count {
      if text[end] == "(" { depth += 1 }
      if text[end] == ")" { depth -= 1 }
      end += 1
      if depth == 0 { break }
    }
    let inner = String(text[start..<end].dropLast(depth == 0 ? 2 : 0))
    while index < end { advance() }
    return inner
  }

  /// `$(…)` holds commands of its own, with quotes and here-documents of their own.
  mutating func readCommand(isQuoted: Bool, as sign: String = "$") throws(ShellWords.UnclosedQuote) {
    advance()
    let start = index
    let outer = state
    state = State()
    state.statement.line = line
    nesting += 1
    try read(isNested: true)
    nesting -= 1
    let statements = state.statements
    state = outer
    add(.command(statements, "\(sign)(\(String(text[start..<(index - 1)])))", isQuoted: isQuoted))
  }

  private mutating func readBackticks(isQuoted: Bool) throws(ShellWords.UnclosedQuote) {
    var inner = ""
    let first = line
    while let character = advance(), character != "`" {
      if character == "\\", let next = current, "`\\$".contains(next) || isQuoted && next == "\"" {
        inner.append(next)
        advance()
      } else {
        inner.append(character)
      }
    }
    guard nesting < Self.deepest else { return add("$(\(inner))", isQuoted: true) }
    let statements = try Self.statements(of: inner, line: first, nesting: nesting + 1)
    add(.command(statements, "$(\(inner))", isQuoted: isQuoted))
  }

  /// `${…}`; what is none of the shell's is text.
  private mutating func readBraced(isQuoted: Bool) throws(ShellWords.UnclosedQuote) {
    let start = index
    advance()
    var sign = ""
    if current == "#", peek(1) != "}" {
      advance()
      sign = "#"
    } else if current == "!" {
      advance()
      sign = "!"
    }
    var name = String(text[index...].prefix(while: ShellParameter.isNamePart))
    if name.isEmpty, let mark = current, "@*#?$!-".contains(mark) { name = String(mark) }
    guard !name.isEmpty else {
      index = start
      return add("$", isQuoted: isQuoted)
    }
    index += name.count
    var parameter = ShellParameter(name: name, source: "")
    if current == "[", let end = text[index...].prefix(200).firstIndex(of: "]") {
      parameter.index = String(text[(index + 1)..<end])
      index = end + 1
    }
    if sign.isEmpty { sign = readSign() }
    parameter.sign = sign
    parameter.argument = try readArgument(isQuoted: isQuoted)
    parameter.source = "$" + String(text[start..<index])
    add(.parameter(parameter, isQuoted: isQuoted))
  }

  private static let signs = [
    ":-", ":=", ":?", ":+", "##", "%%", "//", "/#", "/%", "^^", ",,", "-", "=", "?", "+", "#", "%", "/", "^", ",", ":",
    "@",
  ]

  private mutating func readSign() -> String {
    guard let sign = Self.signs.first(where: { text[index...].starts(with: $0) }) else { return "" }
    index += sign.count
    return sign
  }

  /// Up to the closing brace.
  private mutating func readArgument(isQuoted: Bool) throws(ShellWords.UnclosedQuote) -> ShellWord {
    let outer = state.word
    state.word = WordState()
    nesting += 1
    while let character = advance() {
      if character == "}" {
        nesting -= 1
        defer { state.word = outer }
        return takeWord() ?? ShellWord()
      }
      if isQuoted, character == "'" { add("'", isQuoted: true) } else { try readPiece(character) }
    }
    throw .init(quote: "${")
  }
}
