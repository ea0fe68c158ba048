/// `.`
final class IdentityNode: Node {
  init(at place: Int) { super.init(at: place, isSingle: true) }

  override func one(_ input: inout Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Value? {
    var taken = Value.null
    swap(&taken, &input)
    return taken
  }

  override func stepPaths(
    _ input: inout Located, _ frame: inout Frame, _ machine: Machine, _ emit: EmitPath
  ) throws(Interrupt) -> Node? {
    try emit(input)
    return nil
  }
}

final class ConstantNode: Node {
  private let value: Value

  init(_ value: Value, at place: Int) {
    self.value = value
    super.init(at: place, isSingle: true)
  }

  override func one(_ input: inout Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Value? { value }

  override var constant: Value? { value }
}

/// `empty`
final class EmptyNode: Node {
  init(at place: Int) { super.init(at: place, isSingle: true) }

  override func one(_ input: inout Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Value? {
    machine.note(dropped: input, at: place)
    return nil
  }
}

/// `$name`
final class VariableNode: Node {
  private let hops: Int
  private let slot: Int

  init(hops: Int, slot: Int, at place: Int) {
    (self.hops, self.slot) = (hops, slot)
    super.init(at: place, isSingle: true)
  }

  override func one(_ input: inout Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Value? {
    frame.outer(hops).slots[slot]
  }
}

/// Takes a look at the stack now and then inside of long expressions, whose parts are called without a look.
final class RoomNode: Node {
  private let body: Node

  init(_ body: Node) {
    self.body = body
    super.init(at: body.place, isSingle: true)
  }

  override func one(_ input: inout Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Value? {
    if machine.stack.isShort {
      machine.stack.measure()
      if machine.stack.isShort {
        var taken = input
        input = .null
        return try machine.onLargeStack { () throws(Interrupt) in try body.one(&taken, frame, machine) }
      }
    }
    return try body.one(&input, frame, machine)
  }

  override func stepPaths(
    _ input: inout Located, _ frame: inout Frame, _ machine: Machine, _ emit: EmitPath
  ) throws(Interrupt) -> Node? { body }
}
