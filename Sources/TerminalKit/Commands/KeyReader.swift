/// The keys of a sequence that were pressed so far.
///
///     switch reader.press(key, in: contexts, of: keymap) { … }
package struct KeyReader: Hashable, Sendable {
  package private(set) var pending: [Key] = []

  package init() {}

  /// Takes one more key. Between the keys of a sequence Esc gives up, and a key that leads nowhere is dropped with those
  /// before it: it must not fall through to mean something else.
  package mutating func press(_ key: Key, in contexts: [KeyContext], of keymap: Keymap) -> Answer {
    let isContinuing = !pending.isEmpty
    let keys = pending + [key]
    pending = []
    switch keymap.lookup(keys, in: contexts) {
    case .command(let command): return .command(command)
    case .prefix(let continuations):
      pending = keys
      return .pending(continuations)
    case .none: return isContinuing ? .abandoned(keys) : .unbound
    }
  }

  package mutating func reset() { pending = [] }

  package enum Answer: Hashable, Sendable {
    case command(CommandID)
    /// The start of a longer sequence, with the keys that may follow, for the hint box.
    case pending([Keymap.Continuation])
    case abandoned([Key])
    /// No meaning here: the key is for the widget that has the focus.
    case unbound
  }
}
