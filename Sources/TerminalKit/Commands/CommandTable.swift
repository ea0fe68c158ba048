/// All commands of a program, and the keys they are bound to.
package struct CommandTable<State>: Sendable {
  package let commands: [Command<State>]
  package let keymap: Keymap
  private let byID: [CommandID: Int]

  /// - Parameter rebound: keys a person chose, in place of a command's own; none unbind it.
  /// - Throws: when a command is there twice, an id is unknown, or a key has no such name.
  package init(
    _ commands: [Command<State>], rebound: [CommandID: [String]] = [:]
  ) throws(CommandTableError) {
    self.commands = commands
    byID = try Self.index(commands)
    for id in rebound.keys where byID[id] == nil { throw .unknownCommand(id) }
    var bindings: [Binding] = []
    for command in commands {
      bindings += try Self.bindings(of: command, keys: rebound[command.id] ?? command.keys)
    }
    keymap = Keymap(bindings)
  }

  package subscript(id: CommandID) -> Command<State>? {
    byID[id].map { commands[$0] }
  }

  private static func index(_ commands: [Command<State>]) throws(CommandTableError) -> [CommandID: Int] {
    var index: [CommandID: Int] = [:]
    for (place, command) in commands.enumerated() {
      guard index.updateValue(place, forKey: command.id) == nil else { throw .duplicateCommand(command.id) }
    }
    return index
  }

  private static func bindings(
    of command: Command<State>, keys: [String]
  ) throws(CommandTableError) -> [Binding] {
    var bindings: [Binding] = []
    for key in keys {
      let sequence: KeySequence
      do { sequence = try KeySequence(key) } catch { throw .key(command.id, error) }
      bindings += command.contexts.map {
        Binding(sequence, command.id, in: $0, label: command.hint?.word ?? command.title)
      }
    }
    return bindings
  }
}

/// A table of commands, or a person's keymap, that cannot be used.
package enum CommandTableError: Error, Hashable, Sendable, CustomStringConvertible {
  case duplicateCommand(CommandID)
  case unknownCommand(CommandID)
  case key(CommandID, KeyNameError)

  package var description: String {
    switch self {
    case .duplicateCommand(let id): "The command \(id) exists twice."
    case .unknownCommand(let id): "There is no command \(id)."
    case .key(let id, let error): "\(id): \(error)"
    }
  }
}
