/// The keys a person chose, command by command, in place of the command's own.
///
///     # ~/.config/parley/keys
///     request.send = F9, Ctrl-Enter
///     events.mark  = g m             # one key after the other
///     bench.zoom   =                 # no key; it stays in the palette
public struct KeyFile: Hashable, Sendable {
  public let keys: [CommandID: [String]]
  private let lines: [CommandID: Int]

  /// - Throws: for the first line that cannot be understood, or that names a key no keyboard has.
  public init(_ text: String) throws(SettingsError) {
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

  /// What is wrong with these keys in a table of commands: unknown commands, and keys that would mean two things at once.
  ///
  /// - Parameters:
  ///   - active: the sets of contexts that can be active together.
  public func mistake<State>(
    in commands: [Command<State>], active: [[KeyContext]]
  ) -> SettingsError? {
    let known = Set(commands.map(\.id))
    if let unknown = keys.keys.filter({ !known.contains($0) }).min(by: {
      (lines[$0] ?? 0) < (lines[$1] ?? 0)
    }) {
      return SettingsError(
        line: lines[unknown], "There is no command “\(Sanitizer.visible(unknown.name))”.",
        advice: "docs/keys.md and the palette list them all.")
    }
    guard let before = try? CommandTable(commands).keymap,
      let after = try? CommandTable(commands, rebound: keys).keymap
    else { return nil }
    return active.lazy.compactMap { contexts in conflict(before, after, contexts) }.first
  }

  /// A conflict that was not there with the commands' own keys.
  private func conflict(_ before: Keymap, _ after: Keymap, _ contexts: [KeyContext])
    -> SettingsError?
  {
    let old = Set(before.conflicts(among: contexts))
    guard let conflict = after.conflicts(among: contexts).first(where: { !old.contains($0) }) else {
      return nil
    }
    let line = lines[conflict.first.command] ?? lines[conflict.second.command]
    return SettingsError(line: line, "\(conflict).", advice: "Give one of them another key.")
  }
}
