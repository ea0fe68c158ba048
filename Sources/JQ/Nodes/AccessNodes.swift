/// `target[key]`
final class IndexNode: Node {
  private let target: Node
  private let key: Node

  init(_ target: Node, _ key: Node, at place: Int) {
    (self.target, self.key) = (target, key)
    super.init(at: place, isSingle: target.isSingle && key.isSingle)
  }

  private func index(_ value: Value, _ key: Value, _ machine: Machine) throws(Interrupt) -> Value {
    do throws(Interrupt) { return try value.index(key, machine) } catch { throw error.at(place) }
  }

  override func one(_ input: inout Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Value? {
    var copy = input
    guard let key = try key.one(&copy, frame, machine) else { return nil }
    guard let value = try target.one(&input, frame, machine) else { return nil }
    return try index(value, key, machine)
  }

  override func step(
    _ input: inout Value, _ frame: inout Frame, _ machine: Machine, _ emit: Emit
  ) throws(Interrupt) -> Node? {
    let (value, frame) = (input, frame)
    try key.each(value, frame, machine) { key throws(Interrupt) in
      try target.each(value, frame, machine) { value throws(Interrupt) in try emit(index(value, key, machine)) }
    }
    return nil
  }

  override func stepPaths(
    _ input: inout Located, _ frame: inout Frame, _ machine: Machine, _ emit: EmitPath
  ) throws(Interrupt) -> Node? {
    let (located, frame) = (input, frame)
    try key.each(located.value, frame, machine) { key throws(Interrupt) in
      try target.runPaths(located, frame, machine) { located throws(Interrupt) in
        try emit(located.index(key, at: place, machine))
      }
    }
    return nil
  }
}

extension Located {
  func index(_ key: Value, at place: Int, _ machine: Machine) throws(Interrupt) -> Located {
    guard isIntact else {
      let sentence = "Invalid path expression near attempt to access element \(key.excerpt(15)) of \(value.excerpt(30))"
      throw Interrupt.error(sentence, at: value, beside: key).at(place)
    }
    do throws(Interrupt) { return child(key, try value.index(key, machine)) } catch { throw error.at(place) }
  }
}

/// `.name`, by far the most common one.
final class FieldNode: Node {
  private let target: Node?
  private let name: String

  init(_ target: Node, _ name: String, at place: Int) {
    self.target = target is IdentityNode ? nil : target
    self.name = name
    super.init(at: place, isSingle: target.isSingle)
  }

  @inline(__always)
  private func member(_ value: Value, _ machine: Machine) throws(Interrupt) -> Value {
    if case .object(let storage) = value.payload, let member = storage.member(name, origin: value.origin) {
      return member
    }
    do throws(Interrupt) { return try value.index(Value(name), machine) } catch { throw error.at(place) }
  }

  override func one(_ input: inout Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Value? {
    guard let target else { return try member(input, machine) }
    guard let value = try target.one(&input, frame, machine) else { return nil }
    return try member(value, machine)
  }

  override func step(
    _ input: inout Value, _ frame: inout Frame, _ machine: Machine, _ emit: Emit
  ) throws(Interrupt) -> Node? {
    guard let target else {
      try emit(member(input, machine))
      return nil
    }
    try target.each(input, frame, machine) { value throws(Interrupt) in try emit(member(value, machine)) }
    return nil
  }

  override func stepPaths(
    _ input: inout Located, _ frame: inout Frame, _ machine: Machine, _ emit: EmitPath
  ) throws(Interrupt) -> Node? {
    let key = Value(name)
    guard let target else {
      try emit(input.index(key, at: place, machine))
      return nil
    }
    try target.runPaths(input, frame, machine) { located throws(Interrupt) in
      try emit(located.index(key, at: place, machine))
    }
    return nil
  }
}

/// `target[]`
final class IterateNode: Node {
  private let target: Node

  init(_ target: Node, at place: Int) {
    self.target = target
    super.init(at: place, isSingle: false)
  }

  override func step(
    _ input: inout Value, _ frame: inout Frame, _ machine: Machine, _ emit: Emit
  ) throws(Interrupt) -> Node? {
    try target.each(input, frame, machine) { container throws(Interrupt) in
      try iterable(container)
      try container.forEachPart { _, value throws(Interrupt) in
        try machine.tick()
        try emit(value)
      }
    }
    return nil
  }

  private func iterable(_ container: Value) throws(Interrupt) {
    switch container.payload {
    case .array, .object: return
    default:
      do throws(Interrupt) { try container.forEachPart { _, _ in } } catch { throw error.at(place) }
    }
  }

  override func stepPaths(
    _ input: inout Located, _ frame: inout Frame, _ machine: Machine, _ emit: EmitPath
  ) throws(Interrupt) -> Node? {
    try target.runPaths(input, frame, machine) { container throws(Interrupt) in
      guard container.isIntact else {
        let sentence = "Invalid path expression near attempt to iterate through \(container.value.excerpt(30))"
        throw Interrupt.error(sentence, at: container.value).at(place)
      }
      try iterable(container.value)
      try container.value.forEachPart { key, value throws(Interrupt) in
        try machine.tick()
        try emit(container.child(key(), value))
      }
    }
    return nil
  }
}

/// `{start, end}` of a slice: `from` is the outer loop.
final class SliceKeyNode: Node {
  private let start: Node
  private let end: Node
  private static let shape = Shape(["start", "end"])

  init(_ start: Node, _ end: Node, at place: Int) {
    (self.start, self.end) = (start, end)
    super.init(at: place, isSingle: start.isSingle && end.isSingle)
  }

  private func key(_ start: Value, _ end: Value) -> Value {
    Value(ObjectStorage(shape: SliceKeyNode.shape, values: [start, end]))
  }

  override func one(_ input: inout Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Value? {
    var copy = input
    guard let start = try start.one(&copy, frame, machine) else { return nil }
    guard let end = try end.one(&input, frame, machine) else { return nil }
    return key(start, end)
  }

  override func step(
    _ input: inout Value, _ frame: inout Frame, _ machine: Machine, _ emit: Emit
  ) throws(Interrupt) -> Node? {
    let (value, frame) = (input, frame)
    try start.each(value, frame, machine) { start throws(Interrupt) in
      try end.each(value, frame, machine) { end throws(Interrupt) in try emit(key(start, end)) }
    }
    return nil
  }
}
