import ArgumentParser

/// The command `list` of a family of commands, where options stand in its place: `parley runs -w shop` is `parley runs list -w shop`.
enum ImpliedList {
  private static let name = "list"
  private static let asksForHelp = ["-h", "--help", "--help-hidden", "--version"]

  /// The arguments with the name of the command. A command that stands behind the options stays the mistake it is.
  static func named(in arguments: [String]) -> [String] {
    guard let place = arguments.firstIndex(where: { $0.hasPrefix("-") }), place > 0,
      let family = subcommands(of: arguments[..<place]), family.contains(where: { $0.isNamed(name) }),
      !asksForHelp.contains(arguments[place]),
      !arguments[place...].contains(where: { word in family.contains { $0.isNamed(word) } })
    else { return arguments }
    return arguments[..<place] + [name] + arguments[place...]
  }

  /// - Returns: nil where one of the words names no command.
  private static func subcommands(of words: ArraySlice<String>) -> [any ParsableCommand.Type]? {
    var subcommands = ParleyCommand.subcommands
    for word in words {
      guard let next = subcommands.first(where: { $0.isNamed(word) }) else { return nil }
      subcommands = next.configuration.subcommands
    }
    return subcommands
  }
}
