/// A function of the filter's own.
final class Function {
  let name: String
  let arity: Int
  /// Set once it is compiled: a body may call itself before that.
  var body: Node?
  var slots = 0
  /// Whether the body is compiled and never has more than one output.
  var isSingle = false

  init(name: String, arity: Int) {
    (self.name, self.arity) = (name, arity)
  }
}

/// The argument that is passed for a parameter.
enum Argument {
  case filter(Node, slots: Int)
  /// A parameter of the caller, passed on as it is.
  case parameter(hops: Int, index: Int)

  func closure(in frame: Frame) -> Closure {
    switch self {
    case .filter(let node, let slots): Closure(body: node, frame: frame, slots: slots)
    case .parameter(let hops, let index): frame.outer(hops).closures[index]
    }
  }
}

/// A call of a function of the filter's own.
final class CallNode: Node {
  private let function: Function
  private let arguments: [Argument]
  /// How far out the function was defined.
  private let hops: Int

  init(_ function: Function, _ arguments: [Argument], hops: Int, at place: Int) {
    (self.function, self.arguments, self.hops) = (function, arguments, hops)
    super.init(at: place, isSingle: function.isSingle)
  }

  private func activate(_ frame: Frame) -> Frame {
    let closures = arguments.isEmpty ? [] : arguments.map { $0.closure(in: frame) }
    return Frame(parent: frame.outer(hops), slots: function.slots, closures: closures)
  }

  override func one(_ input: inout Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Value? {
    guard isSingle, let body = function.body else { return try super.one(&input, frame, machine) }
    try machine.tick()
    return try body.one(&input, activate(frame), machine)
  }

  override func step(
    _ input: inout Value, _ frame: inout Frame, _ machine: Machine, _ emit: Emit
  ) throws(Interrupt) -> Node? {
    frame = activate(frame)
    return function.body
  }

  override func stepPaths(
    _ input: inout Located, _ frame: inout Frame, _ machine: Machine, _ emit: EmitPath
  ) throws(Interrupt) -> Node? {
    frame = activate(frame)
    return function.body
  }
}

/// A call of a filter that was passed in.
final class ParameterNode: Node {
  private let hops: Int
  private let index: Int

  init(hops: Int, index: Int, at place: Int) {
    (self.hops, self.index) = (hops, index)
    super.init(at: place, isSingle: false)
  }

  private func closure(_ frame: Frame) -> Closure { frame.outer(hops).closures[index] }

  override func one(_ input: inout Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Value? {
    let closure = closure(frame)
    guard closure.body.isSingle else { return try super.one(&input, frame, machine) }
    return try closure.body.one(&input, closure.activate(), machine)
  }

  override func isSingle(in frame: Frame) -> Bool { closure(frame).body.isSingle }

  override func step(
    _ input: inout Value, _ frame: inout Frame, _ machine: Machine, _ emit: Emit
  ) throws(Interrupt) -> Node? {
    let closure = closure(frame)
    frame = closure.activate()
    return closure.body
  }

  override func stepPaths(
    _ input: inout Located, _ frame: inout Frame, _ machine: Machine, _ emit: EmitPath
  ) throws(Interrupt) -> Node? {
    let closure = closure(frame)
    frame = closure.activate()
    return closure.body
  }
}
