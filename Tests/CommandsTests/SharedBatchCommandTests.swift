import Commands
import ParleyEngine
import TestSupport
import Testing

@Suite("parley shared works on many keys at once", .timeLimit(.minutes(1)))
struct SharedBatchCommandTests {
  private let workspace = Result {
    try CommandFolder(["environments/local.yaml": "vars: {}\n", "environments/staging.yaml": "vars: {}\n"])
  }

  @discardableResult
  private func run(
    _ action: SharedCommand.Action, in environment: String? = nil, typing value: String? = nil, reveals: Bool = false
  ) async throws -> (status: Commands.ExitStatus, console: RecordingConsole) {
    let console = RecordingConsole(answer: value)
    var arguments = try workspace.get().arguments
    arguments.environment = environment ?? "local"
    return (await SharedCommand(action, arguments, reveals: reveals).run(on: console), console)
  }

  private func list(in environment: String? = nil) async throws -> [String] {
    try await run(.list(filter: ""), in: environment, reveals: true).console.text.split(separator: "\n").map {
      $0.split(separator: " ").prefix(2).joined(separator: " ")
    }
  }

  @Test("a pattern copies keys to another environment, all or none, and one undo takes it back")
  func copying() async throws {
    for name in ["user.name", "user.mail", "cart"] { try await run(.set(name, .text), typing: "1") }
    try await run(.set("cart", .text), in: "staging", typing: "theirs")
    let refused = try await run(.batch(.copy(["user.*", "cart"], to: "staging", isMove: false, replaces: false)))
    #expect(refused.status == .usage)
    #expect(refused.console.told.notes.first == "parley: staging has 1 key of the same name: cart.")
    #expect(try await list(in: "staging") == ["cart theirs"])

    let moved = try await run(.batch(.copy(["user.*", "cart"], to: "staging", isMove: true, replaces: true)))
    #expect(moved.status == .good)
    #expect(try await list(in: "staging") == ["cart 1", "user.mail 1", "user.name 1"])
    #expect(try await list() == [])
    #expect(try await run(.batch(.undo(of: nil))).status == .good)
    #expect(try await list(in: "staging") == ["cart theirs"])
    #expect(try await list() == ["cart 1", "user.mail 1", "user.name 1"])
    try await run(.batch(.redo(of: nil)))
    #expect(try await list() == [])
  }

  @Test("keys of another program's file expire as the rules say")
  func ruled() async throws {
    let folder = try workspace.get().folder
    try folder.write(
      "parley: 1\nid: commands1\nservers: { api: \"http://127.0.0.1:1\" }\nshared: { \"page.*\": { ttl: 30m } }\n",
      to: "w/parley.yaml")
    try folder.write(#"{"page.size": 5, "name": "ada"}"#, to: "keys.json")
    try await run(.batch(.importFile(folder.path("keys.json"))))
    let keys = try await run(.list(filter: "")).console.text.split(separator: "\n")
    #expect(keys.filter { $0.contains("expires") }.count == 1 && keys.count == 2, "\(keys)")
  }

  @Test("an export has its secrets sealed, and the import of it brings them to another environment")
  func exporting() async throws {
    let folder = try workspace.get().folder
    try await run(.set("name", .text), typing: "Ada")
    try await run(.set("token", .text), typing: "s3cret")
    try folder.write(
      "parley: 1\nid: commands1\nservers: { api: \"http://127.0.0.1:1\" }\nshared: { token: { cipher: machine } }\n",
      to: "w/parley.yaml")
    try await run(.set("token", .text), typing: "s3cret")
    let path = folder.path("keys.json")
    let written = try await run(.batch(.export([], to: path, replaces: false)), typing: "open")
    #expect(
      written.console.told.notes.suffix(2) == [
        "Wrote 2 keys to \(path).", "1 secret among them, encrypted with the passphrase.",
      ])
    let text = String(decoding: try folder.read("keys.json"), as: UTF8.self)
    #expect(text.contains("Ada") && !text.contains("s3cret"))
    #expect(try await run(.batch(.export([], to: path, replaces: false)), typing: "open").status == .usage)

    let wrong = try await run(.batch(.importFile(path)), in: "staging", typing: "other")
    #expect(wrong.status == .usage)
    #expect(try await list(in: "staging") == [])
    #expect(try await run(.batch(.importFile(path)), in: "staging", typing: "open").status == .good)
    #expect(try await list(in: "staging") == ["name Ada", "token s3cret"])

    try await run(.batch(.export(["token"], to: path, replaces: true)), reveals: true)
    #expect(String(decoding: try folder.read("keys.json"), as: UTF8.self).contains("s3cret"))
  }

  @Test("many keys are counted on a line of a terminal, which is gone at the end; few are not, and a file gets none")
  func progress() async throws {
    let folder = try workspace.get().folder
    let keys = (0..<1200).map { "\"key.\($0)\": 1" }.joined(separator: ", ")
    try folder.write("{ \(keys) }", to: "keys.json")
    let path = folder.path("keys.json")
    let terminal = RecordingConsole(isTerminal: true)
    let arguments = try workspace.get().arguments
    #expect(await SharedCommand(.batch(.importFile(path)), arguments).run(on: terminal) == .good)
    let lines = ["… 500 of 1,200 keys", "… 1,000 of 1,200 keys", "… writing 1,200 keys"]
    #expect(terminal.told.progress == lines + [nil])
    let undoing = RecordingConsole(isTerminal: true)
    #expect(await SharedCommand(.batch(.undo(of: nil)), arguments).run(on: undoing) == .good)
    #expect(undoing.told.progress.contains("… writing 1,200 keys") && undoing.told.progress.last == .some(nil))
    #expect(try await run(.batch(.importFile(path))).console.told.progress.isEmpty)
    let few = RecordingConsole(isTerminal: true)
    #expect(await SharedCommand(.batch(.remove(["key.1*"])), arguments).run(on: few) == .good)
    #expect(few.told.progress.isEmpty)
  }

  @Test("a file with a mistake is refused with its place, and nothing is set")
  func mistakes() async throws {
    let folder = try workspace.get().folder
    try folder.write("{\n  \"good\": 1,\n  \"bad\": }\n", to: "keys.json")
    let refused = try await run(.batch(.importFile(folder.path("keys.json"))))
    #expect(refused.status == .usage)
    #expect(refused.console.told.notes.joined(separator: "\n").contains("keys.json:3:10"))
    #expect(try await list() == [])
  }

  @Test("many keys get another cipher with one change of parley.yaml, and several are removed by a pattern")
  func encrypting() async throws {
    for name in ["user.name", "user.mail", "cart"] { try await run(.set(name, .text), typing: "1") }
    #expect(try await run(.batch(.encrypt(["user.*"], with: "machine"))).status == .good)
    let file = String(decoding: try workspace.get().folder.read("w/parley.yaml"), as: UTF8.self)
    #expect(file.contains("user.mail: { cipher: machine }") && file.contains("user.name: { cipher: machine }"))
    #expect(try await run(.get("user.name")).status == .usage)
    #expect(try await run(.batch(.remove(["user.*"]))).console.told.notes == ["Removed 2 keys: user.mail, user.name."])
    #expect(try await run(.batch(.remove(["user.*"]))).status == .usage)
    #expect(try await list() == ["cart 1"])
  }
}
