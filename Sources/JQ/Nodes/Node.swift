/// A function that receives the outputs of a filter, one after the other.
typealias Emit = (Value) throws(Interrupt) -> Void
/// A function that receives the outputs of a filter with their places.
typealias EmitPath = (Located) throws(Interrupt) -> Void

/// A part of a compiled filter. Nothing in it is changed once it is compiled.
///
/// Outputs are pushed to the caller's function. A node in tail position is not called, but returned: the caller goes on
/// with it in a loop (`run`), so that a filter may call itself there forever.
class Node {
  /// The byte of the filter's text to show when something fails here.
  let place: Int
  /// Whether it never has more than one output, which `one` then gives without a callback.
  let isSingle: Bool

  init(at place: Int, isSingle: Bool) {
    self.place = place
    self.isSingle = isSingle
  }

  /// Does its work up to what stands in tail position, and returns that with `input` and `frame` set for it.
  func step(
    _ input: inout Value, _ frame: inout Frame, _ machine: Machine, _ emit: Emit
  ) throws(Interrupt) -> Node? {
    if let value = try one(&input, frame, machine) { try emit(value) }
    return nil
  }

  /// The only output. It may take `input` apart: the caller does not use it any more.
  func one(_ input: inout Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Value? {
    var first: Value?
    let label = machine.nextLabel()
    do throws(Interrupt) {
      try run(input, frame, machine) { value throws(Interrupt) in
        first = value
        throw .leave(label: label)
      }
    } catch {
      guard case .leave(label) = error else { throw error }
    }
    return first
  }

  /// As `step`, with the places of the outputs. What is computed has none of its own.
  func stepPaths(
    _ input: inout Located, _ frame: inout Frame, _ machine: Machine, _ emit: EmitPath
  ) throws(Interrupt) -> Node? {
    let located = input
    try each(input.value, frame, machine) { value throws(Interrupt) in try emit(located.computed(value)) }
    return nil
  }

  /// Whether it has at most one output in this frame, though not in all.
  func isSingle(in frame: Frame) -> Bool { isSingle }

  /// The only output for every input, if that is known.
  var constant: Value? { nil }
}

extension Node {
  /// Pushes all outputs.
  final func run(_ input: Value, _ frame: Frame, _ machine: Machine, _ emit: Emit) throws(Interrupt) {
    if machine.stack.isShort { return try runFurther(input, frame, machine, emit) }
    var (node, input, frame) = (self, input, frame)
    while true {
      try machine.tick()
      guard let next = try node.step(&input, &frame, machine, emit) else { return }
      node = next
    }
  }

  /// Pushes all outputs with their places.
  final func runPaths(_ input: Located, _ frame: Frame, _ machine: Machine, _ emit: EmitPath) throws(Interrupt) {
    if machine.stack.isShort { return try runPathsFurther(input, frame, machine, emit) }
    var (node, input, frame) = (self, input, frame)
    while true {
      try machine.tick()
      // Every step may make the way one key longer.
      try machine.charge(112)
      guard let next = try node.stepPaths(&input, &frame, machine, emit) else { return }
      node = next
    }
  }

  @inline(never)
  private func runFurther(_ input: Value, _ frame: Frame, _ machine: Machine, _ emit: Emit) throws(Interrupt) {
    machine.stack.measure()
    guard machine.stack.isShort else { return try run(input, frame, machine, emit) }
    try machine.onLargeStack { () throws(Interrupt) in try run(input, frame, machine, emit) }
  }

  @inline(never)
  private func runPathsFurther(
    _ input: Located, _ frame: Frame, _ machine: Machine, _ emit: EmitPath
  ) throws(Interrupt) {
    machine.stack.measure()
    guard machine.stack.isShort else { return try runPaths(input, frame, machine, emit) }
    try machine.onLargeStack { () throws(Interrupt) in try runPaths(input, frame, machine, emit) }
  }

  /// Calls `body` with each output: the cheapest way where no tail position matters.
  final func each(_ input: Value, _ frame: Frame, _ machine: Machine, _ body: Emit) throws(Interrupt) {
    if isSingle {
      var input = input
      if let value = try one(&input, frame, machine) { try body(value) }
    } else {
      try run(input, frame, machine, body)
    }
  }

  /// All outputs.
  final func all(_ input: Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> [Value] {
    var values: [Value] = []
    try each(input, frame, machine) { value throws(Interrupt) in
      try machine.charge(MemoryLayout<Value>.stride)
      values.append(value)
    }
    return values
  }

  /// The paths of all outputs.
  final func allPaths(_ input: Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> [[Value]] {
    var paths: [[Value]] = []
    try runPaths(.root(input), frame, machine) { located throws(Interrupt) in
      try located.requirePath(at: place)
      try machine.charge(64 + (located.path?.count ?? 0) * MemoryLayout<Value>.stride)
      paths.append(Path.keys(of: located.path))
    }
    return paths
  }
}

extension Located {
  /// At the end of `path(f)`.
  func requirePath(at place: Int) throws(Interrupt) {
    if isIntact { return }
    throw Interrupt.error("Invalid path expression with result \(value.excerpt(30))", at: value).at(place)
  }
}
