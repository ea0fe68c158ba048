/// `reduce source as pattern (initial; update)`
final class ReduceNode: Node {
  private let source: Node
  private let pattern: PatternNode
  private let initial: Node
  private let update: Node

  init(_ source: Node, _ pattern: PatternNode, _ initial: Node, _ update: Node, at place: Int) {
    (self.source, self.pattern, self.initial, self.update) = (source, pattern, initial, update)
    super.init(at: place, isSingle: initial.isSingle)
  }

  override func one(_ input: inout Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Value? {
    var copy = input
    guard let start = try initial.one(&copy, frame, machine) else { return nil }
    return try reduce(start, input, frame, machine)
  }

  /// The state is handed over to the update, which may change it in place.
  private func reduce(_ start: Value, _ input: Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Value {
    var state = start
    try source.each(input, frame, machine) { value throws(Interrupt) in
      try pattern.bind(value, input, frame, machine) { () throws(Interrupt) in
        try machine.tick()
        var taken = Value.null
        swap(&taken, &state)
        if update.isSingle {
          state = try update.one(&taken, frame, machine) ?? .null
        } else {
          try update.run(taken, frame, machine) { value throws(Interrupt) in state = value }
        }
      }
    }
    return state
  }

  override func step(
    _ input: inout Value, _ frame: inout Frame, _ machine: Machine, _ emit: Emit
  ) throws(Interrupt) -> Node? {
    let (input, frame) = (input, frame)
    try initial.each(input, frame, machine) { start throws(Interrupt) in
      try emit(reduce(start, input, frame, machine))
    }
    return nil
  }

  override func stepPaths(
    _ input: inout Located, _ frame: inout Frame, _ machine: Machine, _ emit: EmitPath
  ) throws(Interrupt) -> Node? {
    let (input, frame) = (input, frame)
    try initial.runPaths(input, frame, machine) { start throws(Interrupt) in
      var state = start
      try source.each(input.value, frame, machine) { value throws(Interrupt) in
        try pattern.bind(value, input.value, frame, machine) { () throws(Interrupt) in
          let previous = state
          state = Located(nil, .null, anchor: .null)
          try update.runPaths(previous, frame, machine) { located throws(Interrupt) in state = located }
        }
      }
      try emit(state)
    }
    return nil
  }
}

/// `foreach source as pattern (initial; update; extract)`
final class ForeachNode: Node {
  private let source: Node
  private let pattern: PatternNode
  private let initial: Node
  private let update: Node
  private let extract: Node?

  init(_ source: Node, _ pattern: PatternNode, _ initial: Node, _ update: Node, _ extract: Node?, at place: Int) {
    (self.source, self.pattern, self.initial, self.update, self.extract) = (source, pattern, initial, update, extract)
    super.init(at: place, isSingle: false)
  }

  override func step(
    _ input: inout Value, _ frame: inout Frame, _ machine: Machine, _ emit: Emit
  ) throws(Interrupt) -> Node? {
    let (input, frame) = (input, frame)
    try initial.each(input, frame, machine) { start throws(Interrupt) in
      var state = start
      try source.each(input, frame, machine) { value throws(Interrupt) in
        try pattern.bind(value, input, frame, machine) { () throws(Interrupt) in
          var taken = Value.null
          swap(&taken, &state)
          try update.each(taken, frame, machine) { next throws(Interrupt) in
            state = next
            if let extract { try extract.each(next, frame, machine, emit) } else { try emit(next) }
          }
        }
      }
    }
    return nil
  }

  override func stepPaths(
    _ input: inout Located, _ frame: inout Frame, _ machine: Machine, _ emit: EmitPath
  ) throws(Interrupt) -> Node? {
    let (input, frame) = (input, frame)
    try initial.runPaths(input, frame, machine) { start throws(Interrupt) in
      var state = start
      try source.each(input.value, frame, machine) { value throws(Interrupt) in
        try pattern.bind(value, input.value, frame, machine) { () throws(Interrupt) in
          let previous = state
          try update.runPaths(previous, frame, machine) { next throws(Interrupt) in
            state = next
            if let extract { try extract.runPaths(next, frame, machine, emit) } else { try emit(next) }
          }
        }
      }
    }
    return nil
  }
}
