/// `if test then positive else negative end`
final class ConditionNode: Node {
  private let test: Node
  private let positive: Node
  private let negative: Node

  init(_ test: Node, _ positive: Node, _ negative: Node, at place: Int) {
    (self.test, self.positive, self.negative) = (test, positive, negative)
    super.init(at: place, isSingle: test.isSingle && positive.isSingle && negative.isSingle)
  }

  override func one(_ input: inout Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Value? {
    guard let branch = try branch(input, frame, machine) else { return nil }
    return try branch.one(&input, frame, machine)
  }

  private func branch(_ input: Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Node? {
    var copy = input
    guard let flag = try test.one(&copy, frame, machine) else { return nil }
    return flag.isTrue ? positive : negative
  }

  override func step(
    _ input: inout Value, _ frame: inout Frame, _ machine: Machine, _ emit: Emit
  ) throws(Interrupt) -> Node? {
    if test.isSingle || test.isSingle(in: frame) { return try branch(input, frame, machine) }
    let (value, frame) = (input, frame)
    try test.run(value, frame, machine) { flag throws(Interrupt) in
      try (flag.isTrue ? positive : negative).each(value, frame, machine, emit)
    }
    return nil
  }

  override func stepPaths(
    _ input: inout Located, _ frame: inout Frame, _ machine: Machine, _ emit: EmitPath
  ) throws(Interrupt) -> Node? {
    if test.isSingle || test.isSingle(in: frame) { return try branch(input.value, frame, machine) }
    let (located, frame) = (input, frame)
    try test.run(located.value, frame, machine) { flag throws(Interrupt) in
      try (flag.isTrue ? positive : negative).runPaths(located, frame, machine, emit)
    }
    return nil
  }

  override func isSingle(in frame: Frame) -> Bool {
    test.isSingle(in: frame) && positive.isSingle(in: frame) && negative.isSingle(in: frame)
  }
}

/// `select(test)`
final class SelectNode: Node {
  private let test: Node

  init(_ test: Node, at place: Int) {
    self.test = test
    super.init(at: place, isSingle: test.isSingle)
  }

  override func one(_ input: inout Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Value? {
    var copy = input
    guard let flag = try test.one(&copy, frame, machine), flag.isTrue else {
      machine.note(dropped: input, at: place)
      return nil
    }
    var taken = Value.null
    swap(&taken, &input)
    return taken
  }

  override func step(
    _ input: inout Value, _ frame: inout Frame, _ machine: Machine, _ emit: Emit
  ) throws(Interrupt) -> Node? {
    let value = input
    var isTaken = false
    try test.each(value, frame, machine) { flag throws(Interrupt) in
      guard flag.isTrue else { return }
      isTaken = true
      try emit(value)
    }
    if !isTaken { machine.note(dropped: value, at: place) }
    return nil
  }

  override func stepPaths(
    _ input: inout Located, _ frame: inout Frame, _ machine: Machine, _ emit: EmitPath
  ) throws(Interrupt) -> Node? {
    let located = input
    try test.each(located.value, frame, machine) { flag throws(Interrupt) in
      if flag.isTrue { try emit(located) }
    }
    return nil
  }
}

/// `left and right`, `left or right`
final class LogicNode: Node {
  private let left: Node
  private let right: Node
  /// The value of `left` for which `right` is evaluated.
  private let asks: Bool

  init(_ left: Node, _ right: Node, isAnd: Bool, at place: Int) {
    (self.left, self.right, asks) = (left, right, isAnd)
    super.init(at: place, isSingle: left.isSingle && right.isSingle)
  }

  override func one(_ input: inout Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Value? {
    var copy = input
    guard let first = try left.one(&copy, frame, machine) else { return nil }
    guard first.isTrue == asks else { return machine.derived(Value(!asks), "and/or", first) }
    guard let second = try right.one(&input, frame, machine) else { return nil }
    return machine.derived(Value(second.isTrue), "and/or", first, second)
  }

  override func step(
    _ input: inout Value, _ frame: inout Frame, _ machine: Machine, _ emit: Emit
  ) throws(Interrupt) -> Node? {
    let (value, frame) = (input, frame)
    try left.each(value, frame, machine) { first throws(Interrupt) in
      guard first.isTrue == asks else { return try emit(machine.derived(Value(!asks), "and/or", first)) }
      try right.each(value, frame, machine) { second throws(Interrupt) in
        try emit(machine.derived(Value(second.isTrue), "and/or", first, second))
      }
    }
    return nil
  }
}

/// `left // right`
final class AlternativeNode: Node {
  private let left: Node
  private let right: Node

  init(_ left: Node, _ right: Node, at place: Int) {
    (self.left, self.right) = (left, right)
    super.init(at: place, isSingle: left.isSingle && right.isSingle)
  }

  override func one(_ input: inout Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Value? {
    var copy = input
    if let value = try left.one(&copy, frame, machine), value.isTrue { return value }
    copy = .null
    return try right.one(&input, frame, machine)
  }

  override func step(
    _ input: inout Value, _ frame: inout Frame, _ machine: Machine, _ emit: Emit
  ) throws(Interrupt) -> Node? {
    var isFound = false
    try left.each(input, frame, machine) { value throws(Interrupt) in
      guard value.isTrue else { return }
      isFound = true
      try emit(value)
    }
    return isFound ? nil : right
  }

  override func stepPaths(
    _ input: inout Located, _ frame: inout Frame, _ machine: Machine, _ emit: EmitPath
  ) throws(Interrupt) -> Node? {
    var isFound = false
    try left.runPaths(input, frame, machine) { located throws(Interrupt) in
      guard located.value.isTrue else { return }
      isFound = true
      try emit(located)
    }
    return isFound ? nil : right
  }
}
