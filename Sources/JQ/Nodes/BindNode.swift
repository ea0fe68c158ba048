/// `source as pattern | body`
final class BindNode: Node {
  private let source: Node
  private let pattern: PatternNode
  private let body: Node

  init(_ source: Node, _ pattern: PatternNode, _ body: Node, at place: Int) {
    (self.source, self.pattern, self.body) = (source, pattern, body)
    super.init(at: place, isSingle: source.isSingle && pattern.isSimple && body.isSingle)
  }

  override func one(_ input: inout Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Value? {
    guard case .variable(let slot) = pattern else { return try super.one(&input, frame, machine) }
    var copy = input
    guard let value = try source.one(&copy, frame, machine) else { return nil }
    copy = .null
    frame.slots[slot] = value
    return try body.one(&input, frame, machine)
  }

  override func step(
    _ input: inout Value, _ frame: inout Frame, _ machine: Machine, _ emit: Emit
  ) throws(Interrupt) -> Node? {
    if case .variable(let slot) = pattern, source.isSingle || source.isSingle(in: frame) {
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

/// What a value is taken apart by.
indirect enum PatternNode {
  case variable(Int)
  case array([PatternNode])
  case object([Member])
  /// `first ?// second`: each binds all variables of all, those that it has not to `null`.
  case alternatives([PatternNode], slots: [Int])

  struct Member {
    let key: Node
    let slot: Int?
    let pattern: PatternNode?
  }

  var isSimple: Bool {
    if case .variable = self { true } else { false }
  }

  /// Calls `body` for every way to take `value` apart.
  func bind(
    _ value: Value, _ input: Value, _ frame: Frame, _ machine: Machine, _ body: () throws(Interrupt) -> Void
  ) throws(Interrupt) {
    switch self {
    case .variable(let slot):
      frame.slots[slot] = value
      try body()
    case .array(let elements): try bindElements(elements[...], 0, value, input, frame, machine, body)
    case .object(let members): try bindMembers(members[...], value, input, frame, machine, body)
    case .alternatives(let patterns, let slots):
      try bindAlternatives(patterns[...], slots, value, input, frame, machine, body)
    }
  }

  private func bindElements(
    _ elements: ArraySlice<PatternNode>, _ index: Int, _ value: Value, _ input: Value, _ frame: Frame,
    _ machine: Machine, _ body: () throws(Interrupt) -> Void
  ) throws(Interrupt) {
    guard let first = elements.first else { return try body() }
    let element = try value.index(Value(index))
    try first.bind(element, input, frame, machine) { () throws(Interrupt) in
      try bindElements(elements.dropFirst(), index + 1, value, input, frame, machine, body)
    }
  }

  private func bindMembers(
    _ members: ArraySlice<Member>, _ value: Value, _ input: Value, _ frame: Frame, _ machine: Machine,
    _ body: () throws(Interrupt) -> Void
  ) throws(Interrupt) {
    guard let first = members.first else { return try body() }
    try first.key.each(input, frame, machine) { key throws(Interrupt) in
      guard key.string != nil else {
        throw .error("Cannot index \(value.kind.name) with \(key.kind.name)", at: value)
      }
      let member = try value.index(key)
      if let slot = first.slot { frame.slots[slot] = member }
      func rest() throws(Interrupt) {
        try bindMembers(members.dropFirst(), value, input, frame, machine, body)
      }
      if let pattern = first.pattern {
        try pattern.bind(member, input, frame, machine, rest)
      } else {
        try rest()
      }
    }
  }

  /// An error, in the pattern or behind it, leads to the next one; that of the last one stands.
  private func bindAlternatives(
    _ patterns: ArraySlice<PatternNode>, _ slots: [Int], _ value: Value, _ input: Value, _ frame: Frame,
    _ machine: Machine, _ body: () throws(Interrupt) -> Void
  ) throws(Interrupt) {
    guard let first = patterns.first else { return }
    for slot in slots { frame.slots[slot] = .null }
    do throws(Interrupt) {
      try first.bind(value, input, frame, machine, body)
    } catch {
      guard patterns.count > 1, case .failure = error else { throw error }
      try bindAlternatives(patterns.dropFirst(), slots, value, input, frame, machine, body)
    }
  }
}
