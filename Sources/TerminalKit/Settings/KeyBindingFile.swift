/// The keys a person chose, command by command, in place of the command's own.
///
///     # ~/.config/parley/keybindings
///     request.send = F9, Ctrl-Enter
///     events.mark  = g m             # one key after the other
///     bench.zoom   =                 # no key; it stays in the palette
package struct KeyBindingFile: Hashable, Sendable {
  package let keys: [CommandID: [String]]
  private let lines: [CommandID: Int]

  /// - Throws: for the first line that cannot be understood, or that names a key no keyboard has.
  package init(_ text: String) throws(SettingsError) {
    var keys: [CommandID: [String]] = [:]
    var lines: [CommandID: Int] = [:]
    for line in try SettingsLines(text).lines {
      keys[CommandID(line.name)] = try Self.sequences(line)
      lines[CommandID(line.name)] = line.number
    }
    self.keys = keys
    self.lines = lines
  }

  private static func sequences(_ line: SettingsLines.Line) throws(SettingsError) -> [String] {
    // The comma is a key too, when it stands alone.
    let parts = line.value == "," ? [","] : line.value.split(separator: ",").map { String($0) }
    for part in parts {
      do { _ = try KeySequence(part) } catch {
        throw SettingsError(line: line.number, error.description)
      }
    }
    return parts
  }

  /// Returns the first mistake of these keys in a table of commands: an unknown command, or keys that would mean two
  /// things at once; nil if there is none.
  ///
  /// - Parameters:
  ///   - active: the sets of contexts that can be active together.
  package func mistake<State>(
    in commands: [Command<State>], active: [[KeyContext]]
  ) -> SettingsError? {
    let known = Set(commands.map(\.id)).union(commands.compactMap { $0.shared?.id })
    if let unknown = keys.keys.filter({ !known.contains($0) }).min(by: {
      (lines[$0] ?? 0) < (lines[$1] ?? 0)
    }) {
      return SettingsError(
        line: lines[unknown], "There is no command “\(Sanitizer.visible(unknown.name))”.",
        advice: "docs/keys.md and the palette list all commands.")
    }
    guard let before = try? CommandTable(commands).keymap,
      let after = try? CommandTable(commands, rebound: keys).keymap
    else { return nil }
    guard let conflict = active.lazy.compactMap({ conflict(before, after, $0) }).first else { return nil }
    let place = line(of: conflict.first.command, commands) ?? line(of: conflict.second.command, commands)
    return SettingsError(line: place, "\(conflict).", advice: advice(about: conflict, commands))
  }

  /// The line that gives a command keys: by its own name, or by the one it shares with other panes.
  private func line<State>(of id: CommandID, _ commands: [Command<State>]) -> Int? {
    lines[id] ?? commands.first { $0.id == id }?.shared.flatMap { lines[$0.id] }
  }

  /// A command that the file does not name gives up one key, and keeps the others, by a line of its own.
  private func advice<State>(about conflict: Keymap.Conflict, _ commands: [Command<State>]) -> String {
    let both = "Give one of them another key"
    guard let other = [conflict.first, conflict.second].first(where: { line(of: $0.command, commands) == nil }),
      let command = commands.first(where: { $0.id == other.command })
    else { return "\(both)." }
    let own = command.shared?.ownKeys ?? []
    let rest = command.keys.filter { !own.contains($0) && (try? KeySequence($0)) != other.sequence }
    return "\(both), or take this one from \(command.name): \(command.name) = \(rest.joined(separator: ", "))"
  }

  /// A conflict that was not there with the commands' own keys.
  private func conflict(
    _ before: Keymap, _ after: Keymap, _ contexts: [KeyContext]
  ) -> Keymap.Conflict? {
    let old = Set(before.conflicts(among: contexts))
    return after.conflicts(among: contexts).first { !old.contains($0) }
  }
}

extension KeyBindingFile {
  /// Returns the text of such a file, changed so that it gives a command these keys. Everything else in it stays,
  /// comments and blank lines too.
  /// - Throws: an error if the text is no such file, or cannot hold the keys.
  package static func text(
    _ text: String, giving keys: [KeySequence], to command: CommandID
  ) throws(SettingsError) -> String {
    let value = keys.map(\.name).joined(separator: ", ")
    let changed = try SettingsLines.text(text, giving: value, to: command.name)
    var wanted = try KeyBindingFile(text).keys
    wanted[command] = keys.map(\.name)
    guard try KeyBindingFile(changed).keys.mapValues(Self.named) == wanted.mapValues(Self.named) else {
      throw SettingsError("“\(value)” cannot be written to the keys file.", advice: "Choose another key.")
    }
    return changed
  }

  /// However they are spelled.
  private static func named(_ keys: [String]) -> [String] {
    keys.map { (try? KeySequence($0))?.name ?? $0 }
  }
}
