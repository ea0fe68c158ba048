/// Splits a command line as a POSIX shell does, and as Bash does with `$'…'`. Nothing is expanded or run: variables, globs and
/// substitutions stay the text they are.
package struct ShellWords {
  /// The text ends inside of quotes.
  package struct UnclosedQuote: Error, Hashable {
    package let quote: String

    package init(quote: String) { self.quote = quote }
  }

  private var rest: Substring
  private var words: [String] = []
  /// The word being read; nil between words, so that `''` is a word of its own.
  private var word: String?

  package static func split(_ text: String) throws(UnclosedQuote) -> [String] {
    var reader = ShellWords(text)
    try reader.readAll()
    return reader.words
  }

  /// A command line that is split into these words again.
  package static func line(of words: [String]) -> String {
    words.map(quoted(unlessPlain:)).joined(separator: " ")
  }

  /// A word as it has to be typed: in quotes only where it needs them.
  package static func quoted(unlessPlain word: String) -> String { isPlain(word) ? word : quoted(word) }

  /// A word in single quotes.
  package static func quoted(_ word: String) -> String {
    "'\(word.replacing("'", with: "'\\''"))'"
  }

  private static func isPlain(_ word: String) -> Bool {
    !word.isEmpty
      && word.utf8.allSatisfy {
        "-_./:=@%+,~".utf8.contains($0) || $0.isLetterOrDigit || $0 > 0x7F
      }
  }

  private init(_ text: String) {
    rest = text.replacing("\r\n", with: "\n")[...]
  }

  private mutating func readAll() throws(UnclosedQuote) {
    while let character = rest.popFirst() {
      switch character {
      case " ", "\t", "\n": endWord()
      case "'": try readSingleQuoted()
      case "\"": try readDoubleQuoted()
      case "$" where rest.first == "'":
        rest.removeFirst()
        try readANSIQuoted()
      case "\\": readEscape()
      default: add(character)
      }
    }
    endWord()
  }

  private mutating func add(_ character: Character) {
    word.extend(with: String(character))
  }

  private mutating func endWord() {
    if let word { words.append(word) }
    word = nil
  }

  /// A backslash before a line's end joins the lines.
  private mutating func readEscape() {
    guard let next = rest.popFirst() else { return }
    if next != "\n" { add(next) }
  }

  private mutating func readSingleQuoted() throws(UnclosedQuote) {
    word = word ?? ""
    while let character = rest.popFirst() {
      if character == "'" { return }
      add(character)
    }
    throw UnclosedQuote(quote: "'")
  }

  private mutating func readDoubleQuoted() throws(UnclosedQuote) {
    word = word ?? ""
    while let character = rest.popFirst() {
      switch character {
      case "\"": return
      case "\\": readDoubleQuotedEscape()
      default: add(character)
      }
    }
    throw UnclosedQuote(quote: "\"")
  }

  /// Between double quotes a backslash means something only before these.
  private mutating func readDoubleQuotedEscape() {
    guard let next = rest.first else { return add("\\") }
    switch next {
    case "\"", "\\", "$", "`":
      add(next)
      rest.removeFirst()
    case "\n": rest.removeFirst()
    default: add("\\")
    }
  }

  private mutating func readANSIQuoted() throws(UnclosedQuote) {
    word = word ?? ""
    while let character = rest.popFirst() {
      switch character {
      case "'": return
      case "\\": readANSIEscape()
      default: add(character)
      }
    }
    throw UnclosedQuote(quote: "$'")
  }

  private mutating func readANSIEscape() {
    guard let next = rest.popFirst() else { return add("\\") }
    switch next {
    case "n": add("\n")
    case "t": add("\t")
    case "r": add("\r")
    case "x": addScalar(digits: 2, radix: 16)
    case "u": addScalar(digits: 4, radix: 16)
    case "U": addScalar(digits: 8, radix: 16)
    case "0"..."7":
      rest = (String(next) + rest)[...]
      addScalar(digits: 3, radix: 8)
    default: add(next)
    }
  }

  private mutating func addScalar(digits: Int, radix: Int) {
    let number = rest.prefix(digits).prefix { $0.hexDigitValue.map { $0 < radix } ?? false }
    rest = rest.dropFirst(number.count)
    guard let value = UInt32(number, radix: radix), let scalar = Unicode.Scalar(value) else { return add("\u{FFFD}") }
    add(Character(scalar))
  }
}

extension Optional<String> {
  /// Adds to a word that begins with its first letter, in place: a copy for each letter would be quadratic.
  package mutating func extend(with text: String) {
    if self == nil { self = "" }
    self?.append(text)
  }
}
