import TestSupport
import Testing

/// Variables, and a request from nothing, in a real terminal.
@Suite("The journeys of variables and of pasted requests", .serialized, .timeLimit(.minutes(2)))
struct VariableJourneyTests {
  private let parley: ParleyProgram

  init() throws {
    parley = try ParleyProgram()
  }

  @Test("a value is changed, a name is changed everywhere, and the workspace is still sound")
  func variables() async throws {
    let folder = try await parley.copyOfDemo()
    let terminal = try await parley.open(["-w", folder])
    try await terminal.wait(for: "nobody")
    try await terminal.press("M-v")
    try await terminal.wait("the table") { $0.contains("local ●") && $0.contains("quantity") }
    try await terminal.press("Down", "r")
    try await terminal.wait(for: "Rename quantity everywhere")
    try await terminal.type("amount")
    try await terminal.press("Enter")
    try await terminal.wait("the uses") { $0.contains("Used in") && $0.contains("requests/") }
    try await terminal.press("r")
    try await terminal.wait(for: "Renamed quantity to amount")
    try await terminal.press("Enter")
    try await terminal.wait(for: "amount in local")
    try await terminal.type("7")
    try await terminal.press("Enter")
    try await terminal.wait(for: "Set amount in environments/local.yaml")
    try await terminal.press("q")
    try await terminal.wait("the screen below") { !$0.contains("Variables") }
    try await terminal.press("q", "q", "q")
    try await terminal.waitForEnd()
    let checked = try await parley.run("check", "-w", folder)
    #expect(checked.status == 0, "\(checked.errorText)")
  }

  @Test("parley URL in a folder without a workspace opens a request that is sent by F5")
  func fromNothing() async throws {
    try await withDemoServer { server in
      let terminal = try await parley.open(["\(server.url)/tools/again"])
      try await terminal.wait(for: "/tools/again")
      try await terminal.press("F5")
      try await terminal.wait("a response") { $0.contains("HTTP") || $0.contains("200") || $0.contains("404") }
      try await terminal.press("C-c")
    }
  }

  @Test("parley FOLDER opens the workspace in it")
  func folder() async throws {
    try parley.home.write("parley: 1\nid: named\n", to: "shop/parley.yaml")
    try parley.home.write("url: http://h/tea\n", to: "shop/requests/buy-tea.yaml")
    let terminal = try await parley.open([parley.home.path("shop")])
    try await terminal.wait(for: "buy-tea")
    try await terminal.press("q", "q")
    try await terminal.waitForEnd()
  }

  @Test(
    "a word that is neither a command nor a URL is an error",
    arguments: ["sned", "something", "/nowhere/at-all", "./x"])
  func noURL(word: String) async throws {
    let result = try await parley.run(word)
    let isSaid = word == "sned" ? "There is no command “sned”." : "neither a command nor a URL"
    #expect(result.status == 2 && result.errorText.contains(isSaid), "\(result.errorText)")
    let next = word == "sned" ? "Did you mean `send`?" : "`parley new \(word)` makes a workspace there."
    #expect(result.errorText.contains(next), "\(result.errorText)")
  }
}
