internal import ParleyFiles
import ParleyText

// Words filled in.
extension ShellRun {
  /// The words that a word becomes: what is not in quotes is split at blanks, and a list gives one for each element.
  mutating func fields(of word: ShellWord) -> [String] {
    var loose: Set<String> = []
    return fields(of: word, &loose)
  }

  /// - Parameter loose: gets what may be any number of words.
  mutating func fields(of word: ShellWord, _ loose: inout Set<String>) -> [String] {
    var (done, open) = ([String](), String?.none)
    for piece in word.pieces {
      let values = self.values(of: piece)
      if values.isUnknown, !values.isQuoted || values.isList, word.pieces.count == 1 {
        loose.formUnion(values.fields)
      }
      guard let first = values.fields.first, isWithinLimits(values.fields) else { continue }
      open = (open ?? "") + first
      for field in values.fields.dropFirst() {
        done.append(open ?? "")
        open = field
      }
    }
    return open.map { done + [$0] } ?? done
  }

  /// A word as one text, as it is assigned and redirected.
  mutating func text(of word: ShellWord) -> String {
    var text = ""
    for piece in word.pieces {
      let fields =
        switch piece {
        case .parameter(let parameter, _): values(of: .parameter(parameter, isQuoted: true)).fields
        case .command(let statements, let source, _): values(of: .command(statements, source, isQuoted: true)).fields
        case .text, .arithmetic: values(of: piece).fields
        }
      guard text.utf8.count < Self.longestValue, isWithinLimits(fields) else { continue }
      text += fields.joined(separator: " ")
    }
    return text
  }

  private static let longestValue = 2 << 20

  /// Counts what a value costs: one that doubles itself again and again would fill the memory.
  private mutating func isWithinLimits(_ fields: [String]) -> Bool {
    filled += fields.reduce(0) { $0 + $1.utf8.count + 16 }
    if filled > Self.mostFilled { steps = Self.mostSteps }
    return filled <= Self.mostFilled
  }

  struct Values {
    var fields: [String]
    var isQuoted = true
    var isUnknown = false
    var isList = false
  }

  private mutating func values(of piece: ShellWord.Piece) -> Values {
    switch piece {
    case .text(let text, _): return Values(fields: [text])
    case .arithmetic(let source): return Values(fields: [ShellMark.text(source)], isUnknown: true)
    case .command(let statements, let source, let isQuoted):
      guard let text = output(of: statements, source) else {
        return Values(fields: [ShellMark.text(Self.label(source, statements))], isQuoted: isQuoted, isUnknown: true)
      }
      return split(text, isQuoted)
    case .parameter(let parameter, let isQuoted): return values(of: parameter, isQuoted)
    }
  }

  private func split(_ text: String, _ isQuoted: Bool) -> Values {
    if isQuoted { return Values(fields: [text]) }
    return Values(fields: text.split(whereSeparator: \.isWhitespace).map(String.init), isQuoted: false)
  }

  /// Its text; or only its programs where credentials may stand in it, or where it is more than one command.
  private static func label(_ source: String, _ statements: [ShellStatement]) -> String {
    let programs = statements.compactMap { $0.words.first { !ShellKeyword.leads($0) }?.plain }
    let isOpen = programs.contains {
      CurlText.isProgram($0) || ForeignCommand.name(of: $0) != nil || secretive.contains($0)
    }
    guard programs.count > 1 || isOpen, let line = statements.first?.line else { return source }
    return "$(\(programs.joined(separator: " | ")), line \(line))"
  }

  private static let secretive: Set<String> = ["echo", "printf", "openssl", "base64"]

  /// Runs what stands within a word.
  private mutating func output(of statements: [ShellStatement], _ source: String) -> String? {
    guard nesting < ShellParser.deepest else { return nil }
    nesting += 1
    let (outer, count) = (variables, commands.count)
    let (outerOutput, outerFolder) = (output, folder)
    output = ShellOutput()
    run(statements[...])
    let text = output.text
    (variables, output, folder) = (outer, outerOutput, outerFolder)
    nesting -= 1
    let isOne = statements.dropFirst().allSatisfy(\.isPiped)
    guard isOne, !source.hasPrefix("<"), !source.hasPrefix(">"), commands.count == count, let text else { return nil }
    return String(text.reversed().drop { $0 == "\n" }.reversed())
  }
}

// Parameters.
extension ShellRun {
  private mutating func values(of parameter: ShellParameter, _ isQuoted: Bool) -> Values {
    guard parameter.isVariable else {
      if ["-", ":-", ":=", "="].contains(parameter.sign) { return unset(parameter, isQuoted) }
      if parameter.name == "@" || parameter.name == "*" { return argumentsOfScript(parameter.name) }
      return Values(fields: [ShellMark.text("$\(parameter.name)")], isQuoted: isQuoted, isUnknown: true)
    }
    guard let values = variables[parameter.name] else { return unset(parameter, isQuoted) }
    if let index = parameter.index, index == "@" || index == "*", parameter.sign.isEmpty {
      if isQuoted, index == "*" { return Values(fields: [values.joined(separator: " ")]) }
      return isQuoted
        ? Values(fields: values, isList: true)
        : Values(fields: values.flatMap { split($0, false).fields }, isQuoted: false)
    }
    let element = parameter.index.flatMap { Int($0) } ?? 0
    let value = values.indices.contains(element) ? values[element] : ""
    guard !parameter.sign.isEmpty else { return plain(parameter, value, isQuoted) }
    if parameter.index == "@" || parameter.index == "*" {
      return Values(fields: [parameter.sign == "#" ? String(values.count) : ShellMark.text(parameter.source)])
    }
    guard !ShellMark.isIn(value) || [":-", "-", ":=", "=", ":?", "?"].contains(parameter.sign),
      let changed = ShellValue(value).changed(by: parameter.sign, text(of: parameter.argument))
    else {
      return Values(fields: [ShellMark.text(parameter.source)], isQuoted: isQuoted, isUnknown: true)
    }
    return split(changed, isQuoted)
  }

  /// All of them: as where none are given.
  private mutating func argumentsOfScript(_ name: String) -> Values {
    note("$\(name) was left out: its value is not known.", at: 0)
    return Values(fields: [], isList: true)
  }

  /// A name where its value says the same, as one word.
  private func plain(_ parameter: ShellParameter, _ value: String, _ isQuoted: Bool) -> Values {
    if ShellMark.isAlone(value), !isQuoted { return Values(fields: [value], isQuoted: false, isUnknown: true) }
    let isWhole = isQuoted || !value.isEmpty && !value.contains(where: \.isWhitespace)
    guard isWhole, parameter.index == nil, keeping.contains(parameter.name) else { return split(value, isQuoted) }
    return Values(fields: [ShellMark.text(parameter.name)], isQuoted: isQuoted)
  }

  /// A variable that the text does not set may come from the system's environment. A default in the text is taken.
  private mutating func unset(_ parameter: ShellParameter, _ isQuoted: Bool) -> Values {
    switch parameter.sign {
    case ":-", "-", ":=", "=":
      let text = self.text(of: parameter.argument)
      if parameter.sign.hasSuffix("="), parameter.isVariable { set(parameter.name, [text]) }
      note("$\(parameter.name) is read as its default, as if it were not set.", at: 0)
      return split(text, isQuoted)
    case "", ":?", "?":
      return Values(fields: [ShellMark.text(parameter.name)], isQuoted: isQuoted, isUnknown: true)
    default: return Values(fields: [ShellMark.text(parameter.source)], isQuoted: isQuoted, isUnknown: true)
    }
  }
}

/// A value, and what the operators of a shell make of it.
struct ShellValue {
  private let value: String

  init(_ value: String) { self.value = value }

  /// - Returns: nil for what needs patterns.
  func changed(by sign: String, _ argument: String) -> String? {
    switch sign {
    case "#": return String(value.count)
    case ":-", ":=", ":?": return value.isEmpty ? argument : value
    case "-", "=", "?": return value
    case ":+": return value.isEmpty ? "" : argument
    case "+": return argument
    case ":": return part(argument)
    case "^^": return argument.isEmpty ? value.uppercased() : nil
    case ",,": return argument.isEmpty ? value.lowercased() : nil
    case "^": return argument.isEmpty ? value.prefix(1).uppercased() + value.dropFirst() : nil
    case ",": return argument.isEmpty ? value.prefix(1).lowercased() + value.dropFirst() : nil
    case "/", "//": return replaced(argument, all: sign == "//")
    case "%", "%%": return withoutEnd(argument, isLongest: sign == "%%")
    case "##", "#-": return nil
    default: return nil
    }
  }

  private static func isLiteral(_ pattern: some StringProtocol) -> Bool { !pattern.contains { "*?[\\".contains($0) } }

  private func part(_ argument: String) -> String? {
    let numbers = argument.split(separator: ":", omittingEmptySubsequences: false).map { Int($0.trimmed) }
    guard let start = numbers.first ?? nil, start <= value.count, start >= -value.count else { return nil }
    let rest = start < 0 ? value.suffix(-start) : value.dropFirst(start)
    guard numbers.count > 1 else { return String(rest) }
    guard let length = numbers[1], length >= 0 else { return nil }
    return String(rest.prefix(length))
  }

  private func replaced(_ argument: String, all: Bool) -> String? {
    let parts = argument.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let pattern = parts.first, !pattern.isEmpty, Self.isLiteral(pattern) else { return nil }
    let new = parts.count > 1 ? String(parts[1]) : ""
    return all ? value.replacing(pattern, with: new) : value.replacing(pattern, with: new, maxReplacements: 1)
  }

  /// A pattern that ends with the text's end: a literal, or one behind which a `*` stands.
  private func withoutEnd(_ pattern: String, isLongest: Bool) -> String? {
    if Self.isLiteral(pattern) { return value.hasSuffix(pattern) ? String(value.dropLast(pattern.count)) : value }
    guard pattern.hasSuffix("*"), Self.isLiteral(pattern.dropLast()), pattern.count > 1 else { return nil }
    let ranges = value.ranges(of: pattern.dropLast())
    guard let range = isLongest ? ranges.first : ranges.last else { return value }
    return String(value[..<range.lowerBound])
  }
}
