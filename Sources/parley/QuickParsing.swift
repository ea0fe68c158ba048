import ArgumentParser

/// Parses the arguments of one command, where they name it first and everything is right with them, without building the tree of all commands,
/// which costs more than many a command does. For everything else, such as help and mistakes, the tree is there.
enum QuickParsing {
  /// - Returns: the command that the whole tree would give; nil where only the tree can say.
  static func command(of arguments: [String]) -> (any ParsableCommand)? {
    var (subcommands, rest) = (ParleyCommand.subcommands, arguments[...])
    // Without any arguments the default is meant: anything else may be the name of a command that was mistyped.
    var named: (any ParsableCommand.Type)? = arguments.isEmpty ? OpenCommand.self : nil
    while let name = rest.first, let next = subcommands.first(where: { $0.isNamed(name) }) {
      (named, subcommands, rest) = (next, next.configuration.subcommands, rest.dropFirst())
    }
    guard let type = named, type.configuration.subcommands.isEmpty, let command = try? type.parseAsRoot(Array(rest))
    else { return nil }
    // A request for help is a command of the parser's own, which knows nothing of the tree.
    return Swift.type(of: command) == type ? command : nil
  }
}

extension ParsableCommand {
  static func isNamed(_ name: String) -> Bool {
    configuration.commandName == name || configuration.aliases.contains(name)
  }
}
