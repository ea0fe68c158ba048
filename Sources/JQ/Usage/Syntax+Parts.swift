extension Syntax {
  /// The filters it is made of, in the order of the text.
  var parts: [Syntax] {
    switch kind {
    case .identity, .recurse, .constant, .format, .leave, .variable: []
    case .string(_, let parts): parts.compactMap(\.interpolated)
    case .index(let left, let right), .pipe(let left, let right), .comma(let left, let right),
      .binary(_, let left, let right), .and(let left, let right), .or(let left, let right),
      .alternative(let left, let right), .assign(let left, let right), .update(let left, let right),
      .arithmeticUpdate(_, let left, let right), .alternativeUpdate(let left, let right):
      [left, right]
    case .slice(let target, let start, let end): [target, start, end].compactMap(\.self)
    case .iterate(let body), .negate(let body), .label(_, let body): [body]
    case .attempt(let body, let handler): [body, handler].compactMap(\.self)
    case .array(let body): [body].compactMap(\.self)
    case .object(let members): members.flatMap { [$0.key, $0.value] }
    case .bind(let source, let patterns, let body): [source] + patterns.flatMap(\.keys) + [body]
    case .reduce(let source, let patterns, let initial, let update):
      [source] + patterns.flatMap(\.keys) + [initial, update]
    case .foreach(let source, let patterns, let initial, let update, let extract):
      [source] + patterns.flatMap(\.keys) + [initial, update, extract].compactMap(\.self)
    case .condition(let test, let positive, let negative): [test, positive, negative].compactMap(\.self)
    case .define(let definition, let body): [definition.body, body]
    case .call(_, let arguments): arguments
    }
  }
}

extension Syntax.StringPart {
  fileprivate var interpolated: Syntax? {
    if case .interpolation(let syntax) = self { syntax } else { nil }
  }
}

extension Pattern {
  /// The variables it binds.
  var names: [String] {
    switch self {
    case .variable(let name, _): [name]
    case .array(let elements): elements.flatMap(\.names)
    case .object(let members):
      members.flatMap { member in (member.variable.map { [$0] } ?? []) + (member.pattern?.names ?? []) }
    }
  }

  /// The filters that make its keys.
  var keys: [Syntax] {
    switch self {
    case .variable: []
    case .array(let elements): elements.flatMap(\.keys)
    case .object(let members): members.flatMap { [$0.key] + ($0.pattern?.keys ?? []) }
    }
  }
}
