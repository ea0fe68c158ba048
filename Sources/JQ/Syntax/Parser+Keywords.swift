import ParleyEngine

extension Parser {
  /// A term that starts with a word.
  mutating func namedTerm(_ name: String, _ place: Int) throws(JQCompileError) -> Syntax {
    try advance()
    switch name {
    case "if": return try condition(place)
    case "try": return try attempt(place)
    case "reduce": return try reduce(place)
    case "foreach": return try foreach(place)
    case "label":
      let label = try variableName()
      try expect("|")
      return Syntax(.label(label, try pipe()), at: place)
    case "break":
      guard case .variable = token.kind else { throw unexpected("the label to break to, such as $out") }
      return Syntax(.leave(try variableName()), at: place)
    case "null": return Syntax(.constant(.null), at: place)
    case "true": return Syntax(.constant(.true), at: place)
    case "false": return Syntax(.constant(.false), at: place)
    case "import", "include", "module":
      throw error("“\(name)” is not available: a filter stands alone and reads no other files", at: place)
    case _ where Token.keywords.contains(name):
      throw error("found “\(name)”, expected an expression", at: place)
    default: return try call(name, place)
    }
  }

  private mutating func call(_ name: String, _ place: Int) throws(JQCompileError) -> Syntax {
    guard try take("(") else { return Syntax(.call(name, []), at: place) }
    var arguments = [try pipe()]
    while try take(";") { arguments.append(try pipe()) }
    try expect(")", "“;” or “)”")
    return Syntax(.call(name, arguments), at: place)
  }

  private mutating func condition(_ place: Int) throws(JQCompileError) -> Syntax {
    let test = try pipe()
    try expectKeyword("then")
    let positive = try pipe()
    let elsePlace = token.start
    if try takeKeyword("elif") {
      let rest = try nested { parser throws(JQCompileError) in try parser.condition(elsePlace) }
      return Syntax(.condition(test, positive, rest), at: place)
    }
    let negative = try takeKeyword("else") ? try pipe() : nil
    guard try takeKeyword("end") else {
      throw unexpected(negative == nil ? "“elif”, “else” or “end”" : "“end”")
    }
    return Syntax(.condition(test, positive, negative), at: place)
  }

  private mutating func attempt(_ place: Int) throws(JQCompileError) -> Syntax {
    let body = try postfixTerm()
    let handler = try takeKeyword("catch") ? try postfixTerm() : nil
    return Syntax(.attempt(body, catching: handler), at: place)
  }

  private mutating func reduce(_ place: Int) throws(JQCompileError) -> Syntax {
    let (source, patterns) = try loopHead()
    let initial = try pipe()
    try expect(";")
    let update = try pipe()
    try expect(")")
    return Syntax(.reduce(source, patterns, initial: initial, update: update), at: place)
  }

  private mutating func foreach(_ place: Int) throws(JQCompileError) -> Syntax {
    let (source, patterns) = try loopHead()
    let initial = try pipe()
    try expect(";")
    let update = try pipe()
    let extract = try take(";") ? try pipe() : nil
    try expect(")", extract == nil ? "“;” or “)”" : "“)”")
    return Syntax(.foreach(source, patterns, initial: initial, update: update, extract: extract), at: place)
  }

  private mutating func loopHead() throws(JQCompileError) -> (Syntax, [Pattern]) {
    let source = try postfixTerm()
    try expectKeyword("as")
    let patterns = try patterns()
    try expect("(")
    return (source, patterns)
  }

  /// `def name(a; $b): body;`
  mutating func functionDefinition() throws(JQCompileError) -> Definition {
    let start = token.start
    try expectKeyword("def")
    let place = token.start
    guard case .identifier(let name) = token.kind else { throw unexpected("the name of a function") }
    try advance()
    var parameters: [Definition.Parameter] = []
    if try take("(") {
      repeat { parameters.append(try parameter()) } while try take(";")
      try expect(")", "“;” or “)”")
    }
    try expect(":")
    let body = try pipe()
    try expect(";", "an operator or “;” at the end of the definition")
    return Definition(name: name, parameters: parameters, body: body, place: place, range: range(from: start))
  }

  private mutating func parameter() throws(JQCompileError) -> Definition.Parameter {
    switch token.kind {
    case .identifier(let name) where !token.isKeyword:
      try advance()
      return Definition.Parameter(name: name, isValue: false)
    case .variable(let name):
      try advance()
      return Definition.Parameter(name: name, isValue: true)
    default: throw unexpected("a parameter, such as f or $value")
    }
  }

}
