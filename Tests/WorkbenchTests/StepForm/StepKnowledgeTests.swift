import ParleyEngine
import ParleyModel
import ParleyWorkspace
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchGroups
@testable import WorkbenchLive
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("What helps to fill in a step, from what the last run gave", .timeLimit(.minutes(1)))
struct StepKnowledgeTests {
  private func ran(_ file: String = GroupScreen.group) async throws -> GroupScreen {
    let screen = try await GroupScreen(file: file)
    try await screen.bench.press("F5")
    await screen.bench.idle()
    return screen
  }

  private func knowledge(_ path: String, _ screen: GroupScreen, in text: String = GroupScreen.group) async throws
    -> StepKnowledge
  {
    await screen.bench.services.groups.knowledge(for: try #require(NodePath(path)), in: text, ofGroup: "shop")
  }

  private func outcome(
    _ text: String, _ field: StepField, _ knowledge: StepKnowledge, _ screen: GroupScreen, runs: Bool = false
  ) async -> StepOutcome {
    await screen.bench.services.groups.outcome(
      of: StepTrial(field, text, beforeCursor: text, runsProgram: runs), on: knowledge.sample)
  }

  @Test("a filter is tried on what the step worked on, and says on which step and run")
  func tries() async throws {
    let screen = try await ran()
    let knowledge = try await knowledge("2", screen)
    #expect(knowledge.sample?.origin == "2 first · run 1")
    let outcome = await outcome(".items | map(.total) | add", .job(.jq), knowledge, screen)
    #expect(outcome.result == .value("111.5", lines: ["111.5"]))
    let condition = await self.outcome("$steps.list.items | length > 1", .when, knowledge, screen)
    #expect(condition.result == .value("true", lines: []))
  }

  @Test("a name that a step's value does not have is said, with those that it has; not where it may be missing")
  func doubts() async throws {
    let screen = try await ran()
    let knowledge = try await knowledge("3", screen)
    for (filter, doubt) in [
      ("$steps.list.result.items", "$steps.list has no result: it has items."),
      ("$steps.first.price > 1", "$steps.first has no price: it has id, total."),
      ("$steps.list.items | length", nil), ("$steps.list.result?.items", nil),
      ("$steps.list.next // 1", nil), ("$steps.first.id + 1", nil),
    ] {
      #expect(await outcome(filter, .when, knowledge, screen).doubt == doubt, "\(filter)")
    }
  }

  @Test("an assertion that gives neither true nor false holds, and says that it is no condition")
  func noConditions() async throws {
    let screen = try await ran()
    let knowledge = try await knowledge("3", screen)
    for (filter, words) in [
      ("00", "a number"), ("$steps.list.items", "an array"), ("$steps.list.items | length > 1", nil), ("true", nil),
    ] {
      let outcome = await outcome(filter, .jobItem(.assert, 0), knowledge, screen)
      #expect(outcome.result == .value("true", lines: []), "\(filter)")
      #expect(outcome.doubt == words.map { "It gives \($0), not true or false: all but false and null hold." })
    }
  }

  @Test("below a filter that has not run yet, a step is tried on what the filter would give")
  func computed() async throws {
    let screen = try await ran()
    let text = GroupScreen.group.replacing(
      "  - request: cart/pay\n",
      with: """
          - { local: double, jq: '{ total: (.total * 2), count: ($steps.list.items | length) }' }
          - { local: fresh, jq: '.' }
          - request: cart/pay

        """)
    for (path, origin) in [("4", "double, computed · run 1"), ("5", "fresh, computed · run 1")] {
      let sample = try await knowledge(path, screen, in: text).sample
      #expect(sample?.origin == origin && sample?.input == ["total": 199, "count": 2], "\(path)")
      #expect(sample?.steps["double"]?["total"] == 199)
    }
  }

  @Test("a step that no run knows yet is tried on what the step before it gave")
  func new() async throws {
    let screen = try await ran()
    let text = GroupScreen.group.replacing(
      "  - request: cart/pay\n", with: "  - { local: fresh, jq: '.' }\n  - request: cart/pay\n")
    let knowledge = try await knowledge("3", screen, in: text)
    #expect(knowledge.sample?.origin == "2 first · run 1" && knowledge.sample?.input?["id"] == 42)
  }

  @Test("paths are completed where the cursor is, each with its value")
  func completes() async throws {
    let screen = try await ran()
    let knowledge = try await knowledge("2", screen)
    #expect(knowledge.words.first { $0.name == "$steps.list.items[0].total" }?.value == "99.5")
    #expect(knowledge.words.contains { $0.name == "min_by" })
    #expect(knowledge.names.first { $0.name == "steps.list.items[0].id" }?.value == "42")
    let inside = await outcome(".items | map(.to", .job(.jq), knowledge, screen)
    #expect(inside.paths.first { $0.name == ".total" }?.value == "99.5")
    let behind = await outcome(".items[0] | .", .job(.jq), knowledge, screen)
    #expect(behind.paths.map(\.name).contains(".id"))
  }

  private static let wrong: [(text: String, field: StepField, sentence: String, isOfText: Bool)] = [
    (".a | | .b", .job(.jq), "Column 6", true), (".items.x", .job(.jq), "The filter failed", false),
    (".items", .when, "Must be true or false; gives an array", false),
    (".items[0].id", .each, "Must be a list", false),
    (".items[]", .job(.jq), "gave 2 values", false),
    (".items | length == 3", .jobItem(.assert, 0), "Would fail: it gave false", false),
    ("key = {{steps.nothing.x}}", .jobItem(.set, 0), "has no value in", false),
    ("key = {{nothing}}", .jobItem(.set, 0), "unknown name", true),
  ]

  @Test("a text that can never be used says where it is wrong; one that fails on this input says why")
  func mistakes() async throws {
    let screen = try await ran()
    let knowledge = try await knowledge("2", screen)
    for row in Self.wrong {
      let outcome = await outcome(row.text, row.field, knowledge, screen)
      guard case .mistake(let told, isOfText: let found) = outcome.result else {
        Issue.record("\(row.text) gives something")
        continue
      }
      #expect(told.contains(row.sentence) && found == row.isOfText, "\(row.text): \(told)")
    }
  }

  @Test("a template of what a step sets is filled in from the run")
  func templates() async throws {
    let screen = try await ran()
    let outcome = await outcome(
      "total = {{input.items[0].total}} of {{place}}", .jobItem(.set, 0), try await knowledge("2", screen), screen)
    #expect(outcome.result == .value("99.5 of here", lines: []))
  }

  @Test("before the first run the last responses of the requests help, and steps are known by name")
  func lastResponses() async throws {
    let screen = try await ran()
    let text = "serial:\n  - request: item/list\n  - { local: fresh, jq: '.' }\n  - { local: next, jq: '.' }\n"
    let path = try #require(NodePath("2"))
    let knowledge = await screen.bench.services.groups.knowledge(for: path, in: text, ofGroup: "fresh")
    #expect(knowledge.sample?.origin == "the last response of item/list")
    #expect(await outcome(".items[0].total", .job(.jq), knowledge, screen).result == .value("99.5", lines: ["99.5"]))
    #expect(knowledge.names.first { $0.name == "steps.list.items[0].id" }?.value == "42")
    let next = await screen.bench.services.groups.knowledge(
      for: try #require(NodePath("3")), in: text, ofGroup: "fresh")
    #expect(next.words.contains { $0.name == "$steps.fresh" && $0.value != nil })
  }

  @Test("before the first run a request with a root gives what stands there, as in a run")
  func lastResponsesWithRoot() async throws {
    let screen = try await GroupScreen(files: ["requests/item/list.yaml": "url: /items\nresponse: { root: items }\n"])
    try await screen.bench.press("F5")
    await screen.bench.idle()
    let text = "serial:\n  - request: item/list\n  - { local: next, jq: '.' }\n"
    let knowledge = await screen.bench.services.groups.knowledge(
      for: try #require(NodePath("2")), in: text, ofGroup: "fresh")
    #expect(knowledge.sample?.input?.array?.count == 2)
    #expect(knowledge.sample?.steps["list"] == knowledge.sample?.input)
    #expect(!knowledge.words.contains { $0.name.hasPrefix("$steps.list.items") })
  }

  @Test("of a large value only the beginning is shown and completed, what is near its root first")
  func large() async throws {
    let screen = try await ran()
    let deep = JSONValue.object(JSONObject((0..<1_000).map { ("k\($0)", .string(String(repeating: "x", count: 900))) }))
    let sample = StepSample("here", input: ["first": deep, "last": .array(Array(repeating: deep, count: 200))])
    let outcome = await outcome(".", .job(.jq), StepKnowledge(sample: sample), screen)
    guard case .value("{ 2 }", let lines) = outcome.result else {
      Issue.record("\(outcome.result)")
      return
    }
    #expect(lines.count <= 40 && lines.allSatisfy { $0.count < 600 })
    #expect(outcome.paths.count <= ValuePaths.most)
    #expect(outcome.paths.prefix(2).map(\.name) == [".first", ".last"])
  }

  @Test("a list says how many elements it has, and the steps in it are tried on the first")
  func lists() async throws {
    let screen = try await ran()
    let knowledge = try await knowledge("5", screen)
    guard case .value(let count, _) = await outcome(".again.items", .each, knowledge, screen).result else {
      Issue.record("no list")
      return
    }
    #expect(count == "2 elements")
    #expect(await outcome(".id", .job(.jq), knowledge, screen).result == .value("42", lines: ["42"]))
  }

  @Test(
    "a list that no run knows yet gives its first element to what is written below it, and so do the last responses")
  func newList() async throws {
    let screen = try await ran()
    let text = GroupScreen.group.replacing(
      "  - { local: first, jq: '.items[0]' }", with: "  - { local: first, each: '.items', jq: '.total' }")
    let knowledge = try await knowledge("2", screen, in: text)
    #expect(knowledge.sample?.input == ["id": 42, "total": 99.5])
    #expect(knowledge.names.first { $0.name == "input.total" }?.value == "99.5")
    #expect(await outcome(".total", .job(.jq), knowledge, screen).result == .value("99.5", lines: ["99.5"]))
    let completed = await outcome(".", .when, knowledge, screen)
    #expect(completed.paths.map(\.name) == [".id", ".total"])
    guard case .value("2 elements", _) = await outcome(".items", .each, knowledge, screen).result else {
      Issue.record("the list itself is tried on an element")
      return
    }
    let fresh = "serial:\n  - request: item/list\n  - { local: new, each: '.items[1:]', jq: '.' }\n"
    let before = await screen.bench.services.groups.knowledge(
      for: try #require(NodePath("2")), in: fresh, ofGroup: "fresh")
    #expect(before.sample?.input?["id"] == 43)
  }

  @Test("an each that gives no list, or an empty one, leaves the input as the run had it; without each it is the whole")
  func noList() async throws {
    let screen = try await ran()
    for each in [".items[0].id", "[]", ".nothing.x[]"] {
      let text = GroupScreen.group.replacing(
        "  - { local: first, jq: '.items[0]' }", with: "  - { local: first, each: '\(each)', jq: '.' }")
      #expect(try await knowledge("2", screen, in: text).sample?.input?["items"] != nil)
    }
    let text = GroupScreen.group.replacing("each: '.again.items', ", with: "")
    #expect(try await knowledge("5", screen, in: text).sample?.input?["again"] != nil)
  }

  @Test("a program runs only when that is asked for, and only where it is allowed")
  func programs() async throws {
    let file = "serial:\n  - request: item/list\n  - { local: sign, run: [cat] }\n"
    let screen = try await GroupScreen(file: file)
    let knowledge = try await knowledge("2", screen, in: file)
    guard case .value("0 arguments, not run", _) = await outcome("cat", .job(.run), knowledge, screen).result else {
      Issue.record("its arguments are not shown")
      return
    }
    guard
      case .mistake(let told, isOfText: false) = await outcome("cat", .job(.run), knowledge, screen, runs: true).result
    else {
      Issue.record("it ran")
      return
    }
    #expect(told.lowercased().contains("trust"), "\(told)")
  }

  /// A group whose first response quotes a secret that was asked for; it has run.
  private func ranWithSecret() async throws -> GroupScreen {
    let screen = try await GroupScreen(
      file: Self.quoting, environment: "vars: { word: { secret: prompt } }\n",
      mocks: "- match: GET /items\n  reply: { json: { echo: \"{{request.query.token}}\", total: 3 } }\n")
    try await screen.bench.press("F5")
    await screen.bench.shows("shop asks")
    await screen.bench.type("hunter2hunter2")
    try await screen.bench.press("Enter")
    await screen.bench.shows("✓ done")
    return screen
  }

  private static let quoting = """
    serial:
      - request: item/list
        with: { query: { token: "{{word}}" } }
      - { local: see, jq: '.echo' }
      - { local: letters, jq: 'explode' }
      - { local: keep, set: { key: "{{input}}" } }

    """

  @Test("what is secret is masked before any filter sees it, and in everything that is completed")
  func secrets() async throws {
    let screen = try await ranWithSecret()
    let knowledge = try await knowledge("2", screen, in: Self.quoting)
    #expect(knowledge.sample?.input?["echo"]?.string == Secrets.mask)
    #expect(knowledge.sample?.input?["total"] == 3)
    #expect(
      await outcome(".echo", .job(.jq), knowledge, screen).result
        == .value("\"\(Secrets.mask)\"", lines: ["\"\(Secrets.mask)\""]))
    #expect(knowledge.names.first { $0.name == "steps.list.echo" }?.value == "\"\(Secrets.mask)\"")
    #expect(knowledge.words.first { $0.name == "$steps.list.echo" }?.value == "\"\(Secrets.mask)\"")
    let paths = await outcome(".", .job(.jq), knowledge, screen).paths
    #expect(paths.first { $0.name == ".echo" }?.value == "\"\(Secrets.mask)\"")
  }

  @Test("nothing that a filter or a template makes of a secret can be read")
  func derived() async throws {
    let screen = try await ranWithSecret()
    let knowledge = try await knowledge("2", screen, in: Self.quoting)
    let filters = [
      ".echo | explode", ".echo[0:6]", ".echo | @base64", "$vars.word", "$steps.list.echo", ".echo | error",
    ]
    let texts = filters.map { ($0, StepField.job(.jq)) } + [("key = {{steps.list.echo}} {{word}}", .jobItem(.set, 0))]
    for (text, field) in texts {
      let told = String(reflecting: await outcome(text, field, knowledge, screen))
      #expect(!told.isEmpty)
      for trace in ["hunter2", "104, 117", "aHVudGVy"] { #expect(!told.contains(trace), "\(told)") }
    }
  }

  @Test("what a step gave is masked as in its own parts, for the steps after it too")
  func handedOn() async throws {
    let screen = try await ranWithSecret()
    for path in ["3", "4"] {
      let knowledge = try await knowledge(path, screen, in: Self.quoting)
      #expect(knowledge.sample?.steps["see"]?.string == Secrets.mask)
      let told =
        String(reflecting: knowledge) + String(reflecting: await outcome("$steps.see", .job(.jq), knowledge, screen))
      #expect(!told.contains("hunter2"), "\(told)")
    }
  }

  @Test("a secret is not on the screen while one types, nor when the field is left")
  func screen() async throws {
    let screen = try await ranWithSecret()
    try await screen.bench.press("g", "Enter", "g", "j", "Enter", "Enter")
    #expect(await screen.bench.shows("→ \"\(Secrets.mask)\"").contains("on 2 see · run 1"))
    await screen.bench.type(" | $steps.list.")
    #expect(await !screen.bench.idle().contains("hunter2"))
  }
}
