package import TerminalKit

/// The page `docs/keys.md`, made from the command table.
package enum KeyReference {
  /// - Throws: an error if the table contradicts itself.
  package static func markdown() throws(CommandTableError) -> String {
    let sections = try CommandSet().table.reference().map { section($0.context, $0.commands) }
    return intro + sections.joined(separator: "\n")
  }

  private static let intro = """
    # Keys

    Generated from the table of commands by `make docs`; do not edit. In the program `?` shows the keys of the current
    pane, and `:` lists every command with its key and why it is disabled. The last column holds the names by which a
    keys file refers to commands ([settings.md](settings.md)).

    """ + "\n"

  private static func section(
    _ context: KeyContext, _ commands: [(command: Command<State>, keys: [KeySequence])]
  ) -> String {
    let rows = commands.map { row($0.command, $0.keys) }
    return (["## \(context.heading)", "", "| key | does | command |", "|---|---|---|"] + rows).joined(separator: "\n")
      + "\n"
  }

  private static func row(_ command: Command<State>, _ keys: [KeySequence]) -> String {
    let names = keys.isEmpty ? "–" : keys.map { "`\(escaped($0.label))`" }.joined(separator: " ")
    return "| \(names) | \(escaped(command.help)) | `\(command.id)` |"
  }

  private static func escaped(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
}
