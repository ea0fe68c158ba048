internal import ParleyEngine

// Losses and choices on the way to a value.
extension JQReasons {
  mutating func findings(at path: [JQPath.Segment]) -> [JQFinding] {
    _ = follow(root, [outermost.input], outermost, path, isNeeded: false)
    return findings.reversed()
  }

  /// Evaluates a part on each of several values, and notes what was lost on the way. Nothing is evaluated that nobody asks for.
  /// - Parameters:
  ///   - path: the part of its value that matters.
  ///   - isNeeded: whether its values are used; else none are returned.
  private mutating func follow(
    _ syntax: Syntax, _ inputs: [Known], _ scope: Scope, _ path: [JQPath.Segment], isNeeded: Bool
  ) -> [Known] {
    guard canLose(syntax, scope) else { return values(of: syntax, inputs, scope, isNeeded) }
    switch syntax.kind {
    case .define(let definition, let body):
      let inner = scope.behind(definition, written: text(of: definition))
      return follow(body, inputs, inner, path, isNeeded: isNeeded)
    case .pipe(let left, let right):
      let between = follow(
        left, inputs, scope, right.isSelection ? path : [], isNeeded: isNeeded || canLose(right, scope))
      return follow(right, between, scope, path, isNeeded: isNeeded)
    case .array(let body?):
      return inputs.map { list(of: follow(body, [$0], scope, Array(path.dropFirst()), isNeeded: isNeeded)) }
    case .object(let members): follow(members, inputs, scope, path)
    case .alternative(let left, let right):
      return inputs.flatMap { follow(left, or: right, $0, scope, path, isNeeded) }
    case .condition(let test, let yes, let no) where inputs.count == 1:
      return follow(test, yes, no, inputs[0], scope, path, isNeeded)
    case .binary(_, let left, let right), .or(let left, let right), .comma(let left, let right):
      for operand in [left, right] { _ = follow(operand, inputs, scope, [], isNeeded: false) }
    case .and(let left, let right):
      _ = follow(left, inputs, scope, [], isNeeded: false)
      if outcomes(of: left, onEach: inputs, in: scope).contains(where: \.isTrue) {
        _ = follow(right, inputs, scope, [], isNeeded: false)
      }
    case .negate(let inner), .attempt(let inner, _), .iterate(let inner), .slice(let inner, _, _):
      _ = follow(inner, inputs, scope, [], isNeeded: false)
    case .index(let target, let key):
      let segment = key.plainText.map { [JQPath.Segment.key($0)] }
      _ = follow(target, inputs, scope, segment.map { $0 + path } ?? [], isNeeded: false)
    case .bind(let source, let patterns, let body) where inputs.count == 1:
      if let values = follow(source, patterns, body, inputs[0], scope, path, isNeeded) { return values }
    case .call(let name, let arguments):
      if let values = follow(name, arguments, inputs, scope, path, isNeeded) { return values }
    default: break
    }
    return values(of: syntax, inputs, scope, isNeeded)
  }

  private func values(of syntax: Syntax, _ inputs: [Known], _ scope: Scope, _ areNeeded: Bool) -> [Known] {
    areNeeded ? outcomes(of: syntax, onEach: inputs, in: scope).flatMap(\.values) : []
  }

  /// Whether something can be lost or chosen in a part.
  private func canLose(_ syntax: Syntax, _ scope: Scope) -> Bool {
    switch syntax.kind {
    case .define, .alternative, .condition: true
    case .call(let name, let arguments):
      name == "select" || Self.ofLists.contains(name) || scope.functions["\(name)/\(arguments.count)"] != nil
        || arguments.contains { canLose($0, scope) }
    default: syntax.parts.contains { canLose($0, scope) }
    }
  }

  private func list(of values: [Known]) -> Known {
    var secrets = SecretParts()
    for (index, value) in values.enumerated() { secrets.insert(value.secrets, at: ValuePath([.index(index)])) }
    return Known(value: .array(values.map(\.value)), secrets: secrets) { path in
      guard case .index(let index)? = path.first, values.indices.contains(index) else { return .built }
      return values[index].source(Array(path.dropFirst()))
    }
  }

  private mutating func follow(
    _ members: [(key: Syntax, value: Syntax)], _ inputs: [Known], _ scope: Scope, _ path: [JQPath.Segment]
  ) {
    for member in members {
      if case .key(let name)? = path.first, let key = member.key.plainText, key != name { continue }
      _ = follow(member.value, inputs, scope, Array(path.dropFirst()), isNeeded: false)
    }
  }

  private mutating func follow(
    _ left: Syntax, or right: Syntax, _ input: Known, _ scope: Scope, _ path: [JQPath.Segment], _ isNeeded: Bool
  ) -> [Known] {
    let outcome = outcome(of: left, in: scope.on(input))
    let values = outcome.values.filter(\.isTrue)
    guard values.isEmpty else { return values }
    let before = findings.count
    _ = follow(left, [input], scope, path, isNeeded: false)
    var copy = self
    copy.parts = []
    copy.show(left, scope.on(input), 0)
    if var part = copy.parts.first {
      // The values lost on the way say more about it than all those that the filter worked on.
      if part.source == nil, findings.count > before { part.source = .computed(by: "", from: []) }
      findings.append(.fallback(text: text(of: right), part))
    }
    return follow(right, [input], scope, path, isNeeded: isNeeded)
  }

  private mutating func follow(
    _ test: Syntax, _ yes: Syntax, _ no: Syntax?, _ input: Known, _ scope: Scope, _ path: [JQPath.Segment],
    _ isNeeded: Bool
  ) -> [Known] {
    let inner = scope.on(input)
    let isTrue = outcome(of: test, in: inner).isTrue
    findings.append(.branch(condition: text(of: test), isTrue: isTrue, parts(of: test, in: inner)))
    guard let taken = isTrue ? yes : no else { return [input] }
    return follow(taken, [input], scope, path, isNeeded: isNeeded)
  }

  private mutating func follow(
    _ source: Syntax, _ patterns: [Pattern], _ body: Syntax, _ input: Known, _ scope: Scope,
    _ path: [JQPath.Segment], _ isNeeded: Bool
  ) -> [Known]? {
    guard case .variable(let name, _)? = patterns.first, patterns.count == 1 else { return nil }
    let values = follow(source, [input], scope, [], isNeeded: true)
    guard values.count == 1 else { return nil }
    var inner = scope
    inner.variables[name] = values[0]
    return follow(body, [input], inner, path, isNeeded: isNeeded)
  }
}

// Functions.
extension JQReasons {
  /// - Returns: nil where it has only looked.
  private mutating func follow(
    _ name: String, _ arguments: [Syntax], _ inputs: [Known], _ scope: Scope, _ path: [JQPath.Segment],
    _ isNeeded: Bool
  ) -> [Known]? {
    if let definition = scope.functions["\(name)/\(arguments.count)"] {
      // A value as an argument may be another one for each input.
      let dependsOnInput = definition.parameters.contains(where: \.isValue)
      guard calls < Self.mostCalls, let input = inputs.first, inputs.count == 1 || !dependsOnInput,
        let inner = self.scope(inside: definition, arguments, scope.on(input))
      else { return nil }
      calls += 1
      defer { calls -= 1 }
      return follow(definition.body, inputs, inner, path, isNeeded: isNeeded)
    }
    switch (name, arguments.count) {
    case ("select", 1): return select(arguments[0], inputs, scope)
    case ("map", 1):
      return inputs.map { input in
        list(of: follow(arguments[0], elements(of: input), scope, Array(path.dropFirst()), isNeeded: isNeeded))
      }
    case ("first", 1), ("last", 1), ("add", 1), ("any", 2), ("all", 2), ("isempty", 1):
      _ = follow(arguments[0], inputs, scope, path, isNeeded: false)
    case ("limit", 2), ("nth", 2): _ = follow(arguments[1], inputs, scope, path, isNeeded: false)
    case _ where Self.ofLists.contains(name):
      if inputs.contains(where: { $0.value == .array([]) }) { findings.append(.ofNothing(function: name)) }
    default: break
    }
    return nil
  }

  /// Functions that have nothing to say of an empty list.
  private static let ofLists: Set<String> = [
    "add", "first", "last", "length", "min", "max", "min_by", "max_by", "unique", "unique_by", "group_by", "sort",
    "sort_by", "any", "all", "join", "reverse", "flatten",
  ]

  private mutating func select(_ condition: Syntax, _ inputs: [Known], _ scope: Scope) -> [Known] {
    let outcomes = outcomes(of: condition, onEach: inputs, in: scope)
    var (kept, dropped) = ([Known](), [Known]())
    for (input, outcome) in zip(inputs, outcomes) {
      let count = outcome.values.count(where: \.isTrue)
      if count == 0 { dropped.append(input) }
      for _ in 0..<count { kept.append(input) }
    }
    let wanted = isWanted.flatMap { isWanted in dropped.first { $0.source([])?.place.map(isWanted) == true } }
    guard let first = wanted ?? dropped.first else { return kept }
    let places = ([wanted].compactMap(\.self) + dropped.prefix(Self.mostPlaces)).compactMap { $0.source([])?.place }
    findings.append(
      .dropped(
        .init(
          condition: text(of: condition), total: inputs.count, kept: inputs.count - dropped.count,
          first: first.source([])?.place, parts: parts(of: condition, in: scope.on(first)), places: places)))
    return kept
  }

  private static let mostPlaces = 1_000
}

extension JQTrace.Source {
  /// The one place that it was copied from.
  fileprivate var place: JQPath? { if case .copied(let path) = self { path } else { nil } }
}

extension Syntax {
  /// Whether it hands on parts of its input as they are.
  fileprivate var isSelection: Bool {
    switch kind {
    case .identity: true
    case .call(let name, _): ["select", "first", "last", "map", "sort_by", "unique", "reverse"].contains(name)
    default: false
    }
  }
}
