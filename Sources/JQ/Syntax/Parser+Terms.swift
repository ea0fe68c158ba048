import ParleyEngine

extension Parser {
  /// A term with everything that hangs on it: `.a[0]."b"?`.
  mutating func postfixTerm() throws(JQCompileError) -> Syntax {
    try nested { parser throws(JQCompileError) in
      let start = parser.token.start
      var term = try parser.term().spanning(parser.range(from: start))
      var count = 0
      while let longer = try parser.suffix(of: term) {
        term = longer.spanning(parser.range(from: start))
        count += 1
        guard count < Parser.deepest / 2 else { throw parser.error("the path is too long") }
      }
      return term
    }
  }

  private mutating func suffix(of term: Syntax) throws(JQCompileError) -> Syntax? {
    let place = token.start
    switch token.kind {
    case .field(let name):
      try advance()
      return Syntax(.index(term, Syntax(.constant(Value(name)), at: place)), at: place)
    case .symbol("."):
      try advance()
      if isSymbol("[") { return try brackets(of: term) }
      guard token.kind == .quote || isFormat else { throw unexpected("a name, a string or “[” after “.”") }
      return Syntax(.index(term, try string()), at: place)
    case .symbol("["): return try brackets(of: term)
    case .symbol("?"):
      try advance()
      return Syntax(.attempt(term, catching: nil), at: place)
    default: return nil
    }
  }

  private var isFormat: Bool {
    if case .format = token.kind { true } else { false }
  }

  private mutating func brackets(of term: Syntax) throws(JQCompileError) -> Syntax {
    let place = token.start
    try expect("[")
    if try take("]") { return Syntax(.iterate(term), at: place) }
    if try take(":") {
      let end = try pipe()
      try expect("]")
      return Syntax(.slice(term, nil, end), at: place)
    }
    let start = try pipe()
    guard try take(":") else {
      try expect("]", "“]” or “:”")
      return Syntax(.index(term, start), at: place)
    }
    let end = isSymbol("]") ? nil : try pipe()
    try expect("]")
    return Syntax(.slice(term, start, end), at: place)
  }

  private mutating func term() throws(JQCompileError) -> Syntax {
    let place = token.start
    switch token.kind {
    case .number(let text):
      try advance()
      return Syntax(.constant(Parser.number(text)), at: place)
    case .quote, .format: return try string()
    case .field(let name):
      try advance()
      return Syntax(.index(Syntax(.identity, at: place), Syntax(.constant(Value(name)), at: place)), at: place)
    case .variable(let name):
      try advance()
      return name == "__loc__" ? location(at: place) : Syntax(.variable(name), at: place)
    case .symbol(let symbol): return try symbolTerm(symbol, place)
    case .identifier(let name): return try namedTerm(name, place)
    case .end: throw unexpected("an expression")
    }
  }

  private mutating func symbolTerm(_ symbol: String, _ place: Int) throws(JQCompileError) -> Syntax {
    switch symbol {
    case ".":
      try advance()
      let identity = Syntax(.identity, at: place)
      if token.kind == .quote || isFormat { return Syntax(.index(identity, try string()), at: place) }
      if case .identifier(let name) = token.kind, !token.isKeyword {
        throw error("found \(token.phrase) after '. '; write .\(name) without the space")
      }
      return identity
    case "..":
      try advance()
      return Syntax(.recurse, at: place)
    case "(":
      try advance()
      let inner = try pipe()
      try expect(")", "an operator or “)”")
      return inner
    case "[": return try array(place)
    case "{": return try object()
    case "-":
      try advance()
      return Syntax(.negate(try postfixTerm()), at: place)
    default: throw unexpected("an expression")
    }
  }

  private mutating func array(_ place: Int) throws(JQCompileError) -> Syntax {
    try advance()
    if try take("]") { return Syntax(.array(nil), at: place) }
    let inner = try pipe()
    try expect("]", "an operator or “]”")
    return Syntax(.array(inner), at: place)
  }

  /// `$__loc__`
  func location(at place: Int) -> Syntax {
    let line = SourcePlace(place, in: lexer.text).line
    let members = [("file", Value("<top-level>")), ("line", Value(line))]
    let storage = ObjectStorage(shape: Shape(members.map(\.0)), values: members.map(\.1))
    return Syntax(.constant(Value(storage)), at: place)
  }

  /// jq's numbers are more than JSON's: `.5`, `5.`, `007`.
  static func number(_ text: String) -> Value {
    if let number = JSONNumber(text) { return Value(Value.payload(of: number)) }
    var plain = text
    if plain.hasPrefix(".") { plain = "0" + plain }
    plain = plain.replacing(".e", with: ".0e").replacing(".E", with: ".0E")
    if plain.hasSuffix(".") { plain.removeLast() }
    while plain.hasPrefix("0"), plain.dropFirst().first?.isNumber == true { plain.removeFirst() }
    return JSONNumber(plain).map { Value(Value.payload(of: $0)) } ?? Value(Double(text) ?? .nan)
  }

  /// A string, with or without a format in front, or a format alone.
  mutating func string() throws(JQCompileError) -> Syntax {
    let place = token.start
    var format: String?
    if case .format(let name) = token.kind {
      format = name
      try advance()
      guard token.kind == .quote else { return Syntax(.format(name), at: place) }
    }
    let start = token.start
    var parts: [Syntax.StringPart] = []
    reading: while true {
      switch try lexer.segment(of: start) {
      case .text(let text): parts.append(.text(text))
      case .interpolation: parts.append(.interpolation(try interpolation()))
      case .end: break reading
      }
    }
    try advance()
    return Syntax(.string(format: format, parts), at: place)
  }

  /// Leaves the lexer right behind the closing parenthesis, inside of the string.
  private mutating func interpolation() throws(JQCompileError) -> Syntax {
    try advance()
    let inner = try pipe()
    guard isSymbol(")") else { throw unexpected("an operator or “)” at the end of the interpolation") }
    return inner
  }
}
