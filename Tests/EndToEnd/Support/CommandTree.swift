import ParleyEngine
import TestSupport

/// Every command of the program, as it describes all of them in one go: to ask each for its help takes as many starts.
struct CommandTree: Sendable {
  struct Command: Sendable {
    /// The names that lead to it, without the program's own.
    let path: [String]
    /// As they are typed: `-w`, `--workspace`.
    let options: Set<String>
    let isGroup: Bool
  }

  let commands: [Command]

  private static let read = Task {
    let told = try await ParleyProgram().run("--experimental-dump-help")
    return CommandTree(commands: commands(in: try JSONValue(parsing: told.output)["command"], at: []))
  }

  static func ofProgram() async throws -> CommandTree { try await read.value }

  /// Nil where there is no such command.
  func command(at path: [String]) -> Command? { commands.first { $0.path == path } }

  private static func commands(in description: JSONValue?, at path: [String]) -> [Command] {
    let inner = description?["subcommands"]?.array ?? []
    let own = Command(path: path, options: options(in: description), isGroup: !inner.isEmpty)
    // The parser's own command for help describes nothing.
    let others = inner.filter { $0["commandName"] != "help" && $0["shouldDisplay"] != false }
    return [own] + others.flatMap { commands(in: $0, at: path + [$0["commandName"]?.string ?? ""]) }
  }

  private static func options(in description: JSONValue?) -> Set<String> {
    let shown = (description?["arguments"]?.array ?? []).filter { $0["shouldDisplay"] != false }
    let names = shown.flatMap { $0["names"]?.array ?? [] }
    return Set(names.map { ($0["kind"] == "long" ? "--" : "-") + ($0["name"]?.string ?? "") })
  }
}
