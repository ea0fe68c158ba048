import Testing

@testable import TerminalKit

@Suite("One table of commands feeds keys, hints, palette and reference", .timeLimit(.minutes(2)))
struct CommandTableTests {
  private struct State { var isSending = false }

  private let commands: [Command<State>] = [
    Command("quit", "Quit", help: "Ends.", keys: ["q"], in: ["everywhere"], hint: .init("quit", rank: 9)),
    Command("send", "Send request", help: "Sends.", keys: ["F5", "Alt-Enter"], in: ["request"], hint: .init("send")) {
      $0.isSending ? "it is being sent" : nil
    },
    Command("export", "Export", help: "Exports.", in: ["request", "log"]),
  ]

  @Test("The hint line lists by rank what can be used now")
  func hints() throws {
    let table = try CommandTable(commands)
    #expect(table.hints(in: ["request", "everywhere"], for: State()).map(\.command.id) == ["send", "quit"])
    #expect(table.hints(in: ["request", "everywhere"], for: State(isSending: true)).map(\.command.id) == ["quit"])
    #expect(table.hints(in: ["request", "everywhere"], for: State(), limit: 1).count == 1)
  }

  @Test("The palette lists what is disabled too, and says why")
  func palette() throws {
    let entries = try CommandTable(commands).entries(in: ["request"], for: State(isSending: true))
    #expect(entries.map(\.command.id) == ["send", "export"])
    #expect(entries.map(\.disabledReason) == ["it is being sent", nil])
    #expect(entries[0].keys.map(\.name) == ["F5", "Alt-Enter"])
  }

  @Test("A person's keys replace a command's own")
  func rebound() throws {
    let table = try CommandTable(commands, rebound: ["send": ["C-x s"], "quit": []])
    #expect(table.keymap.lookup([.function(5)], in: ["request"]) == .none)
    #expect(table.keymap.lookup([.control("x"), .character("s")], in: ["request"]) == .command("send"))
    #expect(table.keymap.lookup([.character("q")], in: ["everywhere"]) == .none)
  }

  @Test("The reference lists each command once, with the panes that have it")
  func reference() throws {
    let reference = try CommandTable(commands + finding).reference()
    #expect(reference.map(\.command.name) == ["quit", "send", "export", "find"])
    #expect(reference[2].places.map(\.context) == ["request", "log"])
    #expect(reference[3].places.map(\.context) == ["request", "log"])
    #expect(reference[3].places.map { $0.keys.map(\.name) } == [["/"], ["/", "Space"]])
  }

  /// One command of two panes, of which the second has a key of its own.
  private var finding: [Command<State>] {
    [
      Command("request.find", "Find", help: "Finds.", keys: ["/"], shared: .init("find"), in: ["request"]),
      Command(
        "log.find", "Find", help: "Finds.", keys: ["/", "Space"], shared: .init("find", ownKeys: ["Space"]), in: ["log"]
      ),
    ]
  }

  @Test("A command of several panes is rebound in all of them, or in one; a pane keeps its own keys")
  func shared() throws {
    func found(_ key: Key, in pane: KeyContext, _ rebound: [CommandID: [String]]) throws -> Keymap.Match {
      try CommandTable(commands + finding, rebound: rebound).keymap.lookup([key], in: [pane])
    }
    #expect(try found(.function(3), in: "request", ["find": ["F3"]]) == .command("request.find"))
    #expect(try found(.function(3), in: "log", ["find": ["F3"]]) == .command("log.find"))
    #expect(try found(.character("/"), in: "log", ["find": ["F3"]]) == .none)
    #expect(try found(.character(" "), in: "log", ["find": ["F3"]]) == .command("log.find"))
    #expect(try found(.function(3), in: "log", ["request.find": ["F3"]]) == .none)
    #expect(try found(.character("/"), in: "log", ["find": ["F3"], "log.find": ["/"]]) == .command("log.find"))
  }

  @Test("A table that cannot be used says why")
  func mistakes() {
    #expect(throws: CommandTableError.duplicateCommand("quit")) { try CommandTable(commands + [commands[0]]) }
    #expect(throws: CommandTableError.unknownCommand("fly")) { try CommandTable(commands, rebound: ["fly": ["x"]]) }
    #expect(throws: CommandTableError.key("send", KeyNameError(name: "Hyper-x"))) {
      try CommandTable(commands, rebound: ["send": ["Hyper-x"]])
    }
  }
}
