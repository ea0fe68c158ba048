import ParleyStore
import TestSupport
import Testing

@testable import Commands

@Suite("parley trust asks", .timeLimit(.minutes(1)))
struct TrustCommandTests {
  @Test(
    "what was typed before the question is dropped, and only yes allows",
    arguments: [("y", true), ("YES", true), ("yo", false), ("", false), ("a", false)])
  func asks(answer: String, isAllowed: Bool) async throws {
    let folder = try TemporaryDirectory()
    try folder.write("parley: 1\nid: trust1\nservers: { api: \"http://127.0.0.1:1\" }\n", to: "w/parley.yaml")
    try folder.write("vars: { key: { secret: env SHOP_KEY } }\n", to: "w/environments/local.yaml")
    let arguments = SessionArguments(
      workspace: folder.path("w"), directory: folder.path, state: StateFolder(path: folder.path("state")))
    let console = RecordingConsole(answer: answer)
    let status = await TrustCommand(arguments).run(on: console)
    #expect(console.told.questions == ["dropped", "Allow all of it? [yes/N]"])
    #expect((status == .good) == isAllowed)
  }
}
