/// `source as pattern | body`
final class BindNode: Node {
  private let source: Node
  private let pattern: PatternNode
  private let body: Node

  init(_ source: Node, _ pattern: PatternNode, _ body: Node, at place: Int) {
    (self.source, self.pattern, self.body) = (source, pattern, body)
    super.init(at: place, isSingle: source.isSingle && pattern.variable != nil && body.isSingle)
  }

  override func one(_ input: inout Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Value? {
    guard let slot = pattern.variable else { return try super.one(&input, frame, machine) }
    var copy = input
    guard let value = try source.one(&copy, frame, machine) else { return nil }
    copy = .null
    frame.slots[slot] = value
    return try body.one(&input, frame, machine)
  }

  override func step(
    _ input: inout Value, _ frame: inout Frame, _ machine: Machine, _ emit: Emit
  ) throws(Interrupt) -> Node? {
    if let slot = pattern.variable, source.isSingle || source.isSingle(in: frame) {
      var copy = input
      guard let value = try source.one(&copy, frame, machine) else { return nil }
      copy = .null
      frame.slots[slot] = value
      return body
    }
    let (input, frame) = (input, frame)
    try source.each(input, frame, machine) { value throws(Interrupt) in
      try pattern.bind(value, input, frame, machine) { () throws(Interrupt) in
        try body.run(input, frame, machine, emit)
      }
    }
    return nil
  }

  override func stepPaths(
    _ input: inout Located, _ frame: inout Frame, _ machine: Machine, _ emit: EmitPath
  ) throws(Interrupt) -> Node? {
    let (input, frame) = (input, frame)
    try source.each(input.value, frame, machine) { value throws(Interrupt) in
      try pattern.bind(value, input.value, frame, machine) { () throws(Interrupt) in
        try body.runPaths(input, frame, machine, emit)
      }
    }
    return nil
  }
}
