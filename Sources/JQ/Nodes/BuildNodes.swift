import ParleyEngine

/// `[body]`
final class CollectNode: Node {
  private let body: Node

  init(_ body: Node, at place: Int) {
    self.body = body
    super.init(at: place, isSingle: true)
  }

  override func one(_ input: inout Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Value? {
    let result = Value(try body.all(input, frame, machine))
    try machine.charge(64)
    try machine.checkNesting(result)
    return result
  }
}

/// `{key: value, …}`
final class ObjectNode: Node {
  private let members: [(key: Node, value: Node)]
  /// The keys, where all of them are constant and different: objects made here share them.
  private let shape: Shape?

  init(_ members: [(key: Node, value: Node)], at place: Int) {
    self.members = members
    shape = ObjectNode.shape(of: members)
    super.init(at: place, isSingle: members.allSatisfy { $0.key.isSingle && $0.value.isSingle })
  }

  private static func shape(of members: [(key: Node, value: Node)]) -> Shape? {
    let names = members.compactMap { $0.key.constant?.string }
    guard names.count == members.count, Set(names.map { ExactString($0) }).count == names.count else { return nil }
    return Shape(names)
  }

  override func one(_ input: inout Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Value? {
    try machine.charge(96 + members.count * MemoryLayout<Value>.stride)
    guard let shape else { return try build(input, frame, machine) }
    var values: [Value] = []
    values.reserveCapacity(members.count)
    for member in members {
      var copy = input
      guard let value = try member.value.one(&copy, frame, machine) else { return nil }
      values.append(value)
    }
    return try finished(ObjectStorage(shape: shape, values: values), machine)
  }

  private func build(_ input: Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Value? {
    let storage = ObjectStorage()
    for member in members {
      var copy = input
      guard let key = try member.key.one(&copy, frame, machine) else { return nil }
      copy = input
      guard let value = try member.value.one(&copy, frame, machine) else { return nil }
      machine.note(key: key)
      storage.set(try name(key), value)
    }
    return try finished(storage, machine)
  }

  private func finished(_ storage: ObjectStorage, _ machine: Machine) throws(Interrupt) -> Value {
    let result = Value(storage)
    try machine.checkNesting(result)
    return result
  }

  private func name(_ key: Value) throws(Interrupt) -> String {
    if let name = key.string { return name }
    throw Interrupt.error("Object keys must be strings", at: key).at(place)
  }

  override func step(
    _ input: inout Value, _ frame: inout Frame, _ machine: Machine, _ emit: Emit
  ) throws(Interrupt) -> Node? {
    if isSingle { return try super.step(&input, &frame, machine, emit) }
    try combine(0, [], input, frame, machine, emit)
    return nil
  }

  /// Every key with every value: the first member is the outermost loop.
  private func combine(
    _ index: Int, _ chosen: [(String, Value)], _ input: Value, _ frame: Frame, _ machine: Machine, _ emit: Emit
  ) throws(Interrupt) {
    guard index < members.count else {
      let storage = ObjectStorage()
      for (key, value) in chosen { storage.set(key, value) }
      try machine.charge(96 + members.count * MemoryLayout<Value>.stride)
      return try emit(finished(storage, machine))
    }
    let member = members[index]
    try member.key.each(input, frame, machine) { key throws(Interrupt) in
      machine.note(key: key)
      let name = try name(key)
      try member.value.each(input, frame, machine) { value throws(Interrupt) in
        try combine(index + 1, chosen + [(name, value)], input, frame, machine, emit)
      }
    }
  }
}

/// `"text \(part)"`, with the format applied to every part: the last part is the outermost loop.
final class StringNode: Node {
  enum Part {
    case text(String)
    case value(Node)
  }

  private let format: Format
  private let parts: [Part]

  init(_ format: Format, _ parts: [Part], at place: Int) {
    (self.format, self.parts) = (format, parts)
    super.init(at: place, isSingle: parts.allSatisfy { $0.isSingle })
  }

  override func one(_ input: inout Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Value? {
    var pieces = Array(repeating: "", count: parts.count)
    var sources = OriginSet()
    for index in parts.indices.reversed() {
      switch parts[index] {
      case .text(let text): pieces[index] = text
      case .value(let node):
        var copy = input
        guard let value = try node.one(&copy, frame, machine) else { return nil }
        pieces[index] = try text(value, machine)
        if machine.isTracing { sources.add(value, by: machine) }
      }
    }
    return try joined(pieces, sources, machine)
  }

  private func text(_ value: Value, _ machine: Machine) throws(Interrupt) -> String {
    do throws(Interrupt) { return try format.text(of: value, machine) } catch { throw error.at(place) }
  }

  private func joined(_ pieces: [String], _ sources: OriginSet, _ machine: Machine) throws(Interrupt) -> Value {
    try machine.admit(bytes: pieces.reduce(0) { $0 + $1.utf8.count })
    return Value(.string(pieces.joined()), origin: sources.origin(by: "text", isSecret: sources.holdsSecret))
  }

  override func step(
    _ input: inout Value, _ frame: inout Frame, _ machine: Machine, _ emit: Emit
  ) throws(Interrupt) -> Node? {
    if isSingle { return try super.step(&input, &frame, machine, emit) }
    try combine(parts.count, [], OriginSet(), input, frame, machine, emit)
    return nil
  }

  private func combine(
    _ count: Int, _ behind: [String], _ sources: OriginSet, _ input: Value, _ frame: Frame, _ machine: Machine,
    _ emit: Emit
  ) throws(Interrupt) {
    guard count > 0 else { return try emit(joined(behind, sources, machine)) }
    switch parts[count - 1] {
    case .text(let text): try combine(count - 1, [text] + behind, sources, input, frame, machine, emit)
    case .value(let node):
      try node.each(input, frame, machine) { value throws(Interrupt) in
        var sources = sources
        if machine.isTracing { sources.add(value, by: machine) }
        try combine(count - 1, [text(value, machine)] + behind, sources, input, frame, machine, emit)
      }
    }
  }
}

extension StringNode.Part {
  var isSingle: Bool {
    if case .value(let node) = self { node.isSingle } else { true }
  }
}
