import ParleyEngine
import ParleyFiles
import ParleyModel
import ParleyStore
import ParleyWorkspace
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchGroups
@testable import WorkbenchLive
@testable import WorkbenchServices
@testable import WorkbenchState

/// A pasted curl command over a real workspace, from the paste to the server.
@Suite("A pasted curl command, over a real session", .timeLimit(.minutes(1)))
struct ImportedCommandTests {
  private let folder: TemporaryDirectory
  private let server: RawServer

  init() throws {
    folder = try TemporaryDirectory()
    server = try RawServer.answering(.text("{}"))
    try folder.write("parley: 1\nid: pasted1\nservers: { api: 'http://127.0.0.1:1' }\n", to: "shop/parley.yaml")
    try folder.write("vars: {}\n", to: "shop/environments/local.yaml")
    try folder.write("url: /\n", to: "shop/requests/first.yaml")
    try folder.write("up and away\n", to: "desk/up.txt")
  }

  private func open() async throws -> LiveServices {
    let state = StateFolder(path: folder.path("state"))
    let bus = EventBus()
    let session = try await Session.open(at: folder.path("shop"), state: state, events: bus, passphraseCost: 16)
    return LiveServices(
      session, isScratch: false, stateFolder: state, bus: bus, currentFolder: folder.path("desk"))
  }

  private func paste(_ command: String, into services: LiveServices) async throws -> RequestDraft {
    try #require(try await services.requests.draft(typed: command)).draft
  }

  private func sent(_ draft: RequestDraft, by services: LiveServices) async throws -> RawRequest {
    guard case .started(let call, _, _) = try await services.requests.send(SendIntent("first", draft)) else {
      throw Problem(code: "test", "The request was not sent.")
    }
    _ = try await call.response()
    return try #require(server.requests.last)
  }

  private var address: String { server.url.replacing("http://", with: "") }

  @Test("is sent with its credentials, which stand in no draft; also after the program began again")
  func credentials() async throws {
    let services = try await open()
    let command =
      "curl \(address)/me -H 'Authorization: Bearer hunter22' -b 'sid=hunter33' -H 'X-Api-Key: hunter44' -d password=hunter55"
    let draft = try await paste(command, into: services)
    #expect(draft.url == "\(server.url)/me")
    #expect(!"\(draft)".contains("hunter"))
    for (header, value) in [
      ("authorization", "Bearer hunter22"), ("cookie", "sid=hunter33"), ("x-api-key", "hunter44"),
    ] {
      #expect(try await sent(draft, by: services).value(of: header) == value)
    }
    let preview = await services.requests.preview(draft, of: "first")
    let use = try #require(preview.uses.first { $0.field == .header(0) })
    #expect(use.isSecret && use.value == Secrets.mask && use.source == "kept encrypted on this machine")
    try await services.requests.keepDraft(draft, of: "first", over: RequestDraft())
    await services.close()

    let later = try await open()
    let kept = try #require(try await later.requests.load("first").draft)
    let again = try await sent(kept, by: later)
    #expect(again.value(of: "authorization") == "Bearer hunter22")
    #expect(String(decoding: again.body, as: UTF8.self) == "password=hunter55")
    await later.close()
  }

  @Test("says what of it could not be taken, in the workbench")
  func leftOut() async throws {
    let services = try await open()
    let bench = try RunningBench(100, 30, running: services, now: Timestamp.now)
    await bench.idle()
    try await bench.press("Enter")
    bench.terminal.send(.paste("curl \(address)/me --frobnicate --parallel"))
    let text = await bench.shows("The command is the request now")
    #expect(
      text.contains("--frobnicate” is not supported and was left out.")
        && text.contains("What differs from the command"))
    try await bench.press("Enter")
    #expect(await bench.idle().contains("\(address)/me") && !bench.terminal.text.contains("What differs"))
    bench.terminal.send(.paste("curl \(address)/other"))
    #expect(await bench.shows("\(address)/other").contains("What differs") == false)
  }

  @Test("finds the file of the folder one stands in, and asks once whether it may read it")
  func files() async throws {
    let services = try await open()
    let draft = try await paste("curl \(address)/up -F file=@up.txt", into: services)
    guard case .wantsTrust(let items) = try await services.requests.send(SendIntent("first", draft)) else {
      return #expect(Bool(false), "it did not ask")
    }
    #expect(items == [.file(folder.path("desk/up.txt"))])
    _ = try await services.workspace.trust(items)
    #expect(String(decoding: try await sent(draft, by: services).body, as: UTF8.self).contains("up and away"))
    await services.close()
    let later = try await open()
    #expect(String(decoding: try await sent(draft, by: later).body, as: UTF8.self).contains("up and away"))
    await later.close()
  }

  @Test("what else a draft is trusted with stays so: programs, variables, sockets and files to write")
  func trust() async throws {
    let services = try await open()
    let drafts = [
      RequestDraft(url: "\(server.url)/", settings: [.auth: "command", .command: "printf '%s' 'a b'"]),
      RequestDraft(url: "\(server.url)/", settings: [.download: folder.path("desk/out.json")]),
      RequestDraft(url: "\(server.url)/{{env.HOME}}"),
    ]
    for draft in drafts {
      guard case .wantsTrust(let items) = try await services.requests.send(SendIntent("first", draft)) else {
        return #expect(Bool(false), "it did not ask")
      }
      _ = try await services.workspace.trust(items)
      _ = try await sent(draft, by: services)
    }
    #expect(server.requests.first?.value(of: "authorization") == "a b")
    await services.close()
  }

  @Test("an address that is typed without a scheme goes where it says, and the hint says which scheme it has")
  func scheme() async throws {
    let services = try await open()
    let typed = RequestDraft(url: "\(address)/typed")
    #expect(try await sent(typed, by: services).target == "/typed")
    let preview = await services.requests.preview(typed, of: "first")
    #expect(preview.url == "\(server.url)/typed")
    #expect(preview.hint == "No scheme: uses http, because of a port or a local host; otherwise https.")
    // A path on the server, as it has always been.
    let path = await services.requests.preview(RequestDraft(url: "api.example.com/x"), of: "first")
    #expect(path.hint == nil && path.url == "http://127.0.0.1:1/api.example.com/x")
    guard
      case .saved(let loaded, _) = try await services.requests.save(typed, of: "first", over: RequestDraft(url: "/"))
    else {
      return #expect(Bool(false), "it was not saved")
    }
    #expect(loaded.saved.url == "\(server.url)/typed")
    #expect(try text("requests/first.yaml") == "url: \(server.url)/typed\n")
    await services.close()
  }

  @Test("a secret goes where the person says, and the request is saved with a name for it")
  func places() async throws {
    let services = try await open()
    let draft = try await paste("curl \(address)/me -u ada:hunter22", into: services)
    #expect(draft.secretQuestions == ["password of ada at \(address)"])
    let placed = try await services.requests.place(
      [SecretPlacement(draft.secretQuestions[0], at: .sharedKey("adas"))], in: draft, of: "first")
    #expect(placed[.password] == "{{shared.adas}}")
    _ = try await services.requests.save(placed, of: "first", over: RequestDraft(url: "/"))
    #expect(try text("requests/first.yaml").contains("password: \"{{shared.adas}}\""))
    #expect(try text("parley.yaml").contains("adas: { cipher: machine }"))
    #expect(try await sent(placed, by: services).value(of: "authorization") == "Basic YWRhOmh1bnRlcjIy")
    await services.close()
  }

  @Test("a change that would lose a comment is shown first, and written when it is agreed to")
  func rewriting() async throws {
    try folder.write("url: /\nheaders:\n  A: 1 # one\n  B: 2\n", to: "shop/requests/first.yaml")
    let services = try await open()
    let saved = try await services.requests.load("first").saved
    var edited = saved
    edited.headers.append(DraftRow("A", "3"))
    guard case .wantsRewrite(let rewrite) = try await services.requests.save(edited, of: "first", over: saved) else {
      return #expect(Bool(false), "it was written")
    }
    #expect(rewrite.file == "requests/first.yaml" && rewrite.reason.contains("there is a comment"))
    #expect(try text("requests/first.yaml").contains("# one"))
    guard case .saved(let loaded, _) = try await services.requests.rewrite(rewrite, of: "first") else {
      return #expect(Bool(false), "it was not written")
    }
    #expect(loaded.saved == edited)
    #expect(try text("requests/first.yaml") == "url: /\nheaders:\n  - A: 1\n  - B: 2\n  - A: 3\n")
    await #expect(throws: SaveError.self) { try await services.requests.rewrite(rewrite, of: "first") }
    await services.close()
  }

  @Test("the scratch request takes its secrets along when it is kept in a workspace")
  func scratch() async throws {
    let state = StateFolder(path: folder.path("state"))
    let bus = EventBus()
    let session = try await Session.open(at: ScratchWorkspace.make(in: state), state: state, events: bus)
    let services = LiveServices(
      session, isScratch: true, stateFolder: state, bus: bus, currentFolder: folder.path("desk"))
    let draft = try await paste("curl \(address)/me -u ada:hunter22", into: services)
    _ = try await services.workspace.keepScratch(draft, as: "me", in: folder.path("mine"))
    let loaded = try await services.requests.load("me").saved
    guard case .started(let call, _, _) = try await services.requests.send(SendIntent("me", loaded)) else {
      return #expect(Bool(false), "it asked")
    }
    _ = try await call.response()
    #expect(server.requests.last?.value(of: "authorization") == "Basic YWRhOmh1bnRlcjIy")
    await services.close()
  }

  private func text(_ file: String) throws -> String {
    String(decoding: try folder.read("shop/\(file)"), as: UTF8.self)
  }

  @Test(
    "a line typed into the URL's field is the request that the shell would send, also when F5 is pressed within it",
    arguments: [("F5", false), ("Enter", true), ("Tab", true), ("Esc", true)])
  func typedLine(key: String, sendsLater: Bool) async throws {
    let services = try await open()
    let bench = try RunningBench(100, 30, running: services, now: Timestamp.now)
    await bench.idle()
    try await bench.press("Enter", "i")
    await bench.type("POST \(address)/echo a=1 b:=2 'c=two words' q==x X-A:3")
    #expect(!bench.terminal.text.contains("✗"), "\(bench.terminal.text)")
    try await bench.press(key)
    await bench.idle()
    if sendsLater { try await bench.press("F5") }
    await bench.shows("200 OK")
    let request = try #require(server.requests.last)
    #expect(request.requestLine == "POST /echo?q=x HTTP/1.1")
    #expect(request.value(of: "X-A") == "3" && request.value(of: "Content-Type") == "application/json")
    #expect(try JSONValue(parsing: request.body) == ["a": "1", "b": 2, "c": "two words"])
    #expect(!bench.terminal.text.contains("a=1"))
  }

  @Test("F5 in a typed curl command sends what the command would; what was left out of it is shown before")
  func typedCommand() async throws {
    let services = try await open()
    let bench = try RunningBench(100, 30, running: services, now: Timestamp.now)
    await bench.idle()
    try await bench.press("Enter", "i")
    await bench.type("curl -X PUT \(address)/echo -H 'X-A: 3' -d a=1")
    try await bench.press("F5")
    await bench.shows("200 OK")
    #expect(server.requests.last?.requestLine == "PUT /echo HTTP/1.1" && server.requests.last?.value(of: "X-A") == "3")
    try await bench.press("i")
    await bench.type("curl \(address)/other --frobnicate")
    try await bench.press("F5")
    #expect(await bench.shows("What differs from the command").contains("--frobnicate"))
    #expect(server.requests.last?.requestLine == "PUT /echo HTTP/1.1")
  }

  @Test("a line that cannot be read is refused in words, stays to be mended, and is not sent")
  func brokenLine() async throws {
    let services = try await open()
    let bench = try RunningBench(100, 30, running: services, now: Timestamp.now)
    await bench.idle()
    try await bench.press("Enter", "i")
    await bench.type("POST \(address)/echo b:={")
    try await bench.press("F5")
    #expect(await bench.shows("is not JSON").contains("“b”"))
    #expect(server.requests.isEmpty)
    try await bench.press("Esc")
    #expect(await bench.idle().contains("/echo b:={"))
  }

  @Test("a method in front of a URL is not called wrong while it is typed, and no URL that is half typed is")
  func typing() async throws {
    let services = try await open()
    let bench = try RunningBench(100, 30, running: services, now: Timestamp.now)
    await bench.idle()
    try await bench.press("Enter", "i")
    for letter in "PUT 127.0.0.1:8931/user/login" {
      await bench.type(String(letter))
      #expect(!bench.terminal.text.contains("✗"), "\(bench.terminal.text)")
    }
    #expect(bench.terminal.text.contains("F5 sends it."))
    try await bench.press("Enter")
    let left = await bench.idle()
    #expect(left.contains("PUT ▾") && left.contains("F5 sends it, Enter edits the URL again."))
    await services.close()
  }
}
