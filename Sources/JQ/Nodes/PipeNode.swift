/// `left | right`
final class PipeNode: Node {
  private let left: Node
  private let right: Node

  init(_ left: Node, _ right: Node, at place: Int) {
    (self.left, self.right) = (left, right)
    super.init(at: place, isSingle: left.isSingle && right.isSingle)
  }

  override func one(_ input: inout Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Value? {
    guard var middle = try left.one(&input, frame, machine) else { return nil }
    return try right.one(&middle, frame, machine)
  }

  override func step(
    _ input: inout Value, _ frame: inout Frame, _ machine: Machine, _ emit: Emit
  ) throws(Interrupt) -> Node? {
    if left.isSingle || left.isSingle(in: frame) {
      guard let middle = try left.one(&input, frame, machine) else { return nil }
      input = middle
      return right
    }
    let frame = frame
    try left.run(input, frame, machine) { value throws(Interrupt) in try right.run(value, frame, machine, emit) }
    return nil
  }

  override func stepPaths(
    _ input: inout Located, _ frame: inout Frame, _ machine: Machine, _ emit: EmitPath
  ) throws(Interrupt) -> Node? {
    if left.isSingle {
      var middle: Located?
      try left.runPaths(input, frame, machine) { located throws(Interrupt) in middle = located }
      guard let middle else { return nil }
      input = middle
      return right
    }
    let frame = frame
    try left.runPaths(input, frame, machine) { located throws(Interrupt) in
      try right.runPaths(located, frame, machine, emit)
    }
    return nil
  }

  override func isSingle(in frame: Frame) -> Bool { left.isSingle(in: frame) && right.isSingle(in: frame) }
}

/// `left, right`
final class CommaNode: Node {
  private let left: Node
  private let right: Node

  init(_ left: Node, _ right: Node, at place: Int) {
    (self.left, self.right) = (left, right)
    super.init(at: place, isSingle: false)
  }

  override func step(
    _ input: inout Value, _ frame: inout Frame, _ machine: Machine, _ emit: Emit
  ) throws(Interrupt) -> Node? {
    try left.each(input, frame, machine, emit)
    return right
  }

  override func stepPaths(
    _ input: inout Located, _ frame: inout Frame, _ machine: Machine, _ emit: EmitPath
  ) throws(Interrupt) -> Node? {
    try left.runPaths(input, frame, machine, emit)
    return right
  }
}
