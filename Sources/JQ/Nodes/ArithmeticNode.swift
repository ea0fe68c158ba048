/// `left op right`: the right side is the outer loop, as in jq.
final class ArithmeticNode: Node {
  private let operation: Operator
  private let left: Node
  private let right: Node

  init(_ operation: Operator, _ left: Node, _ right: Node, at place: Int) {
    (self.operation, self.left, self.right) = (operation, left, right)
    super.init(at: place, isSingle: left.isSingle && right.isSingle)
  }

  @inline(__always)
  private func apply(_ left: inout Value, _ right: Value, _ machine: Machine) throws(Interrupt) -> Value {
    if machine.isTracing { return try traced(&left, right, machine) }
    if case .number(let first) = left.payload, case .number(let second) = right.payload,
      let fast = Arithmetic.fast(operation, first, second)
    {
      return fast
    }
    return try slow(&left, right, machine)
  }

  @inline(never)
  private func slow(_ left: inout Value, _ right: Value, _ machine: Machine) throws(Interrupt) -> Value {
    do throws(Interrupt) {
      return try Arithmetic.apply(operation, &left, right, machine)
    } catch {
      throw error.at(place)
    }
  }

  @inline(never)
  private func traced(_ left: inout Value, _ right: Value, _ machine: Machine) throws(Interrupt) -> Value {
    let first = left
    let result = try slow(&left, right, machine)
    // The parts of a sum of containers know better.
    if result.depth > 0, operation != .divide { return result }
    return machine.derived(result, operation.rawValue, first, right)
  }

  override func one(_ input: inout Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Value? {
    var copy = input
    guard let second = try right.one(&copy, frame, machine) else { return nil }
    copy = .null
    guard var first = try left.one(&input, frame, machine) else { return nil }
    return try apply(&first, second, machine)
  }

  override func step(
    _ input: inout Value, _ frame: inout Frame, _ machine: Machine, _ emit: Emit
  ) throws(Interrupt) -> Node? {
    if isSingle { return try super.step(&input, &frame, machine, emit) }
    let (value, frame) = (input, frame)
    try right.each(value, frame, machine) { second throws(Interrupt) in
      try left.each(value, frame, machine) { first throws(Interrupt) in
        var first = first
        try emit(apply(&first, second, machine))
      }
    }
    return nil
  }
}

/// `-operand`
final class NegateNode: Node {
  private let operand: Node

  init(_ operand: Node, at place: Int) {
    self.operand = operand
    super.init(at: place, isSingle: operand.isSingle)
  }

  private func negate(_ value: Value, _ machine: Machine) throws(Interrupt) -> Value {
    guard let number = value.double else {
      throw Interrupt.error("\(value.described) cannot be negated", at: value).at(place)
    }
    return machine.derived(Value(-number), "-", value)
  }

  override func one(_ input: inout Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Value? {
    guard let value = try operand.one(&input, frame, machine) else { return nil }
    return try negate(value, machine)
  }

  override func step(
    _ input: inout Value, _ frame: inout Frame, _ machine: Machine, _ emit: Emit
  ) throws(Interrupt) -> Node? {
    try operand.each(input, frame, machine) { value throws(Interrupt) in try emit(negate(value, machine)) }
    return nil
  }
}
