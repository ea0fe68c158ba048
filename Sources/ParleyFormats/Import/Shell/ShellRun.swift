internal import ParleyFiles
import ParleyText

/// Goes through a shell's text as the shell would, without running a program: sets variables, repeats loops, and notes each
/// curl command with its words filled in.
///
/// Both branches of a condition are read, and the body of a function once. A variable that keeps one value in the whole text
/// stays a mark with that value in `kept`; another one is replaced where it stands.
struct ShellRun {
  private(set) var commands: [ShellCommand] = []
  /// The values of the variables that stay marks.
  private(set) var kept: [(name: String, value: String)] = []
  /// Notes on parts that could not be read, by their lines.
  private(set) var notes: [(line: Int, text: String)] = []
  /// A program that sends requests too, and that Parley does not read, with its line.
  private(set) var others: [(line: Int, name: String)] = []

  var variables: [String: [String]] = [:]
  /// Names of variables that stay marks.
  var keeping: Set<String> = []
  var record = Record()
  var folder: String?
  var output = ShellOutput()
  private var scopes: [(variables: [String: [String]], folder: String?)] = []
  private var rounds = 0
  /// A measure of what was done, so that no text is read for ever.
  var steps = 0
  /// The bytes that were filled into words.
  var filled = 0
  var nesting = 0

  static let mostRounds = 1_000
  static let mostCommands = 20_000
  static let mostSteps = 200_000
  static let mostFilled = 64 << 20
  private static let mostNotes = 200

  /// The values that each variable has in the whole text.
  struct Record {
    var values: [String: Set<[String]>] = [:]
  }

  /// - Parameter keepsNames: whether variables may stay marks.
  init(_ text: String, keepsNames: Bool) throws(ShellWords.UnclosedQuote) {
    let statements = try ShellParser.statements(of: text)
    if keepsNames {
      var rehearsal = ShellRun()
      rehearsal.run(statements[...])
      let once = rehearsal.record.values.filter { name, values in
        values.count == 1 && values.first.map { $0.count == 1 && $0[0] != ShellMark.text("$\(name)") } == true
      }
      keeping = Set(once.keys)
    }
    run(statements[...])
    kept = keeping.sorted().compactMap { name in
      record.values[name]?.first?.first.map { (name, $0) }
    }
  }

  private init() {}

  mutating func note(_ text: String, at line: Int) {
    if notes.count < Self.mostNotes, !notes.contains(where: { $0.text == text }) { notes.append((line, text)) }
  }

  mutating func noteOther(_ name: String, at line: Int) { others.append((line, name)) }

  mutating func add(_ command: ShellCommand) {
    guard commands.count < Self.mostCommands else {
      return note("Only the first \(Self.mostCommands) commands were taken.", at: command.line)
    }
    commands.append(command)
  }

  mutating func set(_ name: String, _ values: [String]) {
    variables[name] = values
    record.values[name, default: []].insert(values)
  }
}

// Loops and subshells.
extension ShellRun {
  mutating func run(_ statements: ArraySlice<ShellStatement>) {
    var index = statements.startIndex
    while index < statements.endIndex {
      steps += 1
      guard steps < Self.mostSteps else {
        return note("The text does too much: the rest of it was left out.", at: statements[index].line)
      }
      let statement = statements[index]
      index += 1
      switch statement.bracket {
      case .open?: scopes.append((variables, folder))
      case .close?: if let outer = scopes.popLast() { (variables, folder) = outer }
      case nil:
        if let loop = ShellLoop(statement), let end = ShellLoop.end(of: statements[index...]) {
          repeatBody(loop, statements[index..<end])
          index = end + 1
        } else {
          run(statement)
        }
      }
    }
  }

  private mutating func values(of words: [ShellWord]) -> [String] {
    var values: [String] = []
    for word in words where values.count <= Self.mostRounds { values += fields(of: word).flatMap(ShellLoop.range) }
    return values
  }

  private mutating func repeatBody(_ loop: ShellLoop, _ body: ArraySlice<ShellStatement>) {
    guard let values = loop.values ?? loop.words.map({ values(of: $0) }),
      !values.contains(where: { ShellMark.isIn($0) || $0.contains("*") })
    else {
      // Only the run would tell the values that it takes.
      set(loop.name, [ShellMark.text("$\(loop.name)")])
      return run(body)
    }
    for value in values {
      guard rounds < Self.mostRounds else {
        return note("Only the first \(Self.mostRounds) rounds of loops were taken.", at: loop.line)
      }
      rounds += 1
      set(loop.name, [value])
      run(body)
    }
  }
}

/// `for NAME in WORDS`, or `for ((NAME=1; NAME<=9; NAME++))`.
struct ShellLoop {
  let name: String
  /// Nil for what the text does not say.
  let words: [ShellWord]?
  /// Of a loop that counts.
  let values: [String]?
  let line: Int

  static let openings: Set<String> = ["for", "while", "until", "select"]

  init?(_ statement: ShellStatement) {
    let words = statement.words.drop { ShellKeyword.isOne($0) }
    guard let keyword = words.first?.plain, keyword == "for" || keyword == "select", words.count > 1 else { return nil }
    let rest = words.dropFirst()
    line = statement.line
    if let name = rest.first?.plain {
      self.name = name
      (self.words, values) = (rest.dropFirst().first?.plain == "in" ? Array(rest.dropFirst(2)) : nil, nil)
    } else if case .text(let text, isQuoted: true)? = rest.first?.pieces.first, let count = Self.count(text) {
      (name, values, self.words) = (count.name, count.values, nil)
    } else {
      return nil
    }
  }

  /// The index of its `done`.
  static func end(of statements: ArraySlice<ShellStatement>) -> Int? {
    var depth = 1
    for index in statements.indices {
      let words = statements[index].words
      let first = words.first { !ShellKeyword.isOne($0) }?.plain
      if words.first?.plain == "done" { depth -= 1 } else if let first, openings.contains(first) { depth += 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  private static func count(_ text: String) -> (name: String, values: [String])? {
    let form = /\s*(\w+)\s*=\s*(-?\d{1,9})\s*;\s*\w+\s*(<=|<)\s*(-?\d{1,9})\s*;\s*(?:\w+\+\+|\+\+\w+)\s*/
    guard let match = text.wholeMatch(of: form), let low = Int(match.2), let high = Int(match.4) else { return nil }
    let end = match.3 == "<" ? high : high + 1
    return (String(match.1), low < end ? (low..<min(end, low + ShellRun.mostRounds + 1)).map(String.init) : [])
  }

  /// `{1..9}`
  static func range(_ word: String) -> [String] {
    guard let match = word.wholeMatch(of: /\{(-?\d{1,9})\.\.(-?\d{1,9})\}/), let low = Int(match.1),
      let high = Int(match.2)
    else { return [word] }
    // One more than are taken, so that the cut is seen.
    let most = ShellRun.mostRounds
    return low <= high
      ? (low...min(high, low + most)).map(String.init) : (max(high, low - most)...low).reversed().map(String.init)
  }
}

/// Words in front of a command that are no part of it.
enum ShellKeyword {
  private static let all: Set<String> = [
    "if", "then", "elif", "else", "fi", "while", "until", "do", "done", "!", "{", "}", "time", "-p", "coproc", "esac",
    "$",
    "%",
  ]
  /// Those that begin a loop are seen by `ShellLoop` first.
  private static let beforeLoops: Set<String> = ["if", "then", "elif", "else", "do", "!", "{", "time"]

  static func isOne(_ word: ShellWord) -> Bool { word.plain.map(beforeLoops.contains) == true }

  static func leads(_ word: ShellWord) -> Bool { word.plain.map(all.contains) == true }
}
