/// `parley.1`: the program, its commands, and what holds for all of them.
struct ProgramPage {
  private let program: CommandDescription
  private let date: String

  init(_ program: CommandDescription, date: String) {
    self.program = program
    self.date = date
  }

  var text: String {
    let discussion = Discussion(program.discussion ?? "")
    var page = Mdoc()
    page.head(program.commandName, title: program.title, date: date)
    addSynopsis(to: &page)
    page.section("DESCRIPTION")
    page.sentences(ManualFacts.description)
    page.discussion(discussion)
    addCommands(to: &page)
    addOptions(to: &page)
    page.environment(ManualFacts.variables)
    page.section("FILES")
    page.list(ManualFacts.files.map { ("Pa \(Mdoc.word($0.path))", $0.text) })
    page.exitStatus()
    page.examples(discussion.examples)
    page.seeAlso(["curl", "jq"] + program.shownSubcommands.map { "parley-\($0.commandName)" })
    return page.text
  }

  /// The default command, which gets the arguments that are typed without a command.
  private var defaultCommand: CommandDescription? {
    program.shownSubcommands.first { $0.commandName == program.defaultSubcommand }
  }

  private func addSynopsis(to page: inout Mdoc) {
    page.section("SYNOPSIS")
    page.line(".Nm")
    for option in (defaultCommand?.options ?? []) + (defaultCommand?.positionals ?? []) { page.line(option.synopsis) }
    page.line(".Nm")
    page.line(".Ar command")
    page.line(".Op Ar argument ...")
    page.line(".Nm")
    page.line(".Fl -version")
  }

  private func addCommands(to page: inout Mdoc) {
    page.section("COMMANDS")
    page.paragraph("Each command has a page of its own.")
    page.list(
      program.shownSubcommands.map {
        ("Xr parley-\($0.commandName) 1", "\($0.title.prefix(1).uppercased())\($0.title.dropFirst()).")
      })
  }

  private func addOptions(to page: inout Mdoc) {
    page.section("OPTIONS")
    page.paragraph("Without a command:")
    page.arguments((defaultCommand?.positionals ?? []) + (defaultCommand?.options ?? []))
    page.paragraph("With every command:")
    page.list(Mdoc.everywhere)
  }
}
