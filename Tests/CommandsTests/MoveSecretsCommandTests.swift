import Commands
import ParleyEngine
import TestSupport
import Testing

@Suite("parley secret move takes credentials out of files", .timeLimit(.minutes(1)))
struct MoveSecretsCommandTests {
  private static let file = "url: /one # first\nauth: { bearer: q7-Zv_19mBxa }\nheaders: { X-Api-Key: k9-Lm_42 }\n"
  private let workspace: CommandFolder

  init() throws {
    workspace = try CommandFolder(["requests/one.yaml": Self.file, "environments/local.yaml": "vars: {}\n"])
  }

  private func move(
    _ places: String..., to home: MoveSecretsCommand.Home = .machine, as name: String? = nil
  ) async -> (status: Commands.ExitStatus, console: RecordingConsole) {
    let console = RecordingConsole()
    return (await MoveSecretsCommand(places, to: home, as: name, workspace.arguments).run(on: console), console)
  }

  private func text(_ file: String) throws -> String {
    String(decoding: try workspace.folder.read("w/\(file)"), as: UTF8.self)
  }

  @Test("all of a file is encrypted on this machine, and nothing is left for check to tell")
  func all() async throws {
    let moved = await move("requests/one.yaml")
    #expect(moved.status == .good && moved.console.told.notes.count == 2)
    let text = try text("requests/one.yaml")
    #expect(!text.contains("q7-Zv") && !text.contains("k9-Lm") && text.contains("# first"))
    let console = RecordingConsole()
    #expect(await CheckCommand(workspace.arguments, isStrict: true).run(on: console) == .good)
  }

  @Test("one line, as check prints it, is read from a variable from now on")
  func line() async throws {
    let moved = await move("requests/one.yaml:2:17", to: .variable("SHOP_TOKEN"), as: "shopToken")
    #expect(moved.status == .good)
    #expect(try text("requests/one.yaml").contains("k9-Lm_42") && text("requests/one.yaml").contains("{{shopToken}}"))
    #expect(try text("environments/local.yaml").contains("shopToken: { secret: env SHOP_TOKEN }"))
  }

  @Test("what has none, is not there, or is too much for one variable is refused, and nothing has changed")
  func refused() async throws {
    let several = await move("requests/one.yaml", to: .variable("SHOP_TOKEN"))
    #expect(several.status == .usage && several.console.told.notes.joined().contains("requests/one.yaml:2"))
    #expect(await move("requests/one.yaml:1").status == .usage)
    #expect(await move("requests/none.yaml").status != .good)
    #expect(try text("requests/one.yaml") == Self.file)
  }
}
