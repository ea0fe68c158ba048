/// A pattern that takes a value apart: `$name`, `[$first, $second]`, `{$name, key: [$first]}`, `first ?// second`.
struct PatternNode {
  /// More than one: each binds the variables of all, those that it has not to `null`.
  private let alternatives: [PatternAlternative]
  /// Those of all variables.
  private let slots: [Int]

  init(_ alternatives: [PatternAlternative], slots: [Int]) {
    (self.alternatives, self.slots) = (alternatives, slots)
  }

  init(variable slot: Int) {
    self.init([PatternAlternative(slot: slot, steps: [])], slots: [slot])
  }

  /// The slot of the only variable, which gets the whole value.
  var variable: Int? { alternatives.count == 1 && alternatives[0].steps.isEmpty ? alternatives[0].slot : nil }

  /// Calls `body` for every way to take `value` apart. An error, in an alternative or behind it, leads to the next one;
  /// that of the last one stands.
  func bind(
    _ value: Value, _ input: Value, _ frame: Frame, _ machine: Machine, _ body: () throws(Interrupt) -> Void
  ) throws(Interrupt) {
    guard alternatives.count > 1 else { return try alternatives[0].bind(value, input, frame, machine, body) }
    for index in alternatives.indices {
      for slot in slots { frame.slots[slot] = .null }
      do throws(Interrupt) {
        return try alternatives[index].bind(value, input, frame, machine, body)
      } catch {
        guard index + 1 < alternatives.count, case .failure = error else { throw error }
      }
    }
  }
}

/// A pattern as steps, each of which looks up a member of the value in one slot and keeps it in another.
///
/// Nested patterns made of nested callbacks would never end in the optimizer, which makes a copy of a function for every
/// callback that it is given.
struct PatternAlternative {
  struct Step {
    enum Key {
      case index(Int)
      case name(Node)
    }

    let source: Int
    let key: Key
    let slot: Int
    /// `$name: pattern` binds the whole member, too.
    let variable: Int?
  }

  /// Of the whole value.
  let slot: Int
  let steps: [Step]

  func bind(
    _ value: Value, _ input: Value, _ frame: Frame, _ machine: Machine, _ body: () throws(Interrupt) -> Void
  ) throws(Interrupt) {
    frame.slots[slot] = value
    try bind(from: 0, input, frame, machine, body)
  }

  private func bind(
    from first: Int, _ input: Value, _ frame: Frame, _ machine: Machine, _ body: () throws(Interrupt) -> Void
  ) throws(Interrupt) {
    for index in first..<steps.count {
      let step = steps[index]
      switch step.key {
      case .index(let position): try step.keep(Value(position), frame, machine)
      case .name(let node) where node.isSingle:
        var copy = input
        guard let key = try node.one(&copy, frame, machine) else { return }
        try step.keep(name: key, frame, machine)
      case .name(let node):
        return try node.each(input, frame, machine) { key throws(Interrupt) in
          try step.keep(name: key, frame, machine)
          try bind(from: index + 1, input, frame, machine, body)
        }
      }
    }
    try body()
  }
}

extension PatternAlternative.Step {
  fileprivate func keep(name key: Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) {
    let whole = frame.slots[source]
    guard key.string != nil else {
      throw .error("Cannot index \(whole.kind.name) with \(key.kind.name)", at: whole)
    }
    try keep(key, frame, machine)
  }

  fileprivate func keep(_ key: Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) {
    let member = try frame.slots[source].index(key, machine)
    frame.slots[slot] = member
    if let variable { frame.slots[variable] = member }
  }
}
