internal import ParleyEngine

/// Takes a text apart into what stands there and what is to be filled in.
///
///     text      = { literal | "{{" expression "}}" }
///     expression = string | call path | document | name
///     call      = function "(" [ expression { "," expression } ] ")"
///     document  = ( "steps" | "input" | "request" ) path
///     path      = { "." key | "[" digits "]" | "[" string "]" }
///     string    = "'" … "'" | '"' … '"'
struct TemplateParser {
  private let bytes: [UInt8]
  private var index = 0
  /// The start of the template that is being read.
  private var templateStart = 0
  private var segments: [TemplateText.Segment] = []
  private var mistakes: [TemplateMistake] = []

  /// Calls in one another; what comes from outside must not use up the stack.
  private static let deepest = 16
  /// More in one text are not looked at: the text comes from outside.
  private static let mostTemplates = 10_000
  private static let mostMistakes = 20

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  mutating func parse() -> ([TemplateText.Segment], [TemplateMistake]) {
    var literalStart = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "{"), isAt("{{") else {
        index += 1
        continue
      }
      addLiteral(literalStart..<index)
      literalStart = index
      guard segments.count < 2 * Self.mostTemplates else {
        note(mistake(.tooManyTemplates(limit: Self.mostTemplates), index..<index + 2))
        break
      }
      parseTemplate()
      literalStart = index
    }
    index = bytes.count
    addLiteral(literalStart..<index)
    return (segments, mistakes)
  }

  private mutating func addLiteral(_ range: Range<Int>) {
    if !range.isEmpty { segments.append(.literal(text(range))) }
  }

  private mutating func parseTemplate() {
    let start = index
    templateStart = start
    do throws(TemplateMistake) {
      index += 2
      let expression = try parseExpression(depth: 0)
      skipBlanks()
      guard isAt("}}") else { throw unexpected("“}}”") }
      index += 2
      let inner = trimmed(start + 2..<index - 2)
      segments.append(.template(Template(text: text(inner), expression: expression, range: start..<index)))
    } catch {
      note(error)
      skipTemplate(from: start)
    }
  }

  private mutating func note(_ mistake: TemplateMistake) {
    if mistakes.count < Self.mostMistakes { mistakes.append(mistake) }
  }

  /// After a mistake: behind the next `}}`, or at the end.
  private mutating func skipTemplate(from start: Int) {
    index = start + 2
    while index < bytes.count, !isAt("}}") { index += 1 }
    index = min(index + 2, bytes.count)
  }

  // MARK: Expressions

  private mutating func parseExpression(depth: Int) throws(TemplateMistake) -> Template.Expression {
    skipBlanks()
    let start = index
    guard depth < Self.deepest else { throw mistake(.nestedTooDeep, start..<start + 1) }
    if let quote = current, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") {
      return .literal(try parseString())
    }
    let name = parseName()
    guard !name.isEmpty else { throw unexpected("a name, a function or text in quotes") }
    if let document = document(in: name) {
      index = start + document.rawValue.utf8.count
      return .document(document, try parsePath())
    }
    skipBlanks()
    return current == UInt8(ascii: "(") ? try parseCall(name, from: start, depth: depth) : reference(name)
  }

  private func reference(_ name: String) -> Template.Expression {
    if let variable = name.behind("env.") { return .operatingSystem(variable) }
    if let key = name.behind("shared.") { return .shared(key) }
    return .name(name)
  }

  /// A name that goes on behind the word of a document; the word alone is a name.
  private func document(in name: String) -> TemplateDocument? {
    TemplateDocument.allCases.first { document in
      name.hasPrefix(document.rawValue + ".") || name == document.rawValue && current == UInt8(ascii: "[")
    }
  }

  private mutating func parseCall(_ name: String, from start: Int, depth: Int) throws(TemplateMistake)
    -> Template.Expression
  {
    let nameRange = start..<start + name.utf8.count
    index += 1
    var arguments: [Template.Expression] = []
    skipBlanks()
    if current != UInt8(ascii: ")") {
      repeat { arguments.append(try parseExpression(depth: depth + 1)) } while skip(",")
    }
    guard skip(")") else { throw unexpected("“)”") }
    guard let function = TemplateFunction(rawValue: name) else { throw mistake(.unknownFunction(name), nameRange) }
    try check(arguments, of: function, start..<index)
    return .call(function, arguments, path: try parsePath(of: function))
  }

  private func check(
    _ arguments: [Template.Expression], of function: TemplateFunction, _ range: Range<Int>
  ) throws(TemplateMistake) {
    guard function.argumentCounts.contains(arguments.count) else {
      throw mistake(.wrongArgumentCount(function, arguments.count), range)
    }
    let areLiterals = arguments.allSatisfy { if case .literal = $0 { true } else { false } }
    guard areLiterals || !function.takesLiterals else {
      throw mistake(.argumentNotLiteral(function), range)
    }
    if function == .now, arguments.count == 1, arguments != [.literal("unix")] {
      throw mistake(.unknownTimeFormat, range)
    }
  }

  private mutating func parsePath(of function: TemplateFunction) throws(TemplateMistake) -> ValuePath {
    let start = index
    let path = try parsePath()
    guard path == .root || function == .response else {
      throw mistake(.pathIntoText(function), start..<index)
    }
    return path
  }

  private mutating func parsePath() throws(TemplateMistake) -> ValuePath {
    let start = index
    while current == UInt8(ascii: ".") || current == UInt8(ascii: "[") { try parsePathStep() }
    guard index > start else { return .root }
    do throws(ValuePathError) { return try ValuePath(parsing: text(start..<index)) } catch {
      throw mistake(.invalidPath(error.text), start..<index)
    }
  }

  /// Only finds the end of a step; what it says is read with the whole path.
  private mutating func parsePathStep() throws(TemplateMistake) {
    let isBracket = current == UInt8(ascii: "[")
    index += 1
    if current == UInt8(ascii: "\"") { _ = try parseString() } else { skipKey() }
    guard !isBracket || skip("]") else { throw unexpected("“]”") }
  }

  // MARK: Words

  /// A name may have dots: `env.HOME` is one.
  private mutating func parseName() -> String {
    take(while: Self.isNamePart)
  }

  static func isNamePart(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
      || byte >= 0x80
  }

  private mutating func skipKey() {
    _ = take { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") || $0 >= 0x80 }
  }

  private mutating func take(while isPart: (UInt8) -> Bool) -> String {
    let start = index
    while let current, isPart(current) { index += 1 }
    return text(start..<index)
  }

  /// Text in single or double quotes; a backslash takes the next character as it is.
  private mutating func parseString() throws(TemplateMistake) -> String {
    let start = index
    let quote = bytes[index]
    var content: [UInt8] = []
    index += 1
    while let byte = current, byte != quote {
      if byte == UInt8(ascii: "\\"), index + 1 < bytes.count { index += 1 }
      content.append(bytes[index])
      index += 1
    }
    guard current == quote else { throw mistake(.quoteNotClosed, start..<start + 1) }
    index += 1
    return String(decoding: content, as: UTF8.self)
  }

  // MARK: Reading

  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  private func isAt(_ word: StaticString) -> Bool {
    word.withUTF8Buffer { bytes[index...].starts(with: $0) }
  }

  private mutating func skip(_ word: Character) -> Bool {
    skipBlanks()
    guard current == word.asciiValue else { return false }
    index += 1
    return true
  }

  private mutating func skipBlanks() {
    while let current, current.isBlank || current.isLineBreak { index += 1 }
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    let isBlank = { (byte: UInt8) in byte.isBlank || byte.isLineBreak }
    let start = bytes[range].firstIndex { !isBlank($0) } ?? range.upperBound
    let last = bytes[start..<range.upperBound].lastIndex { !isBlank($0) } ?? start - 1
    return start..<last + 1
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  // MARK: Mistakes

  private func mistake(_ kind: TemplateMistake.Kind, _ range: Range<Int>) -> TemplateMistake {
    TemplateMistake(kind: kind, range: range)
  }

  private func unexpected(_ expected: String) -> TemplateMistake {
    guard index < bytes.count else {
      return mistake(.notClosed(expected: expected), templateStart..<templateStart + 2)
    }
    var end = index + 1
    while end < bytes.count, bytes[end].isContinuation { end += 1 }
    return mistake(.unexpected(found: text(index..<end), expected: expected), index..<end)
  }
}

extension String {
  /// Returns the text after a prefix; nil if the text does not have it, or nothing follows.
  fileprivate func behind(_ prefix: String) -> String? {
    hasPrefix(prefix) && count > prefix.count ? String(dropFirst(prefix.count)) : nil
  }
}
