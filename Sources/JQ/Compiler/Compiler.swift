import ParleyEngine

/// The result of compiling a filter's text.
struct Compiled {
  let node: Node
  /// The variables of the outermost frame.
  let slots: Int
  let usage: JQUsage
}

/// Makes nodes of a syntax tree: names become slots, functions closures, and what is known is worked out.
struct Compiler {
  let text: [UInt8]
  /// Functions of the prelude that the filter uses, compiled once.
  var prelude: [String: Function] = [:]
  let root: Layout
  /// Set while a function of the prelude is compiled: places in it are those of its call.
  var preludePlace: Int?
  private var depth = 0

  init(_ text: [UInt8]) {
    self.text = text
    root = Layout(nil)
  }

  /// The names a filter may call, as `name/arity`.
  static var knownFunctions: [String] { Array(Builtin.all.keys) + Prelude.definitions.keys }

  static func compile(_ text: [UInt8], variables: [String]) throws(JQCompileError) -> Compiled {
    var compiler = Compiler(text)
    var scope: Scope?
    for name in variables { scope = Scope(.variable(name, slot: compiler.root.newSlot()), in: compiler.root, scope) }
    let syntax = try Parser.parse(text)
    let node = try compiler.node(syntax, scope, compiler.root)
    let members = UsageReader(syntax, of: text, variables: variables).members
    let usage = JQUsage(members: members, readsInput: syntax.readsInput, givenKind: syntax.givenKind)
    return Compiled(node: node, slots: compiler.root.slots, usage: usage)
  }

  func error(_ message: String, at place: Int) -> JQCompileError { JQCompileError(message, at: place, in: text) }

  /// Every so many levels somebody looks at the stack.
  private static let lookEvery = 24

  mutating func node(_ syntax: Syntax, _ scope: Scope?, _ layout: Layout) throws(JQCompileError) -> Node {
    depth += 1
    defer { depth -= 1 }
    let node = try plainNode(syntax, scope, layout)
    return depth % Compiler.lookEvery == 0 && node.isSingle ? RoomNode(node) : node
  }

  private mutating func plainNode(_ syntax: Syntax, _ scope: Scope?, _ layout: Layout) throws(JQCompileError) -> Node {
    let place = preludePlace ?? syntax.place
    switch syntax.kind {
    case .identity: return IdentityNode(at: place)
    case .recurse: return RecurseNode(nil, at: place)
    case .constant(let value): return ConstantNode(value, at: place)
    case .string(let format, let parts): return try string(format, parts, scope, layout, place)
    case .format(let name): return FormatNode(try format(name, place), at: place)
    case .index, .slice, .iterate: return try access(syntax.kind, scope, layout, place)
    case .attempt(let body, let handler):
      let handler = try handler.map { handler throws(JQCompileError) in try node(handler, scope, layout) }
      return AttemptNode(try node(body, scope, layout), catching: handler, at: place)
    case .array(let body):
      guard let body else { return ConstantNode(Value([Value]()), at: place) }
      return CollectNode(try node(body, scope, layout), at: place)
    case .object(let members): return try object(members, scope, layout, place)
    case .negate(let operand): return negation(try node(operand, scope, layout), place)
    case .pipe(let left, let right):
      return PipeNode(try node(left, scope, layout), try node(right, scope, layout), at: place)
    case .comma(let left, let right):
      return CommaNode(try node(left, scope, layout), try node(right, scope, layout), at: place)
    case .condition(let test, let positive, let negative):
      let otherwise =
        try negative.map { negative throws(JQCompileError) in try node(negative, scope, layout) }
        ?? IdentityNode(at: place)
      return ConditionNode(try node(test, scope, layout), try node(positive, scope, layout), otherwise, at: place)
    case .binary, .and, .or, .alternative, .assign, .update, .arithmeticUpdate, .alternativeUpdate:
      return try operation(syntax.kind, scope, layout, place)
    case .bind, .reduce, .foreach: return try binding(syntax.kind, scope, layout, place)
    case .label(let name, let body):
      let slot = layout.newSlot()
      let inner = Scope(.label(name, slot: slot), in: layout, scope)
      return LabelNode(slot: slot, try node(body, inner, layout), at: place)
    case .leave(let name): return try leave(name, scope, layout, place)
    case .define(let definition, let body):
      return try node(body, try define(definition, scope, layout), layout)
    case .call(let name, let arguments): return try call(name, arguments, scope, layout, place)
    case .variable(let name): return try variable(name, scope, layout, place)
    }
  }

  private func negation(_ operand: Node, _ place: Int) -> Node {
    guard case .number(let number) = operand.constant?.payload else { return NegateNode(operand, at: place) }
    return ConstantNode(Value(-number), at: place)
  }

  private mutating func access(_ kind: Syntax.Kind, _ scope: Scope?, _ layout: Layout, _ place: Int)
    throws(JQCompileError) -> Node
  {
    switch kind {
    case .index(let target, let key):
      let targetNode = try node(target, scope, layout)
      let keyNode = try node(key, scope, layout)
      if let name = keyNode.constant?.string { return FieldNode(targetNode, name, at: place) }
      return IndexNode(targetNode, keyNode, at: place)
    case .slice(let target, let start, let end):
      let targetNode = try node(target, scope, layout)
      let startNode = try start.map { start throws(JQCompileError) in try node(start, scope, layout) }
      let endNode = try end.map { end throws(JQCompileError) in try node(end, scope, layout) }
      let nothing = ConstantNode(.null, at: place)
      return IndexNode(targetNode, SliceKeyNode(startNode ?? nothing, endNode ?? nothing, at: place), at: place)
    case .iterate(let target): return IterateNode(try node(target, scope, layout), at: place)
    default: return IdentityNode(at: place)
    }
  }

  private mutating func object(
    _ members: [(key: Syntax, value: Syntax)], _ scope: Scope?, _ layout: Layout, _ place: Int
  ) throws(JQCompileError) -> Node {
    var nodes: [(key: Node, value: Node)] = []
    for member in members {
      let key = try node(member.key, scope, layout)
      if let constant = key.constant, constant.string == nil {
        let sentence = "an object's keys are strings, not \(constant.kind.name)s: \(constant.excerpt(20))"
        throw error(sentence, at: member.key.place)
      }
      nodes.append((key, try node(member.value, scope, layout)))
    }
    return ObjectNode(nodes, at: place)
  }

  private mutating func string(
    _ name: String?, _ parts: [Syntax.StringPart], _ scope: Scope?, _ layout: Layout, _ place: Int
  ) throws(JQCompileError) -> Node {
    let format = try name.map { name throws(JQCompileError) in try self.format(name, place) } ?? .text
    var nodes: [StringNode.Part] = []
    for part in parts {
      switch part {
      case .text(let text): nodes.append(.text(text))
      case .interpolation(let syntax): nodes.append(.value(try node(syntax, scope, layout)))
      }
    }
    if nodes.isEmpty { return ConstantNode(Value(""), at: place) }
    if nodes.count == 1, case .text(let text) = nodes[0] { return ConstantNode(Value(text), at: place) }
    return StringNode(format, nodes, at: place)
  }

  private func format(_ name: String, _ place: Int) throws(JQCompileError) -> Format {
    if let format = Format(rawValue: name) { return format }
    let names = Format.allCases.map(\.rawValue)
    let hint = NearestName.of(name, among: names).map { "; did you mean “@\($0)”?" } ?? ""
    throw error("\(name) is not a valid format\(hint)", at: place)
  }
}
