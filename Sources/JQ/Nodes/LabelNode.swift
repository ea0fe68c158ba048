/// `label $name | body`
final class LabelNode: Node {
  private let slot: Int
  private let body: Node

  init(slot: Int, _ body: Node, at place: Int) {
    (self.slot, self.body) = (slot, body)
    super.init(at: place, isSingle: false)
  }

  override func step(
    _ input: inout Value, _ frame: inout Frame, _ machine: Machine, _ emit: Emit
  ) throws(Interrupt) -> Node? {
    let label = machine.nextLabel()
    frame.slots[slot] = Value(label)
    do throws(Interrupt) {
      try body.run(input, frame, machine, emit)
    } catch {
      guard case .leave(label) = error else { throw error }
    }
    return nil
  }

  override func stepPaths(
    _ input: inout Located, _ frame: inout Frame, _ machine: Machine, _ emit: EmitPath
  ) throws(Interrupt) -> Node? {
    let label = machine.nextLabel()
    frame.slots[slot] = Value(label)
    do throws(Interrupt) {
      try body.runPaths(input, frame, machine, emit)
    } catch {
      guard case .leave(label) = error else { throw error }
    }
    return nil
  }
}

/// `break $name`
final class BreakNode: Node {
  private let hops: Int
  private let slot: Int

  init(hops: Int, slot: Int, at place: Int) {
    (self.hops, self.slot) = (hops, slot)
    super.init(at: place, isSingle: true)
  }

  override func one(_ input: inout Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Value? {
    guard case .number(let label) = frame.outer(hops).slots[slot].payload else { return nil }
    throw .leave(label: Int(label))
  }
}
