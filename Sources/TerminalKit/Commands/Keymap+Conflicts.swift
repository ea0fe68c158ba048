extension Keymap {
  /// Two bindings that cannot both be reached.
  package struct Conflict: Hashable, Sendable, CustomStringConvertible {
    package let first: Binding
    package let second: Binding

    package var description: String {
      "“\(first.sequence)” is \(first.command) in \(first.context), and “\(second.sequence)” is \(second.command)"
        + " in \(second.context)"
    }
  }

  /// The conflicts within each context by itself.
  package var conflicts: [Conflict] {
    var contexts: [KeyContext] = []
    for binding in bindings where !contexts.contains(binding.context) { contexts.append(binding.context) }
    return contexts.flatMap { conflicts(among: [$0]) }
  }

  /// The conflicts among contexts that are active together: the same keys for different commands, or a command whose keys
  /// begin another's. A narrower context that means to override a wider one shows up here too.
  package func conflicts(among contexts: [KeyContext]) -> [Conflict] {
    let active = bindings.filter { contexts.contains($0.context) }
    return active.indices.flatMap { index in
      active[(index + 1)...].filter { active[index].collides(with: $0) }.map {
        Conflict(first: active[index], second: $0)
      }
    }
  }
}

extension Binding {
  fileprivate func collides(with other: Binding) -> Bool {
    let mine = sequence.keys
    let theirs = other.sequence.keys
    if mine == theirs { return command != other.command }
    return mine.starts(with: theirs) || theirs.starts(with: mine)
  }
}
