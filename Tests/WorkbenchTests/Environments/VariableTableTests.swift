import ParleyEngine
import ParleyStore
import TerminalKit
import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace
@testable import Workbench
@testable import WorkbenchLive

/// The table of values and environments over real files, from the key to the bytes.
@Suite("The table of variables", .timeLimit(.minutes(1)))
struct VariableTableTests {
  private let folder: TemporaryDirectory
  private static let local =
    "# Home.\nvars:\n  baseUrl: http://127.0.0.1:1   # the demo\n  password: { secret: prompt }\ncolor: green\n"

  init() throws {
    folder = try TemporaryDirectory()
    try folder.write(
      "parley: 1\nid: vars1\nservers: { api: '{{baseUrl}}' }\nvars: { email: ada@example.com }\n", to: "w/parley.yaml")
    try folder.write(Self.local, to: "w/environments/local.yaml")
    try folder.write("vars:\n  baseUrl: http://stg\nconfirm: true\n", to: "w/environments/staging.yaml")
    try folder.write(
      "method: POST\nurl: /login\nbody: { json: '{\"e\": \"{{email}}\", \"n\": \"{{nobody}}\"}' }\n",
      to: "w/requests/login.yaml")
  }

  private func bench(
    _ width: Int = 100, _ height: Int = 30, given: [String: String] = [:]
  ) async throws -> RunningBench<LiveServices> {
    let bus = EventBus()
    let state = StateFolder(path: folder.path("state"))
    let session = try await Session.open(
      at: folder.path("w"), state: state, environment: "local", given: given, events: bus, passphraseCost: 16)
    let bench = try RunningBench(
      width, height, running: LiveServices(session, isScratch: false, stateFolder: state, bus: bus),
      now: Timestamp.now)
    await bench.idle()
    try await bench.press("Alt-v")
    await bench.idle()
    return bench
  }

  private func text(_ file: String) throws -> String {
    String(decoding: try FileSystem.read(folder.path("w/\(file)"), limit: 1 << 20), as: UTF8.self)
  }

  @Test("shows what each environment says, what it inherits and what is missing", arguments: [80, 160])
  func shows(width: Int) async throws {
    let bench = try await bench(width, 24)
    let lines = await bench.idle().split(separator: "\n").map(String.init)
    let head = try #require(lines.first { $0.contains("default") && $0.contains("local ●") })
    #expect(head.contains("staging ⚠"))
    #expect(lines.contains { $0.contains("email") && $0.contains("ada@example.com") && $0.contains("·") })
    #expect(lines.contains { $0.contains("password") && $0.contains("asked") && $0.contains("–") })
    #expect(lines.contains { $0.contains("✗ nobody") })
    #expect(lines.contains { $0.contains("d defaults") })
    let text = lines.joined(separator: "\n")
    #expect(text.contains("⚠ asks before sending") && text.contains("● active") && text.contains("✗ no value"))
    #expect(!text.contains("! given by --set"))
  }

  @Test("keys typed while the table is still read act on it as it will be: in the column of the active environment")
  func typedAhead() async throws {
    let bench = try await bench()
    try await bench.press("Esc")
    for key in ["Alt-v", "a", "x", "y"] { try bench.terminal.press(key) }
    let shown = await bench.idle()
    #expect(shown.contains("New variable in local") && shown.contains("xy"), "\(shown)")
  }

  @Test("a value that was given at the start is marked, and the line below says that it is sent", arguments: [80, 160])
  func given(width: Int) async throws {
    let bench = try await bench(width, 24, given: ["email": "eve@example.com"])
    #expect(await bench.idle().contains("! email"))
    #expect(await bench.idle().contains("--set gives another value until you quit"))
    #expect(await bench.idle().contains("! given by --set"))
    #expect(await !bench.idle().contains("! baseUrl"))
  }

  @Test("the line below says which value a value overrides, and where the default is overridden")
  func overridden() async throws {
    try folder.write(
      "parley: 1\nid: vars1\nservers: { api: '{{baseUrl}}' }\nvars: { email: a@b.c, baseUrl: http://base }\n",
      to: "w/parley.yaml")
    let bench = try await bench(140, 30)
    for _ in 0..<3 where !bench.terminal.text.contains("overrides the default") { try await bench.press("Down") }
    #expect(bench.terminal.text.contains("overrides the default http://base"))
    try await bench.press("Left")
    #expect(await bench.idle().contains("overridden in local, staging"))
  }

  @Test("a value given at the start for a name that no file knows is told, with the nearest name")
  func unknownName() async throws {
    let known = try await bench(given: ["email": "eve@example.com"])
    #expect(known.services.noteOnGivenNames == nil)
    await known.services.close()
    let unknown = try await bench(given: ["emial": "eve@example.com"])
    #expect(unknown.services.noteOnGivenNames?.contains("Did you mean “email”?") == true)
    await unknown.services.close()
  }

  @Test("scrolls sideways where there are more environments than columns")
  func sideways() async throws {
    for number in 1...9 {
      try folder.write(
        "vars: { baseUrl: 'http://host-\(number).example.com/api' }\n", to: "w/environments/many\(number).yaml")
    }
    let bench = try await bench(80, 24)
    #expect(await bench.idle().contains("→"))
    for _ in 0..<11 { try await bench.press("Right") }
    let text = await bench.idle()
    #expect(text.contains("staging") && text.contains("←") && text.contains("baseUrl"))
  }

  @Test("Enter edits a cell in its file; u takes it back and Ctrl-R makes it again")
  func editing() async throws {
    let bench = try await bench()
    #expect(await bench.idle().contains("local ●"))
    try await bench.press("Down", "Enter")
    #expect(await bench.idle().contains("baseUrl in local"))
    try await bench.press("Ctrl-U")
    await bench.type("http://other")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("Set baseUrl in environments/local.yaml."))
    let edited = Self.local.replacing("http://127.0.0.1:1 ", with: "http://other ")
    #expect(try text("environments/local.yaml") == edited)
    try await bench.press("u")
    #expect(await bench.idle().contains("Undid"))
    #expect(try text("environments/local.yaml") == Self.local)
    try await bench.press("Ctrl-R")
    await bench.idle()
    #expect(try text("environments/local.yaml") == edited)
  }

  @Test("a text that becomes a question leaves the file, and its value is the first answer")
  func asked() async throws {
    let bench = try await bench()
    try await bench.press("Down", "s")
    #expect(await bench.idle().contains("Source of baseUrl"))
    try await bench.press("Right", "Enter")
    await bench.shows("kept encrypted on this machine")
    #expect(try text("environments/local.yaml").contains("baseUrl: { secret: prompt }   # the demo"))
    #expect(try !text("environments/local.yaml").contains("127.0.0.1"))
  }

  @Test("a new variable with a program as its source; a mistake in one field loses no other")
  func adding() async throws {
    let bench = try await bench()
    try await bench.press("a")
    await bench.type("api token")
    try await bench.press("Enter", "Right", "Right", "Right", "Enter")
    await bench.type("pass show shop")
    try await bench.press("Enter")
    let refused = await bench.idle()
    #expect(refused.contains("A name has letters") && refused.contains("pass show shop"))
    try await bench.press("Up", "Up", "Ctrl-U")
    await bench.type("apiToken")
    try await bench.press("Enter", "Enter", "Enter")
    await bench.idle()
    #expect(try text("environments/local.yaml").contains("  apiToken: { secret: { command: [pass, show, shop] } }\n"))
  }

  @Test("a name changes everywhere, after the places that use it were listed")
  func renaming() async throws {
    let bench = try await bench()
    try await bench.press("r")
    #expect(await bench.idle().contains("Rename email everywhere"))
    await bench.type("mail")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("requests/login.yaml:3"))
    #expect(try text("parley.yaml").contains("email"))
    try await bench.press("r")
    #expect(await bench.idle().contains("Renamed email to mail in 2 files."))
    #expect(try text("requests/login.yaml").contains("{{mail}}"))
    #expect(try text("parley.yaml").contains("vars: { mail: ada@example.com }"))
  }

  @Test("an environment is made with its color and made the active one")
  func environment() async throws {
    let bench = try await bench()
    try await bench.press("A")
    await bench.type("prod")
    try await bench.press("Enter", "Right", "Enter", "Right", "Enter")
    #expect(await bench.idle().contains("prod ⚠"))
    #expect(try text("environments/prod.yaml") == "color: red\nconfirm: true\n")
    try await bench.press("Space")
    #expect(await bench.idle().contains("prod ●"))
    try await bench.press("X", "d")
    #expect(await !bench.idle().contains("prod ⚠"))
  }

  @Test("what another program changed meanwhile is asked about")
  func conflict() async throws {
    let bench = try await bench()
    try await bench.press("Down", "Enter", "Ctrl-U")
    await bench.type("http://mine")
    let theirs = Self.local.replacing("http://127.0.0.1:1", with: "http://theirs")
    try folder.write(theirs, to: "w/environments/local.yaml")
    try await bench.press("Enter")
    let asked = await bench.shows("has also changed on disk")
    #expect(asked.contains("http://theirs") && asked.contains("http://mine"))
    #expect(try text("environments/local.yaml") == theirs)
    try await bench.press("m", "Enter")
    await bench.idle()
    #expect(try text("environments/local.yaml") == theirs, "nobody who types writes over it")
    try await bench.confirm()
    await bench.idle()
    #expect(try text("environments/local.yaml").contains("http://mine   # the demo"))
  }

  @Test("a secret that somebody has learned of is never written in clear")
  func known() async throws {
    let bench = try await bench()
    bench.services.secrets.learn(Secrets(["hunter2hunter2"]))
    try await bench.press("Down", "Enter", "Ctrl-U")
    await bench.type("http://x/hunter2hunter2")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("contains a known secret"))
    #expect(try text("environments/local.yaml") == Self.local)
  }

  @Test("V chooses an environment, and leads to the table")
  func picking() async throws {
    let bench = try await bench()
    try await bench.press("Esc", "V")
    await bench.type("variables")
    try await bench.press("Enter")
    #expect(await bench.idle().contains("local ●"))
  }
}
