/// The context in which a key has its meaning: a pane, a screen, or everywhere.
package struct KeyContext: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  package let name: String

  package init(_ name: String) {
    self.name = name
  }

  package init(stringLiteral value: String) {
    self.init(value)
  }

  package var description: String { name }
}

/// The name of a command, as keymaps write it: `request.send`.
package struct CommandID: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  package let name: String

  package init(_ name: String) {
    self.name = name
  }

  package init(stringLiteral value: String) {
    self.init(value)
  }

  package var description: String { name }
}

/// One line of a keymap.
package struct Binding: Hashable, Sendable {
  package let sequence: KeySequence
  package let command: CommandID
  package let context: KeyContext
  /// The label of the binding in the hint box.
  package let label: String

  package init(_ sequence: KeySequence, _ command: CommandID, in context: KeyContext, label: String) {
    self.sequence = sequence
    self.command = command
    self.context = context
    self.label = label
  }
}

/// The meanings of keys, as one trie for each context.
package struct Keymap: Hashable, Sendable {
  package enum Match: Hashable, Sendable {
    case command(CommandID)
    /// The start of longer sequences: the keys that may follow, in the order they were bound.
    case prefix([Continuation])
    case none
  }

  package struct Continuation: Hashable, Sendable {
    package let key: Key
    package let label: String
  }

  package let bindings: [Binding]
  private var roots: [KeyContext: KeyTrie] = [:]
  private let byCommand: [CommandID: [Binding]]

  package init(_ bindings: [Binding]) {
    self.bindings = bindings
    byCommand = Dictionary(grouping: bindings, by: \.command)
    for binding in bindings {
      roots[binding.context, default: KeyTrie()].insert(binding, binding.sequence.keys[...])
    }
  }

  /// Returns the meaning of the keys pressed so far. The first context that knows them decides; give the narrowest
  /// first.
  package func lookup(_ keys: [Key], in contexts: [KeyContext]) -> Match {
    var continuations: [Continuation] = []
    for context in contexts {
      guard let node = roots[context]?.node(at: keys[...]) else { continue }
      if let binding = node.binding {
        if continuations.isEmpty { return .command(binding.command) }
        break
      }
      let known = Set(continuations.map(\.key))
      continuations += node.continuations.filter { !known.contains($0.key) }
    }
    return continuations.isEmpty ? .none : .prefix(continuations)
  }

  /// The sequences that reach a command in these contexts, those of the narrowest context first.
  package func sequences(for command: CommandID, in contexts: [KeyContext]) -> [KeySequence] {
    let bindings = byCommand[command] ?? []
    return contexts.flatMap { context in
      bindings.filter { $0.context == context }.map(\.sequence)
    }.filter { lookup($0.keys, in: contexts) == .command(command) }
  }
}

/// A tree whose branches are keys and whose leaves are commands.
struct KeyTrie: Hashable, Sendable {
  private(set) var binding: Binding?
  private var order: [Key] = []
  private var children: [Key: KeyTrie] = [:]

  mutating func insert(_ binding: Binding, _ keys: ArraySlice<Key>) {
    guard let key = keys.first else {
      self.binding = self.binding ?? binding
      return
    }
    if children[key] == nil { order.append(key) }
    children[key, default: KeyTrie()].insert(binding, keys.dropFirst())
  }

  func node(at keys: ArraySlice<Key>) -> KeyTrie? {
    guard let key = keys.first else { return self }
    return children[key]?.node(at: keys.dropFirst())
  }

  var continuations: [Keymap.Continuation] {
    order.compactMap { key in
      children[key].map { Keymap.Continuation(key: key, label: $0.label) }
    }
  }

  /// A command's own label, or those that begin here.
  private var label: String {
    binding?.label ?? continuations.map(\.label).joined(separator: ", ")
  }
}

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
    let alike = Dictionary(grouping: active.indices) { active[$0].sequence.keys.first }
    return active.indices.flatMap { index in
      (alike[active[index].sequence.keys.first] ?? []).filter { $0 > index && active[index].collides(with: active[$0]) }
        .map { Conflict(first: active[index], second: active[$0]) }
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
