/// A command of a shell's text as it is written: nothing in it is filled in yet.
struct ShellStatement {
  /// The source of its standard input.
  enum Input {
    case text(ShellWord)
    case file(ShellWord)
  }

  /// The beginning or the end of a subshell, whose variables are its own.
  enum Bracket {
    case open, close
  }

  var words: [ShellWord] = []
  var input: Input?
  /// Whether it reads what the command before it writes.
  var isPiped = false
  var bracket: Bracket?
  /// Of its first word, counted from 1.
  var line = 1

  var isEmpty: Bool { words.isEmpty && input == nil && bracket == nil }
}

/// A word of a shell: text, and what the shell fills in.
struct ShellWord {
  indirect enum Piece {
    case text(String, isQuoted: Bool)
    case parameter(ShellParameter, isQuoted: Bool)
    /// `$(…)`, with its text.
    case command([ShellStatement], String, isQuoted: Bool)
    /// `$((…))`
    case arithmetic(String)
  }

  var pieces: [Piece] = []
  /// The elements of `NAME=(…)`.
  var list: [ShellWord]?

  init(_ pieces: [Piece] = []) { self.pieces = pieces }

  /// A word without quotes and without anything to fill in, as keywords are.
  var plain: String? {
    guard pieces.count == 1, list == nil, case .text(let text, isQuoted: false) = pieces[0] else { return nil }
    return text
  }

  /// `NAME=value` or `NAME+=value`.
  struct Assignment {
    let name: String
    let isAddition: Bool
    let value: ShellWord
  }

  var assignment: Assignment? {
    guard case .text(let text, isQuoted: false)? = pieces.first, let mark = text.firstIndex(of: "=") else { return nil }
    let isAddition = text[..<mark].hasSuffix("+")
    let name = text[..<mark].dropLast(isAddition ? 1 : 0)
    guard ShellParameter.isName(name) else { return nil }
    var value = ShellWord(Array(pieces.dropFirst()))
    let rest = text[text.index(after: mark)...]
    if !rest.isEmpty { value.pieces.insert(.text(String(rest), isQuoted: false), at: 0) }
    value.list = list
    return Assignment(name: String(name), isAddition: isAddition, value: value)
  }
}

/// `$NAME`, `${NAME}`, or one with an operator: `${NAME:-text}`.
struct ShellParameter {
  /// A name, digits, or one of the shell's own marks: `@`, `*`, `#`, `?`, `$`, `!`, `-`.
  var name: String
  /// Of a list: a number, `@` or `*`.
  var index: String?
  /// The operator behind the name: `:-`, `%`, `/` …; `#` for the length.
  var sign = ""
  var argument = ShellWord()
  /// As it is written.
  var source: String

  static func isName(_ text: some StringProtocol) -> Bool {
    guard let first = text.first, isNamePart(first), !first.isNumber else { return false }
    return text.allSatisfy(isNamePart)
  }

  static func isNamePart(_ character: Character) -> Bool {
    character == "_" || character.isASCII && (character.isLetter || character.isNumber)
  }

  /// Whether the text sets it, or the system's environment.
  var isVariable: Bool { Self.isName(name) && name != "_" }
}
