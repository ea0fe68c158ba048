/// The page of a command, such as `parley-send.1`; the commands below it are its sections.
struct CommandPage {
  private let command: CommandDescription
  private let program: CommandDescription
  private let date: String

  init(_ command: CommandDescription, of program: CommandDescription, date: String) {
    self.command = command
    self.program = program
    self.date = date
  }

  var text: String {
    let discussion = Discussion(command.discussion ?? "")
    var page = Mdoc()
    page.head("parley-\(command.commandName)", title: command.title, date: date)
    addSynopsis(to: &page)
    page.section("DESCRIPTION")
    page.sentences(ManualFacts.opening(of: command))
    page.sentences(command.restOfAbstract)
    page.discussion(discussion)
    addCommands(to: &page)
    addOptions(to: &page)
    page.environment(ManualFacts.variables.filter { $0.commands.contains(command.commandName) })
    page.exitStatus()
    page.examples(discussion.examples)
    page.seeAlso(["parley"] + related)
    return page.text
  }

  private var related: [String] {
    let names = Set(program.shownSubcommands.map(\.commandName)).subtracting([command.commandName])
    return (ManualFacts.related[command.commandName] ?? []).filter(names.contains).map { "parley-\($0)" }
  }

  private var parts: [CommandDescription] { command.shownSubcommands.flatMap(\.leaves) }

  private func addSynopsis(to page: inout Mdoc) {
    page.section("SYNOPSIS")
    if parts.isEmpty { page.synopsis(of: command) }
    for part in parts { page.synopsis(of: part) }
  }

  /// The options that all commands below this one take, listed once under OPTIONS.
  private var common: [ArgumentDescription] {
    guard let first = parts.first, parts.count > 1 else { return command.options }
    return first.options.filter { option in parts.allSatisfy { $0.options.contains(option) } }
  }

  private func addCommands(to page: inout Mdoc) {
    guard !parts.isEmpty else { return }
    page.section("COMMANDS")
    for part in parts {
      page.line(".Ss \(part.words.dropFirst(command.words.count).joined(separator: " "))")
      page.sentences(part.abstract ?? "")
      let discussion = Discussion(part.discussion ?? "")
      page.discussion(discussion)
      if !discussion.examples.isEmpty { page.display(discussion.examples) }
      page.arguments(part.positionals + part.options.filter { !common.contains($0) })
    }
  }

  private func addOptions(to page: inout Mdoc) {
    page.section("OPTIONS")
    page.arguments((parts.isEmpty ? command.positionals : []) + common)
    page.list(Mdoc.everywhere)
  }
}
