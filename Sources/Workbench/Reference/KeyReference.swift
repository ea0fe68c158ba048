package import TerminalKit
import WorkbenchState

/// The page `docs/keys.md`, made from the command table.
package enum KeyReference {
  /// - Throws: an error if the table contradicts itself.
  package static func markdown() throws(CommandTableError) -> String {
    let commands = try CommandSet().table.reference()
    let shared = commands.filter { $0.places.count > 1 }
    let alone = Dictionary(grouping: commands.filter { $0.places.count == 1 }) { $0.places[0].context }
    let contexts = order(of: commands.flatMap(\.places).map(\.context))
    let panes = contexts.compactMap { context in alone[context].map { section(context, $0) } }
    return ([intro, section(shared)] + panes).joined(separator: "\n")
  }

  private static let intro = """
    # Keys

    Generated from the table of commands by `make docs`; do not edit. In the program `?` shows all keys of the current
    pane (`F1` while you type), and `:` lists every command with its key and why it is disabled. The last column holds the names by
    which a keys file refers to commands ([settings.md](settings.md)). What several panes have stands first, and once; the panes follow
    with what only they have.

    """

  private static func order(of contexts: [KeyContext]) -> [KeyContext] {
    var seen: Set<KeyContext> = []
    return contexts.filter { seen.insert($0).inserted }
  }

  private static func section(_ shared: [ReferencedCommand<State>]) -> String {
    let rows = shared.map { "\(row($0)) \(places(of: $0)) |" }
    return table("In several panes", ["key", "does", "command", "where"], rows)
  }

  private static func section(_ context: KeyContext, _ commands: [ReferencedCommand<State>]) -> String {
    table(context.heading, ["key", "does", "command"], commands.map(row))
  }

  private static func table(_ heading: String, _ columns: [String], _ rows: [String]) -> String {
    let head = "| \(columns.joined(separator: " | ")) |"
    let line = "|\(String(repeating: "---|", count: columns.count))"
    return (["## \(heading)", "", head, line] + rows).joined(separator: "\n") + "\n"
  }

  private static func row(_ command: ReferencedCommand<State>) -> String {
    let keys = common(to: command.places)
    return "| \(names(of: keys, otherwise: "–")) | \(escaped(command.command.help)) | `\(command.command.name)` |"
  }

  /// The panes that have a command, with the keys that only they give it.
  private static func places(of command: ReferencedCommand<State>) -> String {
    let common = common(to: command.places)
    return command.places.map { context, keys in
      let own = keys.filter { !common.contains($0) }
      return own.isEmpty ? context.place : "\(context.place) (\(names(of: own, otherwise: "")))"
    }.joined(separator: ", ")
  }

  private static func common(to places: [(context: KeyContext, keys: [KeySequence])]) -> [KeySequence] {
    (places.first?.keys ?? []).filter { key in places.allSatisfy { $0.keys.contains(key) } }
  }

  private static func names(of keys: [KeySequence], otherwise none: String) -> String {
    keys.isEmpty ? none : keys.map { "`\(escaped($0.label))`" }.joined(separator: " ")
  }

  private static func escaped(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
}

extension KeyContext {
  /// Its heading, in a list of panes: without the *In* of *In the list of requests*.
  fileprivate var place: String {
    let heading = heading
    for start in ["In the ", "In a ", "In an ", "In ", "On the ", "On an ", "On a "] where heading.hasPrefix(start) {
      return String(heading.dropFirst(start.count))
    }
    return heading.prefix(1).lowercased() + heading.dropFirst()
  }
}
