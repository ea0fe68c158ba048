import Commands
import Testing

/// How the parser of arguments describes a program, in its own form.
private func dump(abstract: String = "Send a request.", discussion: String = "", arguments: String = "") -> String {
  """
  { "serializationVersion": 0, "command": {
    "commandName": "parley", "abstract": "An API workbench.", "shouldDisplay": true, "defaultSubcommand": "send",
    "subcommands": [
      { "commandName": "send", "superCommands": ["parley"], "abstract": "\(abstract)", "shouldDisplay": true,
        "discussion": "\(discussion)", "arguments": [\(arguments)] },
      { "commandName": "secret", "superCommands": ["parley"], "abstract": "Hidden.", "shouldDisplay": false },
      { "commandName": "help", "superCommands": ["parley"], "abstract": "Show help.", "shouldDisplay": true }
    ] } }
  """
}

private let option = """
  { "kind": "option", "shouldDisplay": true, "isOptional": true, "isRepeating": true, "valueName": "NAME=VALUE",
    "names": [{ "kind": "short", "name": "s" }, { "kind": "long", "name": "set" }],
    "preferredName": { "kind": "long", "name": "set" }, "abstract": "Set a value. Overrides the files." }
  """

@Suite("The manual", .timeLimit(.minutes(2)))
struct ManualTests {
  private func page(_ dump: String) throws -> String {
    try #require(Manual(dump: dump, date: "2026-11-04").pages.first { $0.file == "parley-send.1" }).text
  }

  @Test("has a page for the program and for each command that help shows")
  func pages() throws {
    #expect(try Manual(dump: dump(), date: "2026-11-04").pages.map(\.file) == ["parley.1", "parley-send.1"])
  }

  @Test("a page begins with its date, its name and one line of what the command does")
  func head() throws {
    let page = try page(dump(abstract: "Send a request. Prints the body."))
    #expect(page.contains(".Dd November 4, 2026\n.Dt PARLEY-SEND 1\n"))
    #expect(page.contains(".Nm parley-send\n.Nd send a request\n"))
    #expect(page.contains("Send a request.\nPrints the body.\n"))
  }

  @Test("options stand in the synopsis, and with their help, a sentence a line")
  func options() throws {
    let page = try page(dump(arguments: option))
    #expect(page.contains(".Oo Fl \\-set Ar NAME=VALUE Oc ..."))
    #expect(page.contains(".It Fl s , Fl \\-set Ar NAME=VALUE\nSet a value.\nOverrides the files.\n"))
  }

  @Test("examples of the help have a section of their own, to be copied as they are")
  func examples() throws {
    let page = try page(
      dump(discussion: "It sends.\\n\\nExamples:\\n  parley send a --filter '.a-b'\\n  parley send ~/b"))
    #expect(
      page.contains(
        """
        .Sh EXAMPLES
        .Bd -literal -offset indent
        parley send a \\-\\-filter \\(aq.a\\-b\\(aq
        parley send \\(ti/b
        .Ed

        """))
  }

  @Test("nothing in the help is taken for a command of the formatter")
  func escapes() throws {
    let page = try page(dump(discussion: ".har files and C:\\\\dir, read-only or --force; see `a-b`."))
    #expect(page.contains("\n\\&.har files and C:\\edir, read-only or \\-\\-force; see \\fBa\\-b\\fP.\n"))
  }

  @Test("says what an exit status means")
  func statuses() throws {
    #expect(try page(dump()).contains(".It 21\nNo response from the network.\n"))
  }

  @Test("a date that is none is refused", arguments: ["", "2026-13-01", "yesterday"])
  func dates(date: String) {
    #expect(throws: UsageError.self) { try Manual(dump: dump(), date: date) }
  }
}
