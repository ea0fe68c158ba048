import ParleyEngine

extension Compiler {
  mutating func variable(_ name: String, _ scope: Scope?, _ layout: Layout, _ place: Int) throws(JQCompileError)
    -> Node
  {
    let found: VariableNode? = scope.first { scope in
      guard case .variable(name, let slot) = scope.meaning else { return nil }
      return VariableNode(hops: layout.hops(to: scope.layout), slot: slot, at: place)
    }
    if let found { return found }
    if let reason = Refused.variables[name] { throw error("“$\(name)” is not available: \(reason)", at: place) }
    var names: [String] = []
    let _: Never? = scope.first { scope in
      if case .variable(let name, _) = scope.meaning { names.append(name) }
      return nil
    }
    let hint = NearestName.of(name, among: names).map { "; did you mean “$\($0)”?" } ?? ""
    throw error("unknown variable “$\(name)”\(hint)", at: place)
  }

  func leave(_ name: String, _ scope: Scope?, _ layout: Layout, _ place: Int) throws(JQCompileError) -> Node {
    let found: BreakNode? = scope.first { scope in
      guard case .label(name, let slot) = scope.meaning else { return nil }
      return BreakNode(hops: layout.hops(to: scope.layout), slot: slot, at: place)
    }
    if let found { return found }
    throw error("“break $\(name)” stands in no “label $\(name)”", at: place)
  }

  /// Compiles a function and returns the scope that knows it.
  mutating func define(_ definition: Definition, _ scope: Scope?, _ layout: Layout) throws(JQCompileError) -> Scope {
    let function = Function(name: definition.name, arity: definition.parameters.count)
    let outer = Scope(.function(function), in: layout, scope)
    let own = Layout(layout)
    var inner: Scope? = outer
    for (index, parameter) in definition.parameters.enumerated() {
      inner = Scope(.parameter(parameter.name, index: index), in: own, inner)
    }
    let (binders, bodyScope) = valueParameters(of: definition, inner, own)
    var body = try node(definition.body, bodyScope, own)
    for (slot, index) in binders.reversed() {
      let place = preludePlace ?? definition.place
      body = BindNode(ParameterNode(hops: 0, index: index, at: place), PatternNode(variable: slot), body, at: place)
    }
    (function.body, function.slots, function.isSingle) = (body, own.slots, body.isSingle)
    return outer
  }

  /// `def f($a)` is `def f(a): a as $a | …`.
  private func valueParameters(of definition: Definition, _ scope: Scope?, _ layout: Layout) -> (
    [(slot: Int, index: Int)], Scope?
  ) {
    var (binders, inner): ([(slot: Int, index: Int)], Scope?) = ([], scope)
    for (index, parameter) in definition.parameters.enumerated() where parameter.isValue {
      let slot = layout.newSlot()
      binders.append((slot, index))
      inner = Scope(.variable(parameter.name, slot: slot), in: layout, inner)
    }
    return (binders, inner)
  }

  mutating func call(_ name: String, _ arguments: [Syntax], _ scope: Scope?, _ layout: Layout, _ place: Int)
    throws(JQCompileError) -> Node
  {
    if let meaning = meaning(of: name, arguments.count, scope) {
      let hops = layout.hops(to: meaning.layout)
      switch meaning.meaning {
      case .parameter(_, let index): return ParameterNode(hops: hops, index: index, at: place)
      case .function(let function):
        return CallNode(function, try closures(arguments, scope, layout), hops: hops, at: place)
      default: break
      }
    }
    let signature = "\(name)/\(arguments.count)"
    if !name.hasPrefix("_") || preludePlace != nil, let builtin = Builtin.all[signature] {
      var nodes: [Node] = []
      for argument in arguments { nodes.append(try node(argument, scope, layout)) }
      return builtin.make(nodes, place)
    }
    if let function = try preludeFunction(signature, place) {
      let closures = try closures(arguments, scope, layout)
      return CallNode(function, closures, hops: layout.hops(to: root), at: place)
    }
    throw unknown(name, arguments.count, scope, place)
  }

  private func meaning(of name: String, _ arity: Int, _ scope: Scope?) -> Scope? {
    scope.first { scope in
      switch scope.meaning {
      case .function(let function): function.name == name && function.arity == arity ? scope : nil
      case .parameter(name, _): arity == 0 ? scope : nil
      default: nil
      }
    }
  }

  private mutating func closures(_ arguments: [Syntax], _ scope: Scope?, _ layout: Layout) throws(JQCompileError)
    -> [Argument]
  {
    var closures: [Argument] = []
    for argument in arguments { closures.append(try closure(argument, scope, layout)) }
    return closures
  }

  /// A parameter is passed on as it is. What binds variables gets a frame of its own, for it may run while it runs.
  private mutating func closure(_ syntax: Syntax, _ scope: Scope?, _ layout: Layout) throws(JQCompileError) -> Argument
  {
    if case .call(let name, let arguments) = syntax.kind, arguments.isEmpty, let found = meaning(of: name, 0, scope),
      case .parameter(_, let index) = found.meaning
    {
      return .parameter(hops: layout.hops(to: found.layout), index: index)
    }
    guard syntax.bindsVariables else { return .filter(try node(syntax, scope, layout), slots: 0) }
    let own = Layout(layout)
    let body = try node(syntax, scope, own)
    return .filter(body, slots: max(1, own.slots))
  }

  private mutating func preludeFunction(_ signature: String, _ place: Int) throws(JQCompileError) -> Function? {
    if let known = prelude[signature] { return known }
    guard let source = Prelude.definitions[signature] else { return nil }
    guard case .define(let definition, _) = try Parser.parse(Array(source.utf8)).kind else { return nil }
    let outerPlace = preludePlace
    preludePlace = outerPlace ?? place
    defer { preludePlace = outerPlace }
    let scope = try define(definition, nil, root)
    guard case .function(let function) = scope.meaning else { return nil }
    prelude[signature] = function
    return function
  }

  private func unknown(_ name: String, _ arity: Int, _ scope: Scope?, _ place: Int) -> JQCompileError {
    if let reason = Refused.functions[name] { return error("“\(name)” is not available: \(reason)", at: place) }
    var signatures = Compiler.knownFunctions.filter { !$0.hasPrefix("_") }
    let _: Never? = scope.first { scope in
      switch scope.meaning {
      case .function(let function): signatures.append("\(function.name)/\(function.arity)")
      case .parameter(let name, _): signatures.append(name + "/0")
      default: break
      }
      return nil
    }
    let arities = signatures.filter { $0.hasPrefix(name + "/") }.sorted()
    if !arities.isEmpty {
      let known = arities.map { "“\($0)”" }.joined(separator: ", ")
      return error("unknown function “\(name)/\(arity)”; there is \(known)", at: place)
    }
    let meant = Self.meant(by: name, arity, among: signatures).map { "“\($0)”" }.joined(separator: " or ")
    let advice = meant.isEmpty ? "" : "; did you mean \(meant)?"
    return error("unknown function “\(name)/\(arity)”\(advice)", at: place)
  }

  /// A word alone is often a member whose dot is missing, unless it is a function with one slip.
  private static func meant(by name: String, _ arity: Int, among signatures: [String]) -> [String] {
    let signature = "\(name)/\(arity)"
    if let slip = NearestName.slip(of: signature, among: signatures) { return [slip] }
    let member = arity == 0 && !name.contains(":") ? ".\(name)" : nil
    return [member, NearestName.of(signature, among: signatures)].compactMap(\.self)
  }
}

/// The functions of jq that reach outside of a filter, with the reasons why they are refused.
enum Refused {
  private static let inputs = "a filter sees one input, which is “.”"
  private static let environment = "a filter does not read the environment of the program"
  private static let output = "a filter writes nothing but its outputs"
  private static let modules = "a filter stands alone and reads no other files"

  static let functions = [
    "input": inputs, "inputs": inputs, "input_filename": inputs, "input_line_number": inputs,
    "env": environment, "debug": output, "stderr": output,
    "halt": "a filter cannot end the program; use “empty” or “error”",
    "halt_error": "a filter cannot end the program; use “error”",
    "get_search_list": modules, "modulemeta": modules, "get_prog_origin": modules, "get_jq_origin": modules,
    "import": modules, "include": modules,
  ]

  static let variables = ["ENV": environment, "__prog_args": "a filter has no command line"]
}
