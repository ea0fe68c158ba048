internal import ParleyEngine

// What a condition is made of.
extension JQReasons {
  mutating func explained() -> [JQPart] {
    explain(root, outermost, 0)
    if parts.isEmpty { show(root, outermost, 0) }
    return parts
  }

  /// The parts of the condition at one value.
  func parts(of condition: Syntax, in scope: Scope) -> [JQPart] {
    var copy = self
    copy.parts = []
    copy.explain(condition, scope, 0)
    if copy.parts.isEmpty { copy.show(condition, scope, 0) }
    return copy.parts
  }

  /// Adds what a filter's value is made of.
  mutating func explain(_ syntax: Syntax, _ scope: Scope, _ depth: Int) {
    guard depth <= Self.deepest, parts.count < Self.mostParts else { return }
    switch syntax.kind {
    case .define(let definition, let body):
      explain(body, scope.behind(definition, written: text(of: definition)), depth)
    case .and(let left, let right):
      show(outcome(of: left, in: scope).isTrue ? right : left, scope, depth)
    case .or(let left, let right), .binary(_, let left, let right):
      for operand in [left, right] { show(operand, scope, depth) }
    case .alternative(let left, _), .negate(let left), .attempt(let left, _): show(left, scope, depth)
    case .condition(let test, let yes, let no): explain(test, yes, no, scope, depth)
    case .bind(let source, let patterns, let body): explain(syntax, source, patterns, body, scope, depth)
    case .pipe(let left, let right): explain(left, piped: right, scope, depth)
    case .call(let name, let arguments): explain(name, arguments, scope, depth)
    default: break
    }
  }

  /// Adds a part with its value, and what that is made of.
  mutating func show(_ syntax: Syntax, _ scope: Scope, _ depth: Int) {
    guard depth <= Self.deepest, parts.count < Self.mostParts, !syntax.isConstant else { return }
    let outcome = outcome(of: syntax, in: scope)
    let written = text(of: syntax)
    // A variable is what it is wherever it stands.
    let isAlone = scope.front.isEmpty || written.hasPrefix("$")
    let shown = isAlone ? written : written == "." ? scope.front : "\(scope.front) | \(written)"
    parts.append(
      JQPart(text: shown, outcome: outcome.shown, source: outcome.single?.source([])?.elsewhere, depth: depth))
    explain(syntax, scope, depth + 1)
  }

  private mutating func explain(_ test: Syntax, _ yes: Syntax, _ no: Syntax?, _ scope: Scope, _ depth: Int) {
    show(test, scope, depth)
    let taken = outcome(of: test, in: scope).isTrue ? yes : no
    if let taken { show(taken, scope, depth) }
  }

  private mutating func explain(
    _ whole: Syntax, _ source: Syntax, _ patterns: [Pattern], _ body: Syntax, _ scope: Scope, _ depth: Int
  ) {
    var inner = scope
    if case .variable(let name, _)? = patterns.first, patterns.count == 1 {
      guard let value = outcome(of: source, in: scope).single else { return show(source, scope, depth) }
      inner.variables[name] = value
    } else {
      guard let values = values(boundIn: whole, patterns, before: body, scope) else {
        return show(source, scope, depth)
      }
      inner.variables.merge(values) { $1 }
    }
    explain(body, inner, depth)
  }

  /// The variables of patterns that take a value apart.
  /// - Returns: nil where one of them has not one value.
  private func values(
    boundIn whole: Syntax, _ patterns: [Pattern], before body: Syntax, _ scope: Scope
  ) -> [String: Known]? {
    guard whole.range.lowerBound < body.range.lowerBound else { return nil }
    // Parentheses around the body do not belong to its range.
    var front = text[whole.range.lowerBound..<body.range.lowerBound]
    while let last = front.last, last != UInt8(ascii: "|") { front.removeLast() }
    var values: [String: Known] = [:]
    for name in Set(patterns.flatMap(\.names)) {
      let part = "\(String(decoding: front, as: UTF8.self)) $\(name)"
      guard let value = outcome(of: part, in: scope).single else { return nil }
      values[name] = value
    }
    return values
  }

  private mutating func explain(_ left: Syntax, piped right: Syntax, _ scope: Scope, _ depth: Int) {
    if case .call("not", let arguments) = right.kind, arguments.isEmpty { return show(left, scope, depth) }
    guard let value = outcome(of: left, in: scope).single else { return show(left, scope, depth) }
    var inner = scope.on(value)
    inner.front = scope.front.isEmpty ? text(of: left) : "\(scope.front) | \(text(of: left))"
    explain(right, inner, depth)
    if right.usesAllOfInput { show(left, scope, depth) }
  }
}

// Functions.
extension JQReasons {
  private mutating func explain(_ name: String, _ arguments: [Syntax], _ scope: Scope, _ depth: Int) {
    if let definition = scope.functions["\(name)/\(arguments.count)"] {
      return explain(definition, arguments, scope, depth)
    }
    switch (name, arguments.count) {
    case ("any", 0...2), ("all", 0...2): explainEach(name, arguments, scope, depth)
    case _ where Self.ofValues.contains(name):
      if scope.front.isEmpty, arguments.allSatisfy(\.isConstant) { showInput(scope, depth) }
      for argument in arguments { show(argument, scope, depth) }
    default: break
    }
  }

  /// Functions that work on their input and on the values of their arguments.
  private static let ofValues: Set<String> = [
    "test", "contains", "inside", "has", "in", "startswith", "endswith", "index", "join", "split", "ltrimstr", "IN",
    "length", "match",
  ]

  private mutating func showInput(_ scope: Scope, _ depth: Int) {
    parts.append(
      JQPart(text: ".", outcome: .value(scope.input.shown), source: scope.input.source([]), depth: depth))
  }

  /// A function of the filter's own: its body, with its arguments.
  mutating func explain(_ definition: Definition, _ arguments: [Syntax], _ scope: Scope, _ depth: Int) {
    guard calls < Self.mostCalls, let inner = self.scope(inside: definition, arguments, scope) else { return }
    calls += 1
    explain(definition.body, inner, depth)
    calls -= 1
  }

  /// - Returns: nil where an argument has not one value.
  func scope(inside definition: Definition, _ arguments: [Syntax], _ scope: Scope) -> Scope? {
    var inner = scope
    for (parameter, argument) in zip(definition.parameters, arguments) {
      if parameter.isValue {
        guard let value = outcome(of: argument, in: scope).single else { return nil }
        inner.variables[parameter.name] = value
      } else if text(of: argument) != parameter.name {
        inner.definitions += "def \(parameter.name): \(text(of: argument)); "
      }
    }
    return inner
  }

  func text(of definition: Definition) -> String { String(decoding: text[definition.range], as: UTF8.self) }

  private mutating func explainEach(_ name: String, _ arguments: [Syntax], _ scope: Scope, _ depth: Int) {
    let elements =
      arguments.count == 2 ? outcome(of: arguments[0], in: scope).values : elements(of: scope.input)
    guard let condition = arguments.last else {
      return elements.isEmpty ? explainNothing([], scope, depth) : explainEach(name, elements, depth)
    }
    if elements.isEmpty { return explainNothing(arguments, scope, depth) }
    let outcomes = outcomes(of: condition, onEach: elements, in: scope)
    let untrue = outcomes.indices.filter { !outcomes[$0].isTrue }
    parts.append(
      JQPart(text: text(of: condition), outcome: .untrue(untrue.count, of: elements.count), source: nil, depth: depth))
    for index in untrue.prefix(Self.mostExamples) {
      var inner = scope.on(elements[index])
      inner.front = ""
      let before = parts.count
      explain(condition, inner, depth + 1)
      if parts.count == before { show(condition, inner, depth + 1) }
    }
  }

  /// There was nothing to look at: what should have given something.
  private mutating func explainNothing(_ arguments: [Syntax], _ scope: Scope, _ depth: Int) {
    if arguments.count == 2 { return show(arguments[0], scope, depth) }
    // Behind a pipe the input is shown as what stands in front of it.
    if scope.front.isEmpty { showInput(scope, depth) }
  }

  /// Without a condition the values themselves are it.
  private mutating func explainEach(_ name: String, _ elements: [Known], _ depth: Int) {
    let untrue = elements.filter { !$0.isTrue }
    parts.append(JQPart(text: ".[]", outcome: .untrue(untrue.count, of: elements.count), source: nil, depth: depth))
    for element in untrue.prefix(Self.mostExamples) {
      parts.append(JQPart(text: ".", outcome: .value(element.shown), source: element.source([]), depth: depth + 1))
    }
  }

  private static let mostExamples = 3
}

extension JQTrace.Source {
  /// Nil for what the filter itself says.
  fileprivate var elsewhere: JQTrace.Source? {
    switch self {
    case .computed(_, let places) where places.isEmpty: nil
    case .copied, .computed: self
    case .built, .literal: nil
    }
  }
}

extension JQReasons.Outcome {
  fileprivate var shown: JQPart.Outcome {
    switch self {
    case .failed(let message): .failed(message)
    case .values(let values) where values.isEmpty: .nothing
    case .values(let values) where values.count == 1: .value(values[0].shown)
    case .values(let values): .several(values.count)
    }
  }
}

extension Syntax {
  /// Whether it is written in the filter.
  var isConstant: Bool {
    switch kind {
    case .constant: true
    case .string(nil, _): plainText != nil || text.isEmpty
    case .negate(let inner): inner.isConstant
    case .array(let inner): inner?.isConstant ?? true
    case .object(let members): members.allSatisfy { $0.key.isConstant && $0.value.isConstant }
    case .comma(let left, let right): left.isConstant && right.isConstant
    default: false
    }
  }

  private var text: [StringPart] { if case .string(_, let parts) = kind { parts } else { [] } }

  /// Whether it works on its input as a whole, and not only on members of it.
  var usesAllOfInput: Bool {
    switch kind {
    case .identity, .iterate, .recurse, .call: true
    case .index(let target, _): if case .identity = target.kind { false } else { target.usesAllOfInput }
    case .pipe(let left, _): left.usesAllOfInput
    default: parts.contains(where: \.usesAllOfInput)
    }
  }
}
