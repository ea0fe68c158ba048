/// `range(from; upto)` and `range(from; upto; by)`
final class RangeNode: Node {
  private let from: Node
  private let upto: Node
  private let by: Node?

  init(_ from: Node, _ upto: Node, _ by: Node?, at place: Int) {
    (self.from, self.upto, self.by) = (from, upto, by)
    super.init(at: place, isSingle: false)
  }

  override func step(
    _ input: inout Value, _ frame: inout Frame, _ machine: Machine, _ emit: Emit
  ) throws(Interrupt) -> Node? {
    let (input, frame) = (input, frame)
    try from.each(input, frame, machine) { from throws(Interrupt) in
      try upto.each(input, frame, machine) { upto throws(Interrupt) in
        guard let by else { return try count(from, upto, Value(1), machine, emit) }
        try by.each(input, frame, machine) { by throws(Interrupt) in try count(from, upto, by, machine, emit) }
      }
    }
    return nil
  }

  private func count(_ from: Value, _ upto: Value, _ by: Value, _ machine: Machine, _ emit: Emit) throws(Interrupt) {
    guard let start = from.double, let end = upto.double, let step = by.double else {
      throw Interrupt.error("Range bounds must be numeric").at(place)
    }
    guard step != 0 else { return }
    var current = start
    while step > 0 ? current < end : current > end {
      try machine.tick()
      try emit(machine.derived(Value(current), "range", from, upto))
      current += step
    }
  }
}

/// `limit(count; body)`, and `first(body)` with a count of one.
final class LimitNode: Node {
  private let count: Node
  private let body: Node

  init(_ count: Node, _ body: Node, at place: Int) {
    (self.count, self.body) = (count, body)
    super.init(at: place, isSingle: false)
  }

  override func step(
    _ input: inout Value, _ frame: inout Frame, _ machine: Machine, _ emit: Emit
  ) throws(Interrupt) -> Node? {
    let (input, frame) = (input, frame)
    try count.each(input, frame, machine) { count throws(Interrupt) in
      var rest = try number(count)
      if rest < 0 { return try body.run(input, frame, machine, emit) }
      guard rest > 0 else { return }
      try leaving(machine) { label throws(Interrupt) in
        try body.run(input, frame, machine) { value throws(Interrupt) in
          rest -= 1
          try emit(value)
          if rest <= 0 { throw .leave(label: label) }
        }
      }
    }
    return nil
  }

  override func stepPaths(
    _ input: inout Located, _ frame: inout Frame, _ machine: Machine, _ emit: EmitPath
  ) throws(Interrupt) -> Node? {
    let (input, frame) = (input, frame)
    try count.each(input.value, frame, machine) { count throws(Interrupt) in
      var rest = try number(count)
      if rest < 0 { return try body.runPaths(input, frame, machine, emit) }
      guard rest > 0 else { return }
      try leaving(machine) { label throws(Interrupt) in
        try body.runPaths(input, frame, machine) { located throws(Interrupt) in
          rest -= 1
          try emit(located)
          if rest <= 0 { throw .leave(label: label) }
        }
      }
    }
    return nil
  }

  private func number(_ count: Value) throws(Interrupt) -> Double {
    switch count.kind {
    case .number: return count.double ?? 0
    // As in jq, where other kinds are compared with zero.
    case .null, .true, .false: return -1
    default: return .infinity
    }
  }
}

extension Node {
  /// Calls `body` with a label that leads out of it.
  func leaving(_ machine: Machine, _ body: (Int) throws(Interrupt) -> Void) throws(Interrupt) {
    let label = machine.nextLabel()
    do throws(Interrupt) {
      try body(label)
    } catch {
      guard case .leave(label) = error else { throw error }
    }
  }
}

/// `first(body)`
final class FirstNode: Node {
  private let body: Node

  init(_ body: Node, at place: Int) {
    self.body = body
    super.init(at: place, isSingle: true)
  }

  override func one(_ input: inout Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Value? {
    if body.isSingle { return try body.one(&input, frame, machine) }
    return try super.one(&input, frame, machine)
  }

  /// Evaluates the body up to its first output.
  override func step(
    _ input: inout Value, _ frame: inout Frame, _ machine: Machine, _ emit: Emit
  ) throws(Interrupt) -> Node? {
    let (input, frame) = (input, frame)
    var first: Value?
    try leaving(machine) { label throws(Interrupt) in
      try body.run(input, frame, machine) { value throws(Interrupt) in
        first = value
        throw .leave(label: label)
      }
    }
    if let first { try emit(first) }
    return nil
  }

  override func stepPaths(
    _ input: inout Located, _ frame: inout Frame, _ machine: Machine, _ emit: EmitPath
  ) throws(Interrupt) -> Node? {
    let (input, frame) = (input, frame)
    var first: Located?
    try leaving(machine) { label throws(Interrupt) in
      try body.runPaths(input, frame, machine) { located throws(Interrupt) in
        first = located
        throw .leave(label: label)
      }
    }
    if let first { try emit(first) }
    return nil
  }
}

/// `last(body)`
final class LastNode: Node {
  private let body: Node

  init(_ body: Node, at place: Int) {
    self.body = body
    super.init(at: place, isSingle: true)
  }

  override func one(_ input: inout Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Value? {
    var last = Value.null
    try body.each(input, frame, machine) { value throws(Interrupt) in last = value }
    return last
  }

  override func stepPaths(
    _ input: inout Located, _ frame: inout Frame, _ machine: Machine, _ emit: EmitPath
  ) throws(Interrupt) -> Node? {
    var last: Located?
    try body.runPaths(input, frame, machine) { located throws(Interrupt) in last = located }
    try emit(last ?? input.computed(.null))
    return nil
  }
}

/// `skip(count; body)`
final class SkipNode: Node {
  private let count: Node
  private let body: Node

  init(_ count: Node, _ body: Node, at place: Int) {
    (self.count, self.body) = (count, body)
    super.init(at: place, isSingle: false)
  }

  private func number(_ count: Value) throws(Interrupt) -> Double {
    guard let number = count.double, number >= 0 else {
      throw Interrupt.error("skip doesn't support negative count").at(place)
    }
    return number
  }

  override func step(
    _ input: inout Value, _ frame: inout Frame, _ machine: Machine, _ emit: Emit
  ) throws(Interrupt) -> Node? {
    let (input, frame) = (input, frame)
    try count.each(input, frame, machine) { count throws(Interrupt) in
      var rest = try number(count)
      try body.run(input, frame, machine) { value throws(Interrupt) in
        rest -= 1
        if rest < 0 { try emit(value) }
      }
    }
    return nil
  }

  override func stepPaths(
    _ input: inout Located, _ frame: inout Frame, _ machine: Machine, _ emit: EmitPath
  ) throws(Interrupt) -> Node? {
    let (input, frame) = (input, frame)
    try count.each(input.value, frame, machine) { count throws(Interrupt) in
      var rest = try number(count)
      try body.runPaths(input, frame, machine) { located throws(Interrupt) in
        rest -= 1
        if rest < 0 { try emit(located) }
      }
    }
    return nil
  }
}

/// `any(generator; condition)`, `all(generator; condition)` and `isempty(generator)`: asks only until it is decided.
final class DecisionNode: Node {
  private let generator: Node
  private let condition: Node
  /// The output of the condition that decides the result, and is the result then.
  private let decisive: Bool
  private let isAny: Bool

  init(_ generator: Node, _ condition: Node, isAny: Bool, at place: Int) {
    (self.generator, self.condition, self.isAny, decisive) = (generator, condition, isAny, isAny)
    super.init(at: place, isSingle: true)
  }

  override func one(_ input: inout Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Value? {
    var answer = !isAny
    var sources = OriginSet()
    let start = input
    try leaving(machine) { label throws(Interrupt) in
      try generator.each(start, frame, machine) { value throws(Interrupt) in
        try condition.each(value, frame, machine) { flag throws(Interrupt) in
          if machine.isTracing { sources.add(flag) }
          guard flag.isTrue == decisive else { return }
          answer = isAny
          throw .leave(label: label)
        }
      }
    }
    return Value(.bool(answer), origin: sources.origin(by: isAny ? "any" : "all"))
  }
}

/// `add(body)`
final class SumNode: Node {
  private let body: Node

  init(_ body: Node, at place: Int) {
    self.body = body
    super.init(at: place, isSingle: true)
  }

  override func one(_ input: inout Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Value? {
    let parts = try body.all(input, frame, machine)
    do throws(Interrupt) {
      let sum = try Builtin.sum(parts, machine)
      return machine.isTracing ? machine.traced(sum, "add", parts) : sum
    } catch {
      throw error.at(place)
    }
  }
}
