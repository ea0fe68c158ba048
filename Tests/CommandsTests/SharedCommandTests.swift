import Commands
import ParleyEngine
import TestSupport
import Testing

@Suite("parley shared works on keys", .timeLimit(.minutes(1)))
struct SharedCommandTests {
  private let workspace = Result { try CommandFolder() }

  @discardableResult
  private func run(
    _ action: SharedCommand.Action, typing value: String? = nil, printsJSON: Bool = false
  ) async throws -> (status: Commands.ExitStatus, console: RecordingConsole) {
    let console = RecordingConsole(answer: value)
    let command = SharedCommand(action, try workspace.get().arguments, printsJSON: printsJSON)
    return (await command.run(on: console), console)
  }

  @Test("what is set is printed exactly as it is, and a list names it")
  func setting() async throws {
    let set = try await run(.set("token", .text), typing: "t 1 ")
    #expect(set.status == .good && set.console.told.questions == ["token"])
    #expect(try await run(.get("token")).console.text == "t 1 ")
    #expect(try await run(.list(filter: "")).console.text.hasPrefix("token  t 1 "))
    #expect(try await run(.list(filter: "other")).console.text.isEmpty)
  }

  @Test("a key that is not there is an error that says what to do, and prints nothing")
  func missing() async throws {
    let got = try await run(.get("nobody"))
    #expect(got.status == .usage && got.console.text.isEmpty)
    #expect(got.console.told.notes.first == "parley: There is no shared key nobody.")
    #expect(try await run(.remove("nobody")).status == .usage)
    let asJSON = try await run(.get("nobody"), printsJSON: true)
    #expect(asJSON.status == .usage && asJSON.console.text.contains("\"error\""))
  }

  @Test("undo brings back what was there, redo what came after it, and the history has both")
  func undoing() async throws {
    try await run(.set("k", .text), typing: "one")
    try await run(.set("k", .text), typing: "two")
    #expect(try await run(.undo("k")).status == .good)
    #expect(try await run(.get("k")).console.text == "one")
    #expect(try await run(.redo("k")).status == .good)
    #expect(try await run(.get("k")).console.text == "two")
    let history = try await run(.history("k", limit: 10)).console.text
    #expect(history.split(separator: "\n").count == 4)
  }

  @Test("JSON that is none is refused, and the key stays as it was")
  func invalid() async throws {
    try await run(.set("k", .json), typing: "[1]")
    #expect(try await run(.set("k", .json), typing: "[1").status == .usage)
    #expect(try await run(.get("k")).console.text == "[1]")
  }
}
