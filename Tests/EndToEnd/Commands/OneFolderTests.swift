import TestSupport
import Testing

/// Somebody whose folders of settings, data and state are one and the same.
@Suite("One folder for everything that Parley keeps", .timeLimit(.minutes(1)))
struct OneFolderTests {
  private let parley: ParleyProgram

  init() throws {
    parley = try ParleyProgram()
  }

  private var environment: [String: String] {
    let one = parley.home.path("one")
    return parley.environment.merging(["XDG_CONFIG_HOME": one, "XDG_DATA_HOME": one, "XDG_STATE_HOME": one]) { $1 }
  }

  private func run(_ arguments: String...) async throws -> FinishedProcess {
    try await FinishedProcess.run(Executables.built("parley"), arguments, environment: environment)
  }

  @Test("key bindings whose file had the name of the folder of keys still hold, and the folder has its place")
  func bindingsFirst() async throws {
    try parley.home.write("request.send = F9\n", to: "one/parley/keys")
    let shop = parley.home.path("shop")
    #expect(try await run("new", shop).status == 0)
    let listed = try await run("history", "list", "-w", shop)
    #expect(listed.status == 0, "\(listed.errorText)")
    #expect(String(decoding: try parley.home.read("one/parley/keybindings"), as: UTF8.self) == "request.send = F9\n")
    #expect(try !parley.home.read("one/parley/keys/machine.key").isEmpty)
    let terminal = try await parley.open(["-w", shop], environment: environment)
    try await terminal.wait(for: "F9 send")
  }

  @Test("bindings of both names are kept, and those with the new name hold")
  func both() async throws {
    try parley.home.write("request.send = F8\n", to: "one/parley/keys")
    try parley.home.write("request.send = F9\n", to: "one/parley/keybindings")
    let shop = parley.home.path("shop")
    #expect(try await run("new", shop).status == 0)
    #expect(try await run("history", "list", "-w", shop).status == 0)
    let names = ["keybindings", "keybindings.former"]
    #expect(
      try names.map { String(decoding: try parley.home.read("one/parley/\($0)"), as: UTF8.self) } == [
        "request.send = F9\n", "request.send = F8\n",
      ])
  }
}
