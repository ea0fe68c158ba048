import ParleyEngine

extension Compiler {
  mutating func operation(_ kind: Syntax.Kind, _ scope: Scope?, _ layout: Layout, _ place: Int)
    throws(JQCompileError) -> Node
  {
    switch kind {
    case .binary(let operation, let left, let right):
      return folded(operation, try node(left, scope, layout), try node(right, scope, layout), place)
    case .and(let left, let right):
      return LogicNode(try node(left, scope, layout), try node(right, scope, layout), isAnd: true, at: place)
    case .or(let left, let right):
      return LogicNode(try node(left, scope, layout), try node(right, scope, layout), isAnd: false, at: place)
    case .alternative(let left, let right):
      return AlternativeNode(try node(left, scope, layout), try node(right, scope, layout), at: place)
    case .assign(let left, let right):
      return AssignNode(try node(left, scope, layout), try node(right, scope, layout), at: place)
    case .update(let left, let right):
      return UpdateNode(try node(left, scope, layout), try node(right, scope, layout), at: place)
    case .arithmeticUpdate(let operation, let left, let right):
      return OperandUpdateNode(try node(left, scope, layout), try node(right, scope, layout), operation, at: place)
    case .alternativeUpdate(let left, let right):
      return OperandUpdateNode(try node(left, scope, layout), try node(right, scope, layout), nil, at: place)
    default: return IdentityNode(at: place)
    }
  }

  /// Numbers are worked out at once.
  private func folded(_ operation: Operator, _ left: Node, _ right: Node, _ place: Int) -> Node {
    if case .number(let first) = left.constant?.payload, case .number(let second) = right.constant?.payload,
      let value = Arithmetic.fast(operation, first, second)
    {
      return ConstantNode(value, at: place)
    }
    return ArithmeticNode(operation, left, right, at: place)
  }

  mutating func binding(_ kind: Syntax.Kind, _ scope: Scope?, _ layout: Layout, _ place: Int)
    throws(JQCompileError) -> Node
  {
    switch kind {
    case .bind(let source, let patterns, let body):
      let sourceNode = try node(source, scope, layout)
      let (pattern, inner) = try self.pattern(patterns, scope, layout)
      return BindNode(sourceNode, pattern, try node(body, inner, layout), at: place)
    case .reduce(let source, let patterns, let initial, let update):
      let sourceNode = try node(source, scope, layout)
      let (pattern, inner) = try self.pattern(patterns, scope, layout)
      let start = try node(initial, scope, layout)
      return ReduceNode(sourceNode, pattern, start, try node(update, inner, layout), at: place)
    case .foreach(let source, let patterns, let initial, let update, let extract):
      let sourceNode = try node(source, scope, layout)
      let (pattern, inner) = try self.pattern(patterns, scope, layout)
      let start = try node(initial, scope, layout)
      let updateNode = try node(update, inner, layout)
      let extractNode = try extract.map { extract throws(JQCompileError) in try node(extract, inner, layout) }
      return ForeachNode(sourceNode, pattern, start, updateNode, extractNode, at: place)
    default: return IdentityNode(at: place)
    }
  }
}
