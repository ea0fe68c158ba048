/// How a function that the language brings along is made into a node.
struct Builtin: Sendable {
  typealias Make = @Sendable (_ arguments: [Node], _ place: Int) -> Node

  let make: Make

  /// A function of its input alone.
  @inline(never)
  static func input(
    _ name: String, _ body: @escaping @Sendable (inout Value, Machine) throws(Interrupt) -> Value
  ) -> (String, Builtin) {
    (name + "/0", Builtin { _, place in InputFunctionNode(name, body, at: place) })
  }

  /// A function of its input and one value.
  @inline(never)
  static func value(
    _ name: String, _ body: @escaping @Sendable (inout Value, Value, Machine) throws(Interrupt) -> Value
  ) -> (String, Builtin) {
    (name + "/1", Builtin { arguments, place in ValueFunctionNode(name, arguments[0], body, at: place) })
  }

  /// A function of its input and several values, of which the last is the outermost loop.
  @inline(never)
  static func values(
    _ name: String, _ count: Int, _ body: @escaping @Sendable (Value, [Value], Machine) throws(Interrupt) -> Value
  ) -> (String, Builtin) {
    ("\(name)/\(count)", Builtin { arguments, place in ValuesFunctionNode(name, arguments, body, at: place) })
  }

  /// A function that gets filters.
  @inline(never)
  static func filters(_ name: String, _ count: Int, _ make: @escaping Make) -> (String, Builtin) {
    ("\(name)/\(count)", Builtin(make: make))
  }

  /// All of them by name and number of arguments.
  static let all: [String: Builtin] = Dictionary(
    uniqueKeysWithValues: core + text + math + collections + keyed + generators + regularExpressions + dates)
}

final class InputFunctionNode: Node {
  private let name: String
  private let body: (inout Value, Machine) throws(Interrupt) -> Value

  init(_ name: String, _ body: @escaping @Sendable (inout Value, Machine) throws(Interrupt) -> Value, at place: Int) {
    (self.name, self.body) = (name, body)
    super.init(at: place, isSingle: true)
  }

  override func one(_ input: inout Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Value? {
    let source = machine.isTracing ? input : .null
    do throws(Interrupt) {
      return machine.derived(try body(&input, machine), name, source)
    } catch {
      throw error.at(place)
    }
  }
}

final class ValueFunctionNode: Node {
  private let name: String
  private let argument: Node
  private let body: (inout Value, Value, Machine) throws(Interrupt) -> Value

  init(
    _ name: String, _ argument: Node,
    _ body: @escaping @Sendable (inout Value, Value, Machine) throws(Interrupt) -> Value,
    at place: Int
  ) {
    (self.name, self.argument, self.body) = (name, argument, body)
    super.init(at: place, isSingle: argument.isSingle)
  }

  private func apply(_ input: inout Value, _ argument: Value, _ machine: Machine) throws(Interrupt) -> Value {
    let source = machine.isTracing ? input : .null
    do throws(Interrupt) {
      return machine.derived(try body(&input, argument, machine), name, source, argument)
    } catch {
      throw error.at(place)
    }
  }

  override func one(_ input: inout Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Value? {
    var copy = input
    guard let value = try argument.one(&copy, frame, machine) else { return nil }
    copy = .null
    return try apply(&input, value, machine)
  }

  override func step(
    _ input: inout Value, _ frame: inout Frame, _ machine: Machine, _ emit: Emit
  ) throws(Interrupt) -> Node? {
    let value = input
    try argument.each(value, frame, machine) { argument throws(Interrupt) in
      var input = value
      try emit(apply(&input, argument, machine))
    }
    return nil
  }
}

final class ValuesFunctionNode: Node {
  private let name: String
  private let arguments: [Node]
  private let body: (Value, [Value], Machine) throws(Interrupt) -> Value

  init(
    _ name: String, _ arguments: [Node],
    _ body: @escaping @Sendable (Value, [Value], Machine) throws(Interrupt) -> Value,
    at place: Int
  ) {
    (self.name, self.arguments, self.body) = (name, arguments, body)
    super.init(at: place, isSingle: arguments.allSatisfy(\.isSingle))
  }

  private func apply(_ input: Value, _ values: [Value], _ machine: Machine) throws(Interrupt) -> Value {
    do throws(Interrupt) {
      let result = try body(input, values, machine)
      return machine.isTracing ? machine.traced(result, name, [input] + values) : result
    } catch {
      throw error.at(place)
    }
  }

  override func one(_ input: inout Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Value? {
    var values = Array(repeating: Value.null, count: arguments.count)
    for index in arguments.indices.reversed() {
      var copy = input
      guard let value = try arguments[index].one(&copy, frame, machine) else { return nil }
      values[index] = value
    }
    return try apply(input, values, machine)
  }

  override func step(
    _ input: inout Value, _ frame: inout Frame, _ machine: Machine, _ emit: Emit
  ) throws(Interrupt) -> Node? {
    if isSingle { return try super.step(&input, &frame, machine, emit) }
    try combine(arguments.count, [], input, frame, machine, emit)
    return nil
  }

  private func combine(
    _ count: Int, _ behind: [Value], _ input: Value, _ frame: Frame, _ machine: Machine, _ emit: Emit
  ) throws(Interrupt) {
    guard count > 0 else { return try emit(apply(input, behind, machine)) }
    try arguments[count - 1].each(input, frame, machine) { value throws(Interrupt) in
      try combine(count - 1, [value] + behind, input, frame, machine, emit)
    }
  }
}
