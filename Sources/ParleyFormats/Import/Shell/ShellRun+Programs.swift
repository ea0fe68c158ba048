internal import ParleyFiles
import ParleyText

// Commands, by what they are called.
extension ShellRun {
  mutating func run(_ statement: ShellStatement) {
    let before = output
    output = ShellOutput()
    var rest = statement.words.drop(while: ShellKeyword.leads)
    if rest.first?.plain == "function" { rest = rest.dropFirst(2).drop(while: ShellKeyword.leads) }
    var assignments: [ShellWord.Assignment] = []
    while let assignment = rest.first?.assignment {
      assignments.append(assignment)
      rest.removeFirst()
    }
    var command = ShellCommand(folder: folder, line: statement.line)
    read(statement.input, into: &command)
    if statement.isPiped, statement.input == nil { (command.input, command.inputFile) = (before.text, before.file) }
    // A loop that reads line by line has several values.
    let isLoop = statement.words.contains { $0.plain == "while" || $0.plain == "until" }
    if isLoop, let input = command.input, input.split(separator: "\n").count > 1 { command.input = nil }
    let isDeclaration = rest.first?.plain.map { Self.declarations.contains($0) } == true
    if rest.isEmpty {
      for assignment in assignments { assign(assignment) }
    } else if isDeclaration {
      for word in rest.dropFirst() { if let assignment = word.assignment { assign(assignment) } }
    } else {
      command.words = rest.flatMap { fields(of: $0, &command.loose) }
      perform(command)
    }
  }

  private static let declarations: Set<String> = ["export", "readonly", "local", "declare", "typeset"]

  private mutating func assign(_ assignment: ShellWord.Assignment) {
    let old = variables[assignment.name]
    if let list = assignment.value.list {
      let values = list.flatMap { fields(of: $0) }
      return set(assignment.name, assignment.isAddition ? (old ?? []) + values : values)
    }
    var value = text(of: assignment.value)
    // The output of a request has the variable's name.
    if ShellMark.isAlone(value), value.hasPrefix(ShellMark.open + "$(curl") {
      value = ShellMark.text("$\(assignment.name)")
    }
    set(assignment.name, [assignment.isAddition ? (old?.first ?? "") + value : value])
  }

  private mutating func read(_ input: ShellStatement.Input?, into command: inout ShellCommand) {
    switch input {
    case .text(let word)?: command.input = text(of: word)
    case .file(let word)?:
      let name = text(of: word)
      if name == "/dev/null" { command.input = "" } else { command.inputFile = name }
    case nil: break
    }
  }

  /// - Parameter command: with its program in front.
  private mutating func perform(_ given: ShellCommand) {
    guard nesting < ShellParser.deepest else { return }
    var command = given
    guard let unwrapped = ShellWrapper.unwrapped(command.words[...], isWithout: command.input == "") else { return }
    if let note = unwrapped.note { self.note(note, at: command.line) }
    command.words = unwrapped.words
    guard let program = command.words.first else { return }
    let rest = command.words.dropFirst()
    if CurlText.isProgram(program) {
      command.words.removeFirst()
      return add(command)
    }
    switch program {
    case "eval", "trap": perform(rest.prefix(program == "trap" ? 1 : rest.count).joined(separator: " "), command)
    case "bash", "sh", "zsh", "dash", "/bin/bash", "/bin/sh":
      if let index = rest.firstIndex(where: { $0.hasPrefix("-") && $0.hasSuffix("c") }), index + 1 < rest.endIndex {
        perform(rest[index + 1], command)
      }
    case "read": readLine(rest, command)
    case "unset": for name in rest { variables[name] = nil }
    case "cd": change(to: rest.first { !$0.hasPrefix("-") })
    default:
      if let name = ForeignCommand.name(of: program) { return noteOther(name, at: command.line) }
      output = ShellPrinter.output(of: program, Array(rest), command)
      noteHidden(program, rest, command.line)
    }
  }

  /// A text that is a script of its own.
  private mutating func perform(_ text: String, _ command: ShellCommand) {
    let statements = try? ShellParser.statements(of: text, line: command.line, nesting: nesting + 1)
    steps += text.utf8.count >> 6
    guard let statements else {
      return note("A command within another one was left out: its quotes are not closed.", at: command.line)
    }
    nesting += 1
    run(statements[...])
    nesting -= 1
  }

  private mutating func readLine(_ words: ArraySlice<String>, _ command: ShellCommand) {
    var (names, words, isWhole) = ([String](), words, false)
    while let word = words.popFirst() {
      switch word {
      case "-d": isWhole = words.popFirst() == ""
      case "-p", "-n", "-N", "-t", "-u", "-i": words = words.dropFirst()
      case let option where option.hasPrefix("-"): if option.hasSuffix("d") { isWhole = words.popFirst() == "" }
      default: names.append(word)
      }
    }
    let line = command.input.map { isWhole ? $0 : String($0.prefix { $0 != "\n" }) }.map { $0.trimmed }
    for name in names where ShellParameter.isName(name) {
      set(name, [names.count == 1 ? line ?? ShellMark.text("$\(name)") : ShellMark.text("$\(name)")])
    }
  }

  private mutating func change(to path: String?) {
    guard let path, !ShellMark.isIn(path), path != "." else { return }
    folder = path.hasPrefix("/") ? path : folder.map { "\($0)/\(path)" } ?? path
  }

  private static let harmless: Set<String> = [
    "echo", "printf", "which", "type", "hash", "apt", "apt-get", "yum", "dnf", "brew", "apk", "pacman", "grep", "man",
    "alias", "pkill", "killall", "[", "[[", "test", "case", "command", "in", "pgrep", "sed", "awk",
  ]

  /// A curl command that another program would run somewhere.
  private mutating func noteHidden(_ program: String, _ words: ArraySlice<String>, _ line: Int) {
    guard !Self.harmless.contains(program), words.contains(where: { CurlText.isProgram($0) }) else { return }
    note("The curl command behind \(Printable.quoted(program)) was left out: that program runs it.", at: line)
  }
}

/// The output of programs that print their words.
enum ShellPrinter {
  static func output(of program: String, _ words: [String], _ command: ShellCommand) -> ShellOutput {
    switch program {
    case "echo": ShellOutput(text: echo(words))
    case "printf": ShellOutput(text: printf(words))
    case "cat": cat(words, command)
    case "seq": ShellOutput(text: seq(words))
    default: ShellOutput()
    }
  }

  private static func echo(_ words: [String]) -> String {
    let options = words.prefix { $0.wholeMatch(of: /-[neE]+/) != nil }
    let letters = options.joined()
    let text = words.dropFirst(options.count).joined(separator: " ")
    return (letters.contains("e") ? unescaped(text) : text) + (letters.contains("n") ? "" : "\n")
  }

  private static func printf(_ words: [String]) -> String? {
    let words = words.first == "--" ? Array(words.dropFirst()) : words
    guard let format = words.first else { return nil }
    var values = words.dropFirst()
    var result = ""
    repeat {
      let before = values.count
      var rest = unescaped(format)[...]
      while let mark = rest.firstIndex(of: "%") {
        result += rest[..<mark]
        rest = rest[rest.index(after: mark)...]
        guard let kind = rest.popFirst(), "sdib%".contains(kind) else { return nil }
        let value = kind == "%" ? "%" : values.popFirst() ?? (kind == "s" || kind == "b" ? "" : "0")
        result += kind == "b" ? unescaped(value) : value
      }
      result += rest
      if values.count == before { return result }
    } while !values.isEmpty
    return result
  }

  private static func cat(_ words: [String], _ command: ShellCommand) -> ShellOutput {
    if words.isEmpty || words == ["-"] { return ShellOutput(text: command.input, file: command.inputFile) }
    return words.count == 1 && !words[0].hasPrefix("-") ? ShellOutput(file: words[0]) : ShellOutput()
  }

  private static func seq(_ words: [String]) -> String? {
    let numbers = words.compactMap { Int($0) }
    guard numbers.count == words.count, let last = numbers.last, words.count < 4,
      numbers.allSatisfy((-1_000_000_000...1_000_000_000).contains)
    else { return nil }
    let (first, step) = (words.count > 1 ? numbers[0] : 1, words.count > 2 ? numbers[1] : 1)
    guard step != 0 else { return nil }
    return stride(from: first, through: last, by: step).prefix(ShellRun.mostRounds + 1).map { "\($0)\n" }.joined()
  }

  private static let escapes: [Character: String] = [
    "n": "\n", "t": "\t", "r": "\r", "\\": "\\", "\"": "\"", "a": "\u{07}", "b": "\u{08}", "f": "\u{0C}", "v": "\u{0B}",
    "e": "\u{1B}",
  ]

  private static func unescaped(_ text: String) -> String {
    guard text.contains("\\") else { return text }
    var (result, rest) = ("", text[...])
    while let character = rest.popFirst() {
      guard character == "\\", let next = rest.first else {
        result.append(character)
        continue
      }
      rest.removeFirst()
      result += escapes[next] ?? "\\\(next)"
    }
    return result
  }
}

/// Programs that run the command behind them.
enum ShellWrapper {
  struct Unwrapped {
    let words: [String]
    let note: String?
  }

  /// Their options that take a value.
  private static let programs: [String: Set<String>] = [
    "command": [], "builtin": [], "exec": ["-a"], "nohup": [], "time": ["-f", "-o"], "setsid": [],
    "stdbuf": ["-i", "-o", "-e"],
    "env": ["-u", "-C", "--unset", "--chdir"], "sudo": ["-u", "-g", "-h", "-p", "-C", "-T", "-r", "-t", "-U", "-D"],
    "doas": ["-u", "-C"], "nice": ["-n"], "ionice": ["-c", "-n"], "timeout": ["-s", "-k", "--signal", "--kill-after"],
    "watch": ["-n", "--interval"], "xargs": ["-n", "-P", "-I", "-L", "-d", "-s", "-E", "-a"],
  ]

  /// - Parameter isWithout: whether there is nothing on standard input.
  static func unwrapped(_ given: ArraySlice<String>, isWithout: Bool) -> Unwrapped? {
    var (words, note) = (given, String?.none)
    while let first = words.first {
      let name = first.split(separator: "/").last.map(String.init) ?? first
      guard let valued = programs[name] else { break }
      words.removeFirst()
      var placeholder: String?
      while let option = words.first, option.hasPrefix("-") {
        words.removeFirst()
        // It only says what the command is.
        if name == "command", option == "-v" || option == "-V" { return nil }
        if valued.contains(option), let value = words.popFirst(), option == "-I" { placeholder = value }
        if name == "xargs", option.hasPrefix("-I"), option.count > 2 { placeholder = String(option.dropFirst(2)) }
        if option == "--" { break }
      }
      if name == "timeout" { words = words.dropFirst() }
      while let word = words.first, name == "env" || name == "sudo",
        ShellWord([.text(word, isQuoted: false)]).assignment != nil
      {
        words.removeFirst()
      }
      if name == "xargs", !isWithout {
        note = "What xargs adds to the command is not known, and was left out."
        if let placeholder {
          words = words.map { $0.replacing(placeholder, with: ShellMark.text("$\(placeholder)")) }[...]
          note = nil
        }
      }
    }
    return Unwrapped(words: Array(words), note: note)
  }
}
