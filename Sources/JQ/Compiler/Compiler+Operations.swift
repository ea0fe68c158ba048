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

  /// The variables of all alternatives are known behind them.
  private mutating func pattern(_ patterns: [Pattern], _ scope: Scope?, _ layout: Layout) throws(JQCompileError)
    -> (PatternNode, Scope?)
  {
    var (slots, inner): ([(name: String, slot: Int)], Scope?) = ([], scope)
    for name in patterns.flatMap(\.names) where !slots.contains(where: { $0.name == name }) {
      slots.append((name, layout.newSlot()))
      inner = Scope(.variable(name, slot: slots[slots.count - 1].slot), in: layout, inner)
    }
    var nodes: [PatternNode] = []
    for pattern in patterns { nodes.append(try self.pattern(pattern, slots, inner, layout)) }
    if nodes.count == 1 { return (nodes[0], inner) }
    return (.alternatives(nodes, slots: slots.map(\.slot)), inner)
  }

  private mutating func pattern(
    _ pattern: Pattern, _ slots: [(name: String, slot: Int)], _ scope: Scope?, _ layout: Layout
  ) throws(JQCompileError) -> PatternNode {
    func slot(_ name: String) -> Int { slots.first { $0.name == name }?.slot ?? 0 }
    switch pattern {
    case .variable(let name, _): return .variable(slot(name))
    case .array(let elements):
      var nodes: [PatternNode] = []
      for element in elements { nodes.append(try self.pattern(element, slots, scope, layout)) }
      return .array(nodes)
    case .object(let members):
      var nodes: [PatternNode.Member] = []
      for member in members {
        let key = try node(member.key, scope, layout)
        let inner = try member.pattern.map { inner throws(JQCompileError) in
          try self.pattern(inner, slots, scope, layout)
        }
        nodes.append(PatternNode.Member(key: key, slot: member.variable.map(slot), pattern: inner))
      }
      return .object(nodes)
    }
  }
}

extension Pattern {
  /// The variables it binds.
  fileprivate var names: [String] {
    switch self {
    case .variable(let name, _): [name]
    case .array(let elements): elements.flatMap(\.names)
    case .object(let members):
      members.flatMap { member in (member.variable.map { [$0] } ?? []) + (member.pattern?.names ?? []) }
    }
  }
}
