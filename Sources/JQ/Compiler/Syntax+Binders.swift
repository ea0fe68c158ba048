extension Syntax {
  /// Whether it keeps anything in slots of its frame.
  var bindsVariables: Bool {
    switch kind {
    case .bind, .reduce, .foreach, .label, .define: true
    case .identity, .recurse, .constant, .format, .leave, .variable: false
    case .string(_, let parts): parts.contains { $0.bindsVariables }
    case .index(let left, let right), .pipe(let left, let right), .comma(let left, let right),
      .binary(_, let left, let right), .and(let left, let right), .or(let left, let right),
      .alternative(let left, let right), .assign(let left, let right), .update(let left, let right),
      .arithmeticUpdate(_, let left, let right), .alternativeUpdate(let left, let right):
      left.bindsVariables || right.bindsVariables
    case .slice(let target, let start, let end):
      target.bindsVariables || start?.bindsVariables == true || end?.bindsVariables == true
    case .iterate(let body), .negate(let body): body.bindsVariables
    case .attempt(let body, let handler): body.bindsVariables || handler?.bindsVariables == true
    case .array(let body): body?.bindsVariables == true
    case .object(let members): members.contains { $0.key.bindsVariables || $0.value.bindsVariables }
    case .condition(let test, let positive, let negative):
      test.bindsVariables || positive.bindsVariables || negative?.bindsVariables == true
    case .call(_, let arguments): arguments.contains(where: \.bindsVariables)
    }
  }
}

extension Syntax.StringPart {
  fileprivate var bindsVariables: Bool {
    if case .interpolation(let syntax) = self { syntax.bindsVariables } else { false }
  }
}
