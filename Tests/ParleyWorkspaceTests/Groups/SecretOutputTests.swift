import Glibc
import ParleyEngine
import ParleyStore
import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("What steps give after a login", .timeLimit(.minutes(2))) struct SecretOutputTests {
  private static let token = "Tok-9f8e7d6c5b4a39281706"

  private static let group = """
    serial:
      - { request: login }
      - { request: items }
      - { local: cheapest, jq: '.list | min_by(.price) | { id, name, price }' }
      - { local: start, jq: '{ text: $steps.login.token[0:8], id: $steps.login.user.id }' }
      - { local: back, jq: '$steps.login.token | explode | reverse | implode' }
      - { local: sum, jq: '{ long: ($steps.login.token | length), short: $steps.login.token[0:3], names: [$steps.items.list[].name] }' }
      - request: used
        with: { path: { start: "{{steps.start.text}}" }, query: { back: "{{steps.back}}" } }
      - { local: plain, jq: '$steps.used.echo' }
      - { local: each, each: '[$steps.login.token[2:6], $steps.login.user.name]', jq: '{ it: . }' }
      - { local: program, jq: '$steps.login' }
      - { local: made, run: [./made.sh] }
      - { local: clear, jq: '$steps.cheapest' }
      - { local: signed, run: [./made.sh] }
    """

  private func workspace() throws -> SendingWorkspace {
    let login = #"{"token":"\#(Self.token)","user":{"id":7,"name":"Ada","pin":"4711"},"expires":3600}"#
    let items = #"{"list":[{"id":1,"name":"Cup","price":9},{"id":2,"name":"Tea","price":4}]}"#
    let used = #"{"echo":"ok","session":"abc-12"}"#
    let workspace = try SendingWorkspace(
      [.json(login), .json(items), .json(used)], workspace: "shared: { token: { cipher: machine } }\n",
      files: [
        "groups/g.yaml": Self.group,
        "requests/login.yaml":
          "method: POST\nurl: /login\nbody: { json: '{\"password\": \"{{secret}}\"}' }\ncapture: { token: .token, pin: .user.pin }\n",
        "requests/items.yaml": "url: /items\nauth: { bearer: '{{shared.token}}' }\n",
        "requests/used.yaml": "url: /used/:start\nauth: { bearer: '{{shared.token}}' }\n",
        "made.sh": "#!/bin/sh\nsed 's/Tea/TeA/g'\n",
      ])
    #expect(chmod(workspace.folder.path("w/made.sh"), 0o755) == 0)
    return workspace
  }

  private func ran(
    _ body: (Session, Run, SendingWorkspace, EventSubscription) async throws -> Void
  ) async throws {
    let workspace = try workspace()
    let session = try await workspace.open()
    try session.permissions.allow(session.permissions.missing())
    let told = session.client.events.subscribe()
    let run = try session.groups.run("g", given: ["secret": "hunter22-hunter22"])
    let result = await run.result()
    #expect(result.succeeded, "\(result.results.compactMap { $0.error?.description })")
    try await session.flushEvents()
    try await body(session, run, workspace, told)
    await session.close()
  }

  private static let mask = JSONValue.string(Secrets.mask)

  private static let shown: [String: JSONValue] = [
    "login": ["token": mask, "user": ["id": 7, "name": "Ada", "pin": mask], "expires": 3600],
    "items": ["list": [["id": 1, "name": "Cup", "price": 9], ["id": 2, "name": "Tea", "price": 4]]],
    "cheapest": ["id": 2, "name": "Tea", "price": 4], "start": ["text": mask, "id": 7], "back": mask,
    "sum": ["long": 24, "short": mask, "names": ["Cup", "Tea"]], "used": ["echo": "ok", "session": mask], "plain": "ok",
    "program": ["token": mask, "user": ["id": 7, "name": "Ada", "pin": mask], "expires": 3600], "made": mask,
    "clear": ["id": 2, "name": "Tea", "price": 4], "signed": ["id": 2, "name": "TeA", "price": 4],
  ]

  private func shown(_ recording: RunRecording, in session: Session) async throws -> [String: JSONValue] {
    let masking = await session.runs.masking(of: recording)
    let outputs = RecordedOutputs(recording, in: session)
    var shown: [String: JSONValue] = [:]
    for record in recording.nodes where record.path.parts.count == 1 {
      if let value = try await outputs.output(of: record) {
        shown[record.name] = masking.masked(output: value, of: record)
      }
    }
    return shown
  }

  @Test("is shown, but for the token and what comes from it, at once and when the store is opened again")
  func outputs() async throws {
    try await ran { session, run, workspace, _ in
      #expect(try await shown(run.recording, in: session) == Self.shown)
      expectShownByItself(run.recording)
      let elements = run.recording.nodes.filter { $0.name == "each" && $0.path.parts.count == 2 }
      let masking = await session.runs.masking(of: run.recording)
      let values = elements.compactMap { record in record.output.value.map { masking.masked(output: $0, of: record) } }
      #expect(values == [["it": Self.mask], ["it": "Ada"]])
      let list = try #require(run.recording.nodes.first { $0.name == "each" && $0.path.parts.count == 1 })
      let whole = try await RecordedOutputs(run.recording, in: session).wholeOutput(of: list)
      #expect(whole.map { masking.masked(output: $0, of: list) } == [["it": Self.mask], ["it": "Ada"]])
      await session.close()
      let again = try await workspace.open()
      let recording = try await again.runs.recording(of: again.runs.kept("last"))
      #expect(try await shown(recording, in: again) == Self.shown)
      expectShownByItself(recording)
      await again.close()
    }
  }

  /// What a step's record shows of its value is what every other place shows of it.
  private func expectShownByItself(_ recording: RunRecording) {
    let own = recording.nodes.filter { $0.kind == .job && $0.path.parts.count == 1 && $0.shownOutput != nil }
    #expect(own.count == 9)
    for record in own { #expect(record.shownOutput == Self.shown[record.name], "\(record.name)") }
  }

  @Test("and a slice of the token, or the token reversed, is masked in URLs, events, reports and exports")
  func everywhere() async throws {
    try await ran { session, run, workspace, told in
      let back = String(Self.token.reversed())
      #expect(workspace.server.requests.last?.target == "/used/\(Self.token.prefix(8))?back=\(back)")
      let events = told.takeAvailable().map { "\($0)" }.joined()
      let entry = try #require(try await session.store.history.recent(1, name: "used").first)
      let kept = try await session.runs.kept("last")
      let (json, html) = (workspace.folder.path("run.json"), workspace.folder.path("run.html"))
      _ = try await session.runs.export(kept, to: json, sealed: false, by: NoPrompter())
      try await session.runs.exportReport(of: kept, to: html)
      let texts =
        [events, entry.url]
        + (try [json, html].map { String(decoding: try FileSystem.read($0, limit: 8 << 20), as: UTF8.self) })
      for (index, text) in texts.enumerated() {
        for secret in [Self.token, String(Self.token.prefix(8)), back, "hunter22", "\"4711\"", "&quot;4711&quot;"] {
          #expect(!text.contains(secret), "\(secret) in \(index)")
        }
        #expect(text.contains(Secrets.mask), "\(index)")
      }
      #expect(texts[2].contains("Cup") && texts[3].contains("&quot;name&quot;: &quot;Tea&quot;"))
      await session.close()
      for secret in [Self.token, String(Self.token.prefix(8)), back, "hunter22-hunter22"] {
        let found = try await FinishedProcess.run("/bin/grep", ["-rlaF", secret, workspace.folder.path("state")])
        #expect(found.status == 1, "\(secret): \(found.outputText)")
      }
    }
  }

  @Test(
    "A masked run is replayed from any step, and asks only for what is really secret",
    arguments: ["cheapest", "used", "plain", "clear"])
  func replay(step: String) async throws {
    try await ran { session, _, here, _ in
      let path = here.folder.path("run.json")
      _ = try await session.runs.export(session.runs.kept("last"), to: path, sealed: false, by: NoPrompter())
      let there = try workspace()
      let other = try await there.open()
      try other.permissions.allow(other.permissions.missing())
      guard case .imported(let copy) = try await other.runs.importFile(from: path, by: NoPrompter()) else {
        Issue.record("It was known.")
        return
      }
      let asked = AskedPrompter()
      let run = try await other.groups.replay("g", from: step, of: copy.id, prompter: NoPrompter(), before: asked)
      let result = await run.result()
      #expect(!asked.names.contains { $0.contains("cheapest") || $0.contains("items") }, "\(asked.names)")
      let failed = result.results.filter(\.failed).compactMap { $0.error?.description }
      switch step {
      case "used":
        #expect(Set(asked.names).isSuperset(of: ["token", "start.text", "back"]), "\(asked.names)")
        #expect(there.server.requests.first?.target == "/used/typed-start.text?back=typed-back")
      case "clear": #expect(asked.names.isEmpty && failed.isEmpty, "\(asked.names) \(failed)")
      default: #expect(!failed.contains { $0.contains("masked") }, "\(failed)")
      }
      await other.close()
    }
  }

  @Test("Importing a run again with its secrets replaces the masked one, and keeps its number")
  func again() async throws {
    try await ran { session, _, here, _ in
      let (masked, sealed) = (here.folder.path("m.json"), here.folder.path("s.json"))
      let kept = try await session.runs.kept("last")
      _ = try await session.runs.export(kept, to: masked, sealed: false, by: NoPrompter())
      _ = try await session.runs.export(kept, to: sealed, sealed: true, by: Answers(["words", "words"]))
      let there = try workspace()
      let other = try await there.open()
      guard case .imported(let first) = try await other.runs.importFile(from: masked, by: NoPrompter()),
        case .known = try await other.runs.importFile(from: masked, by: NoPrompter()),
        case .imported(let second) = try await other.runs.importFile(from: sealed, by: Answers(["words"])),
        case .known = try await other.runs.importFile(from: masked, by: NoPrompter())
      else {
        Issue.record("It was taken for something else.")
        return
      }
      #expect(first.sequence == second.sequence && first.id == second.id)
      let recording = try await other.runs.recording(of: second)
      #expect(recording.masked.isEmpty)
      #expect(try await shown(recording, in: other) == Self.shown)
      let start = try #require(recording.nodes.first { $0.name == "start" })
      #expect(
        try await RecordedOutputs(recording, in: other).output(of: start)?["text"]?.string
          == String(Self.token.prefix(8)))
      await other.close()
    }
  }

  @Test("A recording from before the parts were written down shows the same, as far as its sources say it")
  func old() async throws {
    try await ran { session, run, _, _ in
      var recording = run.recording
      for index in recording.nodes.indices {
        (recording.nodes[index].made.secretOutput, recording.nodes[index].made.secretInput) = (nil, nil)
      }
      let shown = try await shown(recording, in: session)
      for name in ["login", "items", "cheapest", "start", "back", "plain", "clear", "made"] {
        #expect(shown[name] == Self.shown[name], "\(name): \(String(describing: shown[name]))")
      }
      #expect(shown["sum"]?["names"] == ["Cup", "Tea"] && shown["sum"]?["short"] == Self.mask)
    }
  }
}

/// Answers every question with its name, and remembers what was asked.
private final class AskedPrompter: Prompter {
  private let asked = Lock<[String]>([])

  var names: [String] { asked.withLock { $0 } }

  func answers(to questions: [PromptQuestion]) async throws -> [PromptAnswer]? {
    asked.withLock { $0 += questions.map(\.name) }
    return questions.map { PromptAnswer("typed-\($0.name)") }
  }
}
