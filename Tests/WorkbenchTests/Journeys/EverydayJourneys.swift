import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchParts
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("What is composed is understood, and found", .timeLimit(.minutes(1)))
struct EverydayJourneys {
  private func note(_ uses: [TemplateUse], _ width: Int) -> String {
    var frame = Frame(size: Size(width: width, height: 1))
    TemplateNote.draw(uses, into: &frame, frame.bounds)
    return frame.text
  }

  private static let email = TemplateUse(
    field: .url, range: 0..<9, expression: "email", value: "ada@example.com", source: "environments/local.yaml:3")
  private static let tag = TemplateUse(
    field: .url, range: 9..<16, expression: "tag", value: "low", source: "parley.yaml:7")

  @Test(
    "a template shows its value before its place; the place is shortened, then left out, and only then the value is cut"
  )
  func valueFirst() {
    #expect(note([Self.email], 60) == "ada@example.com ← environments/local.yaml:3")
    #expect(note([Self.email], 40) == "ada@example.com ← local.yaml:3")
    for width in 23...29 { #expect(note([Self.email], width) == "ada@example.com ← local", "\(width)") }
    for width in 19...22 { #expect(note([Self.email], width) == "ada@example.com ← …", "\(width)") }
    for width in 15...18 { #expect(note([Self.email], width) == "ada@example.com", "\(width)") }
    for width in 4..<15 { #expect(note([Self.email], width).hasPrefix("ada"), "\(width)") }
    #expect(note([Self.email, Self.tag], 40) == "email = ada@example.com   tag = low")
  }

  @Test("a function whose value is made with each request says so, and does not repeat itself")
  func functions() {
    let id = TemplateUse(field: .body, range: 0..<10, expression: "uuid()", source: "uuid()")
    #expect(note([id], 60) == "filled in when sent")
    #expect(note([Self.email, id], 70).hasSuffix("uuid() filled in when sent"))
  }

  @Test("a template without a value says so in the colour of what is missing, as the template itself")
  func noValueYet() {
    var token = TemplateUse(
      field: .header(0), range: 0..<16, expression: "shared.token", source: "shared token", isSecret: true)
    token.isMissing = true
    var variable = TemplateUse(
      field: .header(0), range: 16..<25, expression: "token", source: "env API_TOKEN", isSecret: true)
    variable.isMissing = true
    #expect(note([token], 60) == "no value yet")
    #expect(note([token], 12) == "no value yet")
    #expect(note([variable], 60) == "no value yet ← env API_TOKEN")
    #expect(note([Self.email, token], 70).hasSuffix("shared.token = no value yet"))
    let line = TemplateColours.spans(of: "Bearer {{shared.token}}", uses: [token])
    #expect(line.spans.last?.style == Style(.warning))
  }

  @Test("a value of another step says where it is from once")
  func stepBefore() {
    let name = TemplateUse(field: .body, range: 0..<9, expression: "steps.a.b", source: "steps.a.b")
    #expect(note([name], 60) == "← a step before")
    #expect(note([Self.email, name], 70).hasSuffix("steps.a.b ← a step before"))
  }

  @Test(
    "every option is found in the palette by its usual words, and the cursor goes to its line",
    arguments: [
      ("insecure", "verify"), ("certificate authority", "ca"), ("self-signed", "verify"), ("proxy", "proxy"),
      ("follow redirects", "redirects"), ("http2", "httpVersion"), ("retry", "retry.retries"), ("ttl", "cache.ttl"),
      ("client certificate", "certificate.file"), ("time limit", "timeout"), ("bearer", "auth"),
    ])
  func palette(_ words: String, _ option: String) async throws {
    let bench = try BenchUnderTest(120, 36)
    await bench.idle()
    try await bench.press(":")
    await bench.type(words)
    let lines = await bench.idle().split(separator: "\n")
    #expect(
      lines.contains { $0.contains(" \(option) ") || $0.contains(" options.\(option) ") },
      "\(lines.joined(separator: "\n"))")
  }

  @Test("an option that is chosen in the palette is under the cursor, with what it is for")
  func goesThere() async throws {
    let bench = try BenchUnderTest(120, 36)
    await bench.idle()
    try await bench.press(":")
    await bench.type("insecure")
    await bench.idle()
    try await bench.press("Enter")
    let text = await bench.idle()
    #expect(text.contains("[Options]") && text.contains("verify"), "\(text)")
    #expect(text.contains("accepts any server certificate"), "\(text)")
  }

  @Test("all options stand in a group, by their names in the file, in the order of the groups")
  func groups() {
    var seen: [RequestField.Group] = []
    for key in SettingKey.options {
      guard let group = key.field.group else {
        Issue.record("\(key) is in no group")
        continue
      }
      if seen.last != group { seen.append(group) }
    }
    #expect(Set(seen).count == seen.count, "a group stands in two places: \(seen)")
    #expect(SettingKey.delay.nameInFile == "retry.delay" && SettingKey.timeout.nameInFile == "timeout")
  }

  @Test("a click on Send sends, whatever has the focus")
  func button() async throws {
    let bench = try BenchUnderTest(100, 30)
    await bench.idle()
    let lines = bench.terminal.frame.lines
    let row = try #require(lines.firstIndex { $0.contains("[ Send ]") })
    let column = try #require(lines[row].firstRange(of: "[ Send ]"))
    let x = CellWidth.columns(of: String(lines[row][..<column.lowerBound])) + 2
    bench.terminal.send(.mouse(Mouse(.press(.left), at: Point(x: x, y: row))))
    #expect(await bench.idle().contains("response received"))
  }

  @Test("a copy with secrets masked says so, any other does not")
  func masked() {
    #expect(Notice.copied("curl -H 'A: \(Secrets.mask)'", of: "it").text == "Copied it. Its secrets are masked.")
    #expect(Notice.copied("curl", of: "it", by: "xclip").text == "Copied it, by xclip.")
  }

  @Test("a writer is named with `by`, and what people write themselves is by hand")
  func writers() {
    #expect("user/login".asWriter == "by user/login" && "by hand".asWriter == "by hand")
  }
}

@Suite("The bars", .timeLimit(.minutes(1)))
struct BarJourneys {
  private static let commands = Result { try CommandSet() }
  /// Around those at which something changes.
  private static let widths = [20, 31, 40, 52, 60, 71, 79, 80, 81, 88, 95, 96, 100, 109, 110, 119, 120, 140, 160, 200]

  private func state(_ width: Int, _ workspace: WorkspaceSnapshot = .shop) throws -> State {
    var state = State(
      commands: try Self.commands.get(), size: Size(width: width, height: 30), now: BenchUnderTest.start)
    _ = state.update(.workspace(.changed(workspace)))
    return state
  }

  private static let names = ScreenID.all.map { $0.type.shortTitle }

  @Test("the names of all screens stand from 80 columns on, also while requests are in flight", arguments: 80...200)
  func names(width: Int) throws {
    var state = try state(width)
    let before = state.draw().lines[0]
    for name in Self.names { #expect(before.contains(name), "\(before)") }
    state.transfers.begin(ResponsePaneUnderTest.transfer)
    let after = state.draw().lines[0]
    for name in Self.names { #expect(after.contains(name), "\(after)") }
    #expect(after.contains("⇅ 1"))
    var asking = WorkspaceSnapshot.shop
    asking.trust = .wanted([TrustItem.command(["pass"], files: [:])])
    state = try self.state(width, asking)
    for _ in 1...2 {
      let line = state.draw().lines[0]
      for name in Self.names { #expect(line.contains(name), "\(line)") }
      #expect(line.contains("trust"), "\(line)")
      state.transfers.begin(ResponsePaneUnderTest.transfer)
    }
  }

  @Test("what never changes goes before a name does; what is wrong stays")
  func constants() throws {
    var usual = WorkspaceSnapshot.shop
    (usual.trust, usual.poolSize) = (.granted, 3)
    let line = try state(90, usual).draw().lines[0]
    #expect(!line.contains("pool"), "\(line)")
    for name in Self.names { #expect(line.contains(name), "\(line)") }
    var wrong = WorkspaceSnapshot.shop
    wrong.mistakes = [FileMistake(file: "requests/a.yaml", line: 1, column: 1, "unknown key")]
    let bar = try state(80, wrong).draw().lines[0]
    #expect(bar.contains("✗ 1 error"), "\(bar)")
    #expect(bar.contains("1 Requests"), "\(bar)")
    for name in Self.names { #expect(bar.contains(name), "\(bar)") }
    let wide = try state(120, wrong).draw().lines[0]
    #expect(wide.contains("✗ 1 error F8"), "\(wide)")
  }

  @Test("whatever is wrong, at 80 columns the names are whole: the workspace gives way, then words that have a sign")
  func wholeNames() throws {
    let warning = FileMistake(file: "a.yaml", line: 1, column: 1, "unused", isWarning: true)
    func bar(_ change: (inout WorkspaceSnapshot) -> Void) throws -> String {
      var workspace = WorkspaceSnapshot.shop
      workspace.name = "shared-data"
      change(&workspace)
      let bar = try state(80, workspace).draw().lines[0]
      for name in Self.names { #expect(bar.contains(name), "\(bar)") }
      #expect(bar.contains("local"), "\(bar)")
      return bar
    }
    #expect(try bar { $0.mistakes = [warning] }.contains("⚠ 1 warning"))
    #expect(try bar { $0.checksCertificates = false }.contains("INSECURE"))
    #expect(try bar { $0.isMocking = true }.contains("MOCK"))
    #expect(try bar { $0.cacheMode = .offline }.contains("OFFLINE"))
    let both = try bar { ($0.checksCertificates, $0.mistakes) = (false, [warning]) }
    #expect(both.contains("INSECURE") && both.contains("⚠ 1"), "\(both)")
  }

  /// All is well; something is wrong; more is wrong than there is room for.
  private static let workspaces: [WorkspaceSnapshot] = {
    var wrong = WorkspaceSnapshot.shop
    wrong.name = "a-workspace-with-a-long-name"
    wrong.mistakes = [FileMistake(file: "requests/a.yaml", line: 1, column: 1, "unknown key")]
    var worse = wrong
    worse.trust = .wanted([TrustItem.command(["pass"], files: [:])])
    (worse.isMocking, worse.mockServer) = (true, "http://127.0.0.1:8081")
    return [.shop, wrong, worse]
  }()

  @Test("nothing moves when a request begins or ends, at no width", arguments: widths)
  func still(width: Int) throws {
    for workspace in Self.workspaces {
      for fails in [false, true] {
        var state = try state(width, workspace)
        if fails { state.failure.note(Problem(code: "a", "b"), isSeen: false) }
        let before = state.draw().lines[0]
        state.transfers.begin(ResponsePaneUnderTest.transfer)
        let after = state.draw().lines[0]
        let words = after.contains("⇅ 1 in flight") ? "⇅ 1 in flight" : "⇅ 1"
        // Where there is no room for it, it is a sign at the edge.
        let sign = after.hasPrefix("⇅") ? "⇅" : words
        let without = after.replacing(sign, with: String(repeating: " ", count: sign.count))
        #expect(CellWidth.columns(of: after) <= width)
        #expect(without.hasPrefix(before) && without.dropFirst(before.count).allSatisfy { $0 == " " }, "\(after)")
      }
    }
  }

  @Test(
    "where a name of a screen has not all its room, no room is kept for requests in flight; they are seen all the same")
  func fullBar() throws {
    for name in ["demo", "my-demo", "a-workspace"] {
      for isMocking in [false, true] {
        var workspace = WorkspaceSnapshot.shop
        (workspace.name, workspace.isMocking) = (name, isMocking)
        workspace.trust = .wanted([TrustItem.command(["pass"], files: [:])])
        var state = try state(80, workspace)
        let before = state.draw().lines[0]
        let blanks = before.split(whereSeparator: { $0 != " " }).map(\.count).max() ?? 0
        #expect(Self.names.allSatisfy(before.contains) || blanks < 8, "\(before)")
        state.transfers.begin(ResponsePaneUnderTest.transfer)
        #expect(state.draw().lines[0].contains("⇅"), "\(state.draw().lines[0])")
      }
    }
  }

  @Test("a name of a screen is only missing where it has no room", arguments: widths)
  func named(width: Int) throws {
    for workspace in Self.workspaces {
      for fails in [false, true] {
        var state = try state(width, workspace)
        if fails { state.failure.note(Problem(code: "a", "b"), isSeen: false) }
        state.transfers.begin(ResponsePaneUnderTest.transfer)
        let line = state.draw().lines[0]
        let blanks = line.split(whereSeparator: { $0 != " " }).map(\.count).max() ?? 0
        let behind = width - CellWidth.columns(of: line)
        guard line.contains("1 Requests"), let missing = Self.names.first(where: { !line.contains($0) }) else {
          continue
        }
        #expect(max(blanks, behind) < missing.count + 6, "\(line)")
      }
    }
  }
}

@Suite("A request that failed, and a file that is not YAML", .timeLimit(.minutes(1)))
struct FailedJourneys {
  @Test("the tabs stay, with what is known in them; the card stands under Body", arguments: [48, 78, 120])
  func tabs(width: Int) async throws {
    var test = try ResponsePaneUnderTest(width: width, height: 12)
    try await test.apply(.began(ResponsePaneUnderTest.transfer, url: "/user/login"))
    let error = TransportError(.refused, "The server refused the connection.")
    try await test.apply(.news(ResponsePaneUnderTest.transfer.id, .failed(.transport(error))))
    #expect(test.picture.contains("[Body]") && test.picture.contains("History"), "\(test.picture)")
    #expect(test.picture.contains("The server refused the connection."), "\(test.picture)")
    try await test.press("]")
    #expect(test.picture.contains("[Headers]"), "\(test.picture)")
  }

  @Test(
    "its text is shown around the error, no key changes a draft of it, and it is an ordinary request once it is mended")
  func faulty() throws {
    var test = try ComposerUnderTest(RequestDraft(url: "/a"))
    let text = (1...40).map { $0 == 30 ? "url: [" : "# line \($0)" }.joined(separator: "\n")
    var loaded = LoadedRequest(saved: RequestDraft(), file: "requests/a.yaml")
    let mistake = FileMistake(file: "requests/a.yaml", line: 30, column: 6, "the list is not closed", hint: "write ]")
    loaded.faulty = FaultyFile(text, mistake)
    test.apply(.loaded(loaded))
    for part in [
      "✗ the list is not closed", "write ]", "requests/a.yaml, line 30, column 6", "30  url: [", "# line 29",
    ] {
      #expect(test.picture.contains(part), "\(test.picture)")
    }
    try test.press("i", "'x'", "a", "D")
    #expect(test.composer.draft == RequestDraft() && !test.composer.isDirty)
    test.apply(.loaded(LoadedRequest(saved: RequestDraft(url: "/b"), file: "requests/a.yaml")))
    #expect(test.picture.contains("/b") && !test.picture.contains("✗"))
  }
}

@Suite("A theme for a light ground brings the ground along", .timeLimit(.minutes(1)))
struct GroundTests {
  @Test("whatever the terminal's own colours are, each part of a frame has a ground and a colour that is another one")
  func ground() async throws {
    let bench = try BenchUnderTest(100, 30)
    await bench.idle()
    try await bench.press("F5", "?")
    let frame = await bench.idleFrame()
    for depth in [ColorDepth.eight, .sixteen, .indexed] {
      for style in Set(frame.cells.map(\.style)) {
        let shown = Theme.light.resolve(style, depth: depth)
        let ground = try #require(shown.background, "\(style) at \(depth)")
        #expect(shown.foreground != nil && shown.foreground != ground, "\(style) at \(depth)")
      }
    }
    #expect(Theme.light.resolve(.text, depth: .none).background == nil)
  }
}

@Suite("A run of a group in the log", .timeLimit(.minutes(1)))
struct GroupEventTests {
  @Test(
    "is completed only where no step failed and nobody stopped it",
    arguments: [
      (NodeResult.State.succeeded, false, "group completed"), (.failed, false, "group failed"),
      (.succeeded, true, "group stopped"),
    ])
  func words(state: NodeResult.State, isStopped: Bool, word: String) {
    let done = Event.GroupDone(
      name: "mine", callID: nil, groupID: "g", results: [.init(name: "login", state: state)], stopped: isStopped)
    #expect(Event.Kind.groupDone(done).word == word && Event.Kind.words.contains(word))
    #expect(done.line.hasPrefix("mine: \(state == .succeeded ? 1 : 0) of 1 steps"))
    var nested = done
    nested.steps = .init(succeeded: 4, total: 5)
    #expect(nested.line.hasPrefix("mine: 4 of 5 steps"))
  }
}

@Suite("A job of a group in the log", .timeLimit(.minutes(1)))
struct JobEventTests {
  private func entry(_ parameters: JSONValue?) -> Event.Kind {
    .custom(Event.Custom(identifier: "bill", parameters: parameters))
  }

  @Test("says how it is with the job, and what came of it; any other event is as before")
  func words() {
    let completed = Event.Custom(identifier: "bill", parameters: ["job": "completed", "result": ["total": 3]])
    #expect(entry(completed.parameters).word == "job completed" && completed.line == #"bill  {"total":3}"#)
    let failed = Event.Custom(identifier: "bill", parameters: ["job": "failed", "error": "No."])
    #expect(entry(failed.parameters).word == "job failed" && failed.line.contains("No."))
    let started = Event.Custom(identifier: "nap", parameters: ["job": "started", "wait": "30ms"])
    #expect(entry(started.parameters).word == "job started" && started.line == #"nap  {"wait":"30ms"}"#)
    #expect(entry(["job": 3]).word == "custom event" && entry(nil).word == "custom event")
    for word in ["job started", "job completed", "job failed"] { #expect(Event.Kind.words.contains(word)) }
  }
}
