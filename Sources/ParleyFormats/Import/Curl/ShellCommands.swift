internal import ParleyEngine
internal import ParleyFiles
import ParleyText

/// The commands of a shell's text: their words, what is written to their standard input, and the variables that the text
/// sets. Nothing is run: a variable or a command in a word is a mark, which becomes a template.
///
/// ```swift
/// try ShellCommands("T=1; curl -H \"X: $T\" a && curl b").commands.map(\.words.count)   // [4, 2]
/// ```
struct ShellCommands {
  struct Command: Equatable {
    var words: [String] = []
    /// A here-document, or the text of the command in front of a pipe; nil where nothing is known of it.
    var input: String?
    /// The file that standard input comes from.
    var inputFile: String?
    /// Of its first word, counted from 1.
    var line = 1
  }

  private(set) var commands: [Command] = []
  /// Set in the text, in its order.
  private(set) var assigned: [(name: String, value: String)] = []

  private let text: [Character]
  private var index = 0
  private var line = 1
  private var command = Command()
  private var word: String?
  /// Here-documents whose lines come with the next line.
  private var heres: [(end: String, isQuoted: Bool, command: Int)] = []
  /// Whether the next command reads what the one before it writes.
  private var isPiped = false

  init(_ text: String) throws(ShellWords.UnclosedQuote) {
    self.text = Array(text.replacing("\r\n", with: "\n").replacing("\r", with: "\n"))
    try read()
  }

  private var current: Character? { index < text.count ? text[index] : nil }
  private func peek(_ offset: Int) -> Character? { index + offset < text.count ? text[index + offset] : nil }

  private mutating func advance() -> Character? {
    guard let character = current else { return nil }
    index += 1
    if character == "\n" { line += 1 }
    return character
  }
}

// Words and what separates commands.
extension ShellCommands {
  private mutating func read() throws(ShellWords.UnclosedQuote) {
    while let character = advance() {
      switch character {
      case " ", "\t": endWord()
      case "\n":
        endCommand()
        readHeres()
      case "#" where word == nil: skipComment()
      case "'": try readSingleQuoted()
      case "\"": try readDoubleQuoted()
      case "\\": readEscape()
      case "$": try readDollar()
      case "`": addCommand(until: "`")
      case ";" where isEnd(at: 0): endCommand()
      case "&" where current == "&" || isEnd(at: 0): endOperator("&")
      case "|": endOperator("|")
      case "<", ">": readRedirection(character)
      default: add(String(character))
      }
    }
    endCommand()
  }

  /// Between the letters of a word, as in a URL without quotes, `;` and `&` are hardly meant to end the command.
  private func isEnd(at offset: Int) -> Bool {
    guard let next = peek(offset) else { return true }
    return next.isWhitespace || next == ";" || next == "&"
  }

  private mutating func add(_ text: String) {
    if word == nil, command.words.isEmpty { command.line = line }
    word.extend(with: text)
  }

  private mutating func endWord() {
    guard let word else { return }
    self.word = nil
    if command.words.isEmpty, let (name, value) = Self.assignment(word) {
      assigned.append((name, value))
    } else if command.words.isEmpty, ["export", "readonly", "local", "declare", "time", "sudo", "$"].contains(word) {
      return
    } else {
      command.words.append(word)
    }
  }

  private static func assignment(_ word: String) -> (String, String)? {
    guard let mark = word.firstIndex(of: "="), Variable.isName(word[..<mark]), !word[..<mark].contains("-") else {
      return nil
    }
    return (String(word[..<mark]), String(word[word.index(after: mark)...]))
  }

  private mutating func endCommand() {
    endWord()
    defer { command = Command(line: line) }
    guard !command.words.isEmpty else { return }
    if isPiped, command.input == nil, let before = commands.last { takeOutput(of: before) }
    isPiped = false
    commands.append(command)
  }

  /// The output of `echo`, `printf` and `cat` is known.
  private mutating func takeOutput(of other: Command) {
    let words = other.words.dropFirst().filter { !["-n", "-e", "-E"].contains($0) }
    switch other.words.first {
    case "echo": command.input = words.joined(separator: " ") + (other.words.contains("-n") ? "" : "\n")
    case "printf":
      if words.count == 1, !words[0].contains("%") { command.input = words[0].replacing("\\n", with: "\n") }
    case "cat":
      if words.isEmpty { (command.input, command.inputFile) = (other.input, other.inputFile) }
      if words.count == 1 { command.inputFile = words[0] }
    default: break
    }
  }

  private mutating func endOperator(_ character: Character) {
    let isDouble = current == character
    if isDouble { _ = advance() }
    endCommand()
    isPiped = character == "|" && !isDouble && !commands.isEmpty
  }

  private mutating func skipComment() {
    while let character = current, character != "\n" { _ = advance() }
  }
}

// Redirections.
extension ShellCommands {
  private mutating func readRedirection(_ character: Character) {
    // The number of a file in front belongs to the redirection.
    if let word, word.allSatisfy(\.isNumber) { self.word = nil } else { endWord() }
    if character == "<", current == "<" {
      _ = advance()
      if current == "<" { return readHereText() }
      return readHereMark()
    }
    if current == ">" || current == "&" { _ = advance() }
    let target = plainWord()
    if character == "<", !target.isEmpty { command.inputFile = target }
  }

  private mutating func readHereText() {
    _ = advance()
    command.input = plainWord() + "\n"
  }

  private mutating func readHereMark() {
    if current == "-" { _ = advance() }
    skipBlanks()
    let isQuoted = current == "'" || current == "\"" || current == "\\"
    heres.append((plainWord().replacing("\\", with: ""), isQuoted, 0))
  }

  private mutating func skipBlanks() {
    while let character = current, character == " " || character == "\t" { _ = advance() }
  }

  /// The next word, without its quotes.
  private mutating func plainWord() -> String {
    skipBlanks()
    var (result, quote) = ("", Character?.none)
    while let character = current {
      if let open = quote {
        _ = advance()
        if character == open { quote = nil } else { result.append(character) }
        continue
      }
      if character.isWhitespace || ";&|<>".contains(character) { break }
      _ = advance()
      if character == "'" || character == "\"" { quote = character } else { result.append(character) }
    }
    return result
  }

  /// The lines of here-documents, which follow the line of their commands.
  private mutating func readHeres() {
    let open = heres
    heres = []
    for (end, isQuoted, _) in open {
      var lines: [String] = []
      while current != nil {
        let line = readLine()
        if line.trimmed == end { break }
        lines.append(line)
      }
      let text = lines.map { $0 + "\n" }.joined()
      guard !commands.isEmpty else { continue }
      commands[commands.count - 1].input = isQuoted ? text : Self.marked(text)
    }
  }

  private mutating func readLine() -> String {
    var line = ""
    while let character = advance(), character != "\n" { line.append(character) }
    return line
  }

  /// Text between double quotes, with marks for variables and commands.
  private static func marked(_ text: String) -> String {
    (try? ShellCommands("x \"\(text.replacing("\"", with: "\\\""))\"").commands.first?.words.last) ?? text
  }
}

// Quotes, variables and commands in words.
extension ShellCommands {
  private mutating func readEscape() {
    guard let next = advance() else { return }
    if next != "\n" { add(String(next)) }
  }

  private mutating func readSingleQuoted() throws(ShellWords.UnclosedQuote) {
    add("")
    while let character = advance() {
      if character == "'" { return }
      add(String(character))
    }
    throw .init(quote: "'")
  }

  private mutating func readDoubleQuoted() throws(ShellWords.UnclosedQuote) {
    add("")
    while let character = advance() {
      switch character {
      case "\"": return
      case "\\": readDoubleQuotedEscape()
      case "$": readVariable()
      case "`": addCommand(until: "`")
      default: add(String(character))
      }
    }
    throw .init(quote: "\"")
  }

  /// Between double quotes a backslash means something only before these.
  private mutating func readDoubleQuotedEscape() {
    guard let next = current else { return add("\\") }
    switch next {
    case "\"", "\\", "$", "`":
      _ = advance()
      add(String(next))
    case "\n": _ = advance()
    default: add("\\")
    }
  }

  private mutating func readDollar() throws(ShellWords.UnclosedQuote) {
    switch current {
    case "'":
      var end = index + 1
      while end < text.count, text[end] != "'" { end += text[end] == "\\" ? 2 : 1 }
      guard end < text.count else { throw .init(quote: "$'") }
      let quoted = String(text[index...end])
      while index <= end { _ = advance() }
      add(try ShellWords.split("$" + quoted).first ?? "")
    case "\"":
      _ = advance()
      try readDoubleQuoted()
    default: readVariable()
    }
  }

  /// Behind a dollar sign.
  private mutating func readVariable() {
    switch current {
    case "(":
      _ = advance()
      addCommand(until: ")")
    case "{":
      let name = text[(index + 1)...].prefix { $0 != "}" && $0 != "\n" }
      guard name.endIndex < text.count, text[name.endIndex] == "}" else { return add("$") }
      let plain = name.prefix { $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) }
      for _ in 0..<(name.count + 2) { _ = advance() }
      add(ShellMark.text(plain.isEmpty ? "${\(String(name))}" : String(plain)))
    case let first? where first == "_" || first.isASCII && first.isLetter:
      let name = text[index...].prefix { $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) }
      for _ in name { _ = advance() }
      add(ShellMark.text(String(name)))
    default: add("$")
    }
  }

  private mutating func addCommand(until end: Character) {
    var (depth, inner) = (1, "")
    while let character = advance() {
      if end == ")", character == "(" { depth += 1 }
      if character == end { depth -= 1 }
      if depth == 0 { break }
      inner.append(character)
    }
    add(ShellMark.text("$(\(inner))"))
  }
}

/// Marks in a word for a variable or a command of the shell: characters of no text.
enum ShellMark {
  static let (open, close) = ("\u{F0000}", "\u{F0001}")

  static func text(_ inner: String) -> String { open + inner + close }

  /// As people read it: `$NAME`.
  static func readable(_ text: String) -> String {
    text.replacing(open, with: "$").replacing(close, with: "").replacing("$$", with: "$")
  }
}
