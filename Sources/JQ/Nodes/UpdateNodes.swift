/// `paths = value`: each value of the right side, taken from the input, makes an output.
final class AssignNode: Node {
  private let paths: Node
  private let value: Node

  init(_ paths: Node, _ value: Node, at place: Int) {
    (self.paths, self.value) = (paths, value)
    super.init(at: place, isSingle: value.isSingle)
  }

  /// The paths are collected first, so that nobody else holds what is changed then.
  override func one(_ input: inout Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Value? {
    var copy = input
    guard let value = try value.one(&copy, frame, machine) else { return nil }
    copy = .null
    let found = try paths.allPaths(input, frame, machine)
    var result = Value.null
    swap(&result, &input)
    for path in found {
      try machine.tick()
      try change(&result, path, machine) { place throws(Interrupt) in place = value }
    }
    return result
  }

  override func step(
    _ input: inout Value, _ frame: inout Frame, _ machine: Machine, _ emit: Emit
  ) throws(Interrupt) -> Node? {
    if isSingle { return try super.step(&input, &frame, machine, emit) }
    let (input, frame) = (input, frame)
    try value.each(input, frame, machine) { value throws(Interrupt) in
      var result = input
      for path in try paths.allPaths(input, frame, machine) {
        try change(&result, path, machine) { place throws(Interrupt) in place = value }
      }
      try emit(result)
    }
    return nil
  }
}

extension Node {
  /// Changes the value at `path`; errors have the place of this node.
  func change(
    _ root: inout Value, _ path: [Value], _ machine: Machine, _ body: (inout Value) throws(Interrupt) -> Void
  ) throws(Interrupt) {
    do throws(Interrupt) {
      if path.count < Int(Dismantler.harmlessDepth) { return try root.change(at: path, machine, body) }
      try machine.withRoom(for: Int32(clamping: path.count)) { () throws(Interrupt) in
        try root.change(at: path, machine, body)
      }
    } catch {
      throw error.at(place)
    }
  }
}

/// `paths |= update`: the first output of the update; without one the place is deleted.
final class UpdateNode: Node {
  private let paths: Node
  private let update: Node

  init(_ paths: Node, _ update: Node, at place: Int) {
    (self.paths, self.update) = (paths, update)
    super.init(at: place, isSingle: true)
  }

  override func one(_ input: inout Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Value? {
    let found = try paths.allPaths(input, frame, machine)
    var result = Value.null
    swap(&result, &input)
    var deleted: [[Value]] = []
    for path in found {
      try machine.tick()
      // What is missing stays missing where nothing replaces it.
      if try !change(&result, path, frame, machine) { deleted.append(path) }
    }
    return deleted.isEmpty ? result : try result.deleting(deleted, machine)
  }

  private func change(_ root: inout Value, _ path: [Value], _ frame: Frame, _ machine: Machine) throws(Interrupt)
    -> Bool
  {
    var isKept = true
    try change(&root, path, machine) { value throws(Interrupt) in
      var taken = Value.null
      swap(&taken, &value)
      if let changed = try update.one(&taken, frame, machine) { value = changed } else { isKept = false }
    }
    return isKept
  }
}

/// `paths op= operand`, and `paths //= operand`: each output of the operand, taken from the input, makes an output.
final class OperandUpdateNode: Node {
  private let paths: Node
  private let operand: Node
  /// Nil for `//=`.
  private let operation: Operator?

  init(_ paths: Node, _ operand: Node, _ operation: Operator?, at place: Int) {
    (self.paths, self.operand, self.operation) = (paths, operand, operation)
    super.init(at: place, isSingle: operand.isSingle)
  }

  override func one(_ input: inout Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Value? {
    var copy = input
    guard let value = try operand.one(&copy, frame, machine) else { return nil }
    copy = .null
    let found = try paths.allPaths(input, frame, machine)
    var result = Value.null
    swap(&result, &input)
    try apply(value, at: found, of: &result, machine)
    return result
  }

  private func apply(_ operand: Value, at paths: [[Value]], of root: inout Value, _ machine: Machine)
    throws(Interrupt)
  {
    for path in paths {
      try machine.tick()
      try change(&root, path, machine) { value throws(Interrupt) in
        guard let operation else {
          if !value.isTrue { value = operand }
          return
        }
        let old = machine.isTracing ? value : .null
        var taken = Value.null
        swap(&taken, &value)
        value = machine.derived(
          try Arithmetic.apply(operation, &taken, operand, machine), operation.rawValue, old, operand)
      }
    }
  }

  override func step(
    _ input: inout Value, _ frame: inout Frame, _ machine: Machine, _ emit: Emit
  ) throws(Interrupt) -> Node? {
    if isSingle { return try super.step(&input, &frame, machine, emit) }
    let (input, frame) = (input, frame)
    try operand.each(input, frame, machine) { operand throws(Interrupt) in
      var result = input
      try apply(operand, at: paths.allPaths(input, frame, machine), of: &result, machine)
      try emit(result)
    }
    return nil
  }
}
