import ParleyEngine

extension Parser {
  mutating func object() throws(JQCompileError) -> Syntax {
    let place = token.start
    try expect("{")
    var members: [(key: Syntax, value: Syntax)] = []
    while !isSymbol("}") {
      members.append(try member())
      guard try take(",") else { break }
    }
    try expect("}", "“,” or “}”")
    return Syntax(.object(members), at: place)
  }

  private mutating func member() throws(JQCompileError) -> (key: Syntax, value: Syntax) {
    let place = token.start
    switch token.kind {
    case .variable(let name): return try variableMember(name, place)
    case .identifier(let name):
      try advance()
      let key = Syntax(.constant(Value(name)), at: place)
      return try valueMember(key) ?? (key, Syntax(.index(Syntax(.identity, at: place), key), at: place))
    case .number:
      throw error("found \(token.phrase), expected a name; an object's keys are strings: write it in quotes")
    case .quote, .format:
      let key = try string()
      return try valueMember(key) ?? (key, Syntax(.index(Syntax(.identity, at: place), key), at: place))
    case .symbol("("):
      try advance()
      let key = try pipe()
      try expect(")")
      guard let member = try valueMember(key) else { throw unexpected("“:” after the key") }
      return member
    default: throw unexpected("a key: a name, a string, $name or an expression in parentheses")
    }
  }

  private mutating func variableMember(_ name: String, _ place: Int) throws(JQCompileError) -> (
    key: Syntax, value: Syntax
  ) {
    try advance()
    let value = name == "__loc__" ? location(at: place) : Syntax(.variable(name), at: place)
    if let member = try valueMember(value) { return member }
    return (Syntax(.constant(Value(name)), at: place), value)
  }

  private mutating func valueMember(_ key: Syntax) throws(JQCompileError) -> (key: Syntax, value: Syntax)? {
    guard try take(":") else {
      guard isSymbol(",") || isSymbol("}") else { throw unexpected("“:”, “,” or “}” after the key") }
      return nil
    }
    return (key, try memberValue())
  }

  // MARK: Patterns

  /// `$a`, `[$a, {b: $c}]`, or several of them with `?//` in between.
  mutating func patterns() throws(JQCompileError) -> [Pattern] {
    var patterns = [try pattern()]
    while try take("?//") { patterns.append(try pattern()) }
    return patterns
  }

  private mutating func pattern(_ level: Int = 0) throws(JQCompileError) -> Pattern {
    guard level < 100 else { throw error("the pattern is nested more than 100 levels deep") }
    let place = token.start
    switch token.kind {
    case .variable: return .variable(try variableName(), place: place)
    case .symbol("["):
      try advance()
      var elements: [Pattern] = []
      repeat { elements.append(try pattern(level + 1)) } while try take(",")
      try expect("]", "“,” or “]”")
      return .array(elements)
    case .symbol("{"):
      try advance()
      var members: [Pattern.Member] = []
      repeat { members.append(try patternMember(level)) } while try take(",")
      try expect("}", "“,” or “}”")
      return .object(members)
    default: throw unexpected("a pattern: $name, [...] or {...}")
    }
  }

  private mutating func patternMember(_ level: Int) throws(JQCompileError) -> Pattern.Member {
    let place = token.start
    switch token.kind {
    case .variable(let name):
      try advance()
      let key = Syntax(.constant(Value(name)), at: place)
      let pattern = try take(":") ? try pattern(level + 1) : nil
      return Pattern.Member(key: key, variable: name, pattern: pattern)
    case .identifier(let name):
      try advance()
      return try patternMember(Syntax(.constant(Value(name)), at: place), level)
    case .quote, .format: return try patternMember(try string(), level)
    case .symbol("("):
      try advance()
      let key = try pipe()
      try expect(")")
      return try patternMember(key, level)
    default: throw unexpected("a key: a name, a string, $name or an expression in parentheses")
    }
  }

  private mutating func patternMember(_ key: Syntax, _ level: Int) throws(JQCompileError) -> Pattern.Member {
    try expect(":", "“:” and a pattern")
    return Pattern.Member(key: key, variable: nil, pattern: try pattern(level + 1))
  }
}
