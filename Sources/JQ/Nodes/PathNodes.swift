/// `path(body)`
final class PathNode: Node {
  private let body: Node

  init(_ body: Node, at place: Int) {
    self.body = body
    super.init(at: place, isSingle: false)
  }

  override func step(
    _ input: inout Value, _ frame: inout Frame, _ machine: Machine, _ emit: Emit
  ) throws(Interrupt) -> Node? {
    try body.runPaths(.root(machine.secrets == nil ? input.untraced : input), frame, machine) {
      located throws(Interrupt) in
      try located.requirePath(at: place)
      try machine.charge(32 + (located.path?.count ?? 0) * MemoryLayout<Value>.stride)
      try emit(Value(Path.keys(of: located.path)))
    }
    return nil
  }
}

/// `del(body)`
final class DeleteNode: Node {
  private let body: Node

  init(_ body: Node, at place: Int) {
    self.body = body
    super.init(at: place, isSingle: true)
  }

  override func one(_ input: inout Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Value? {
    let paths = try body.allPaths(input, frame, machine)
    do throws(Interrupt) { return try input.deleting(paths, machine) } catch { throw error.at(place) }
  }
}

/// `getpath(path)`
final class GetPathNode: Node {
  private let path: Node

  init(_ path: Node, at place: Int) {
    self.path = path
    super.init(at: place, isSingle: path.isSingle)
  }

  private func keys(_ path: Value) throws(Interrupt) -> [Value] {
    guard let keys = path.elements else { throw Interrupt.error("Path must be specified as an array").at(place) }
    return keys
  }

  private func value(_ root: Value, _ keys: [Value], _ machine: Machine) throws(Interrupt) -> Value {
    do throws(Interrupt) { return try root.value(at: keys, machine) } catch { throw error.at(place) }
  }

  override func one(_ input: inout Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Value? {
    var copy = input
    guard let path = try path.one(&copy, frame, machine) else { return nil }
    return try value(input, keys(path), machine)
  }

  override func step(
    _ input: inout Value, _ frame: inout Frame, _ machine: Machine, _ emit: Emit
  ) throws(Interrupt) -> Node? {
    let root = input
    try path.each(root, frame, machine) { path throws(Interrupt) in try emit(value(root, keys(path), machine)) }
    return nil
  }

  override func stepPaths(
    _ input: inout Located, _ frame: inout Frame, _ machine: Machine, _ emit: EmitPath
  ) throws(Interrupt) -> Node? {
    let located = input
    try path.each(located.value, frame, machine) { path throws(Interrupt) in
      guard located.isIntact else {
        let sentence = "Invalid path expression with result \(located.value.excerpt(30))"
        throw Interrupt.error(sentence, at: located.value).at(place)
      }
      let keys = try keys(path)
      let found = try value(located.value, keys, machine)
      try emit(Located(keys.reduce(located.path) { Path($0, $1) }, found, anchor: found))
    }
    return nil
  }
}

/// `..`, `recurse`, `recurse(body)`
final class RecurseNode: Node {
  /// Nil for `.[]?`.
  private let body: Node?

  init(_ body: Node?, at place: Int) {
    self.body = body
    super.init(at: place, isSingle: false)
  }

  override func step(
    _ input: inout Value, _ frame: inout Frame, _ machine: Machine, _ emit: Emit
  ) throws(Interrupt) -> Node? {
    try emit(input)
    guard let body else {
      switch input.payload {
      case .array, .object:
        let container = input
        let frame = frame
        try container.forEachPart { _, value throws(Interrupt) in try run(value, frame, machine, emit) }
      default: break
      }
      return nil
    }
    if body.isSingle || body.isSingle(in: frame) {
      guard let next = try body.one(&input, frame, machine) else { return nil }
      input = next
      return self
    }
    let frame = frame
    try body.run(input, frame, machine) { value throws(Interrupt) in try run(value, frame, machine, emit) }
    return nil
  }

  override func stepPaths(
    _ input: inout Located, _ frame: inout Frame, _ machine: Machine, _ emit: EmitPath
  ) throws(Interrupt) -> Node? {
    try emit(input)
    let frame = frame
    guard let body else {
      switch input.value.payload {
      case .array, .object:
        let container = input
        try container.value.forEachPart { key, value throws(Interrupt) in
          try runPaths(container.child(key(), value), frame, machine, emit)
        }
      default: break
      }
      return nil
    }
    if body.isSingle {
      var next: Located?
      try body.runPaths(input, frame, machine) { located throws(Interrupt) in next = located }
      guard let next else { return nil }
      input = next
      return self
    }
    try body.runPaths(input, frame, machine) { located throws(Interrupt) in
      try runPaths(located, frame, machine, emit)
    }
    return nil
  }
}
