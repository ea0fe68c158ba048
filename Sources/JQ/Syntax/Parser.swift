import ParleyEngine

/// Makes a syntax tree of a filter's text, with the precedence of jq's grammar.
struct Parser {
  var lexer: Lexer
  var token = Token(kind: .end, start: 0)
  /// The end of the token before that one.
  private var end = 0
  private var depth = 0

  /// More parts inside of one another would not fit small stacks.
  static let deepest = 1000

  static func parse(_ text: [UInt8]) throws(JQCompileError) -> Syntax {
    var parser = Parser(lexer: Lexer(text))
    try parser.advance()
    return try parser.program()
  }

  private init(lexer: Lexer) {
    self.lexer = lexer
  }

  private mutating func program() throws(JQCompileError) -> Syntax {
    try refuseModules()
    if token.kind == .end { return Syntax(.identity, at: 0) }
    let syntax = try pipe(allowsLoneDefinitions: true)
    guard token.kind == .end else { throw unexpected("an operator, “|” or the end of the filter") }
    return syntax
  }

  private func refuseModules() throws(JQCompileError) {
    for keyword in ["import", "include", "module"] where token.kind == .identifier(keyword) {
      throw error("“\(keyword)” is not available: a filter stands alone and reads no other files")
    }
  }

  // MARK: Tokens

  mutating func advance() throws(JQCompileError) {
    end = lexer.position
    token = try lexer.next()
  }

  /// The bytes from a place to the end of what was read last.
  func range(from start: Int) -> Range<Int> { start..<max(start, end) }

  func isSymbol(_ symbol: String) -> Bool { token.kind == .symbol(symbol) }
  func isKeyword(_ keyword: String) -> Bool { token.kind == .identifier(keyword) }

  mutating func take(_ symbol: String) throws(JQCompileError) -> Bool {
    guard isSymbol(symbol) else { return false }
    try advance()
    return true
  }

  mutating func takeKeyword(_ keyword: String) throws(JQCompileError) -> Bool {
    guard isKeyword(keyword) else { return false }
    try advance()
    return true
  }

  mutating func expect(_ symbol: String, _ expectation: String? = nil) throws(JQCompileError) {
    guard try take(symbol) else { throw unexpected(expectation ?? "“\(symbol)”") }
  }

  mutating func expectKeyword(_ keyword: String) throws(JQCompileError) {
    guard try takeKeyword(keyword) else { throw unexpected("“\(keyword)”") }
  }

  mutating func variableName() throws(JQCompileError) -> String {
    guard case .variable(let name) = token.kind else { throw unexpected("a variable, such as $name") }
    try advance()
    return name
  }

  func unexpected(_ expected: String) -> JQCompileError { error("found \(token.phrase), expected \(expected)") }

  func error(_ message: String, at place: Int? = nil) -> JQCompileError {
    JQCompileError(message, at: place ?? token.start, in: lexer.text)
  }

  // MARK: Operators

  /// Parts inside of one another are counted.
  mutating func nested(_ parse: (inout Parser) throws(JQCompileError) -> Syntax) throws(JQCompileError) -> Syntax {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Parser.deepest else { throw error("the filter is nested more than \(Parser.deepest) levels deep") }
    return try parse(&self)
  }

  /// A whole expression.
  mutating func pipe(allowsLoneDefinitions: Bool = false) throws(JQCompileError) -> Syntax {
    try nested { parser throws(JQCompileError) in
      try parser.flatPipe(allowsLoneDefinitions: allowsLoneDefinitions, withComma: true)
    }
  }

  /// The value of an object's member: everything but a comma.
  mutating func memberValue() throws(JQCompileError) -> Syntax {
    try nested { parser throws(JQCompileError) in try parser.flatPipe(allowsLoneDefinitions: false, withComma: false) }
  }

  private mutating func flatPipe(allowsLoneDefinitions: Bool, withComma: Bool) throws(JQCompileError) -> Syntax {
    if isKeyword("def") { return try definition(allowsLoneDefinitions: allowsLoneDefinitions) }
    let start = token.start
    let left = try binary(above: withComma ? .comma : .alternative)
    let place = token.start
    guard try take("|") else { return left }
    let right = try nested { parser throws(JQCompileError) in
      try parser.flatPipe(allowsLoneDefinitions: false, withComma: withComma)
    }
    return Syntax(.pipe(left, right), at: place).spanning(range(from: start))
  }

  /// Operators of at least this strength.
  private mutating func binary(above lowest: Precedence) throws(JQCompileError) -> Syntax {
    if lowest == .comma { return try commas() }
    let start = token.start
    var left = try unary()
    var count = 0
    while let (precedence, symbol) = binaryOperator, precedence.rawValue >= lowest.rawValue {
      let place = token.start
      try advance()
      count += 1
      guard depth + count <= Parser.deepest else { throw error("the filter has too many operators in a row") }
      let strength = precedence.isRightAssociative ? precedence : precedence.next
      let right = try nested { parser throws(JQCompileError) in try parser.binary(above: strength) }
      left = Syntax(Parser.operation(symbol, left, right), at: place).spanning(range(from: start))
      if precedence.isNonAssociative, let (next, _) = binaryOperator, next == precedence {
        throw unexpected("no second “\(symbol)” without parentheses")
      }
    }
    return left
  }

  /// Parses expressions between commas. A long list of them becomes a tree of few levels.
  private mutating func commas() throws(JQCompileError) -> Syntax {
    let start = token.start
    var parts = [try binary(above: Precedence.comma.next)]
    var places: [Int] = []
    while isSymbol(",") {
      places.append(token.start)
      try advance()
      parts.append(try nested { parser throws(JQCompileError) in try parser.binary(above: Precedence.comma.next) })
    }
    return Parser.tree(of: parts[...], places[...]).spanning(range(from: start))
  }

  private static func tree(of parts: ArraySlice<Syntax>, _ places: ArraySlice<Int>) -> Syntax {
    guard parts.count > 1 else { return parts[parts.startIndex] }
    let half = parts.count / 2
    let (left, right) = (parts.prefix(half), parts.dropFirst(half))
    let place = places[places.startIndex + half - 1]
    return Syntax(
      .comma(tree(of: left, places.prefix(half - 1)), tree(of: right, places.dropFirst(half))), at: place)
  }

  private mutating func unary() throws(JQCompileError) -> Syntax {
    let place = token.start
    if isKeyword("def") { return try definition(allowsLoneDefinitions: false) }
    guard try take("-") else { return try binding() }
    let operand = try nested { parser throws(JQCompileError) in try parser.binary(above: .multiplication) }
    return Syntax(.negate(operand), at: place).spanning(range(from: place))
  }

  /// A term, or `term as $name | …`.
  private mutating func binding() throws(JQCompileError) -> Syntax {
    let place = token.start
    let term = try postfixTerm()
    guard try takeKeyword("as") else { return term }
    let patterns = try patterns()
    try expect("|", "“|” after the pattern")
    return Syntax(.bind(term, patterns, try pipe()), at: place).spanning(range(from: place))
  }

  /// `def name(parameters): body;` and what it is defined for.
  private mutating func definition(allowsLoneDefinitions: Bool) throws(JQCompileError) -> Syntax {
    let place = token.start
    let definition = try functionDefinition()
    if allowsLoneDefinitions, token.kind == .end {
      return Syntax(.define(definition, Syntax(.identity, at: place)), at: place)
    }
    let body = try pipe(allowsLoneDefinitions: allowsLoneDefinitions)
    return Syntax(.define(definition, body), at: place).spanning(range(from: place))
  }
}
