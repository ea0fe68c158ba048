import ParleyEngine
import TestSupport
import Testing

@Suite("parley runs, and going on from an earlier run", .timeLimit(.minutes(2)))
struct RunsTests {
  private let shop: ShopUnderTest

  init() throws {
    shop = try ShopUnderTest(ParleyProgram())
    try shop.write(
      """
      serial:
        - request: one
        - concurrent: [{ request: two }, { local: double, jq: '$steps.one.n * 2' }]
        - { request: three, with: { query: { first: "{{steps.one.n}}", beside: "{{steps.double}}" } } }
      """, to: "groups/g.yaml")
  }

  @Test("--from takes what stands before from the recording and sends only what comes after")
  func replay() async throws {
    #expect(try await shop.run("run", "g").status == 0)
    let again = try await shop.run("run", "g", "--from", "three", "--of", "LAST", "--json")
    #expect(again.status == 0, "\(again.errorText)")
    #expect(shop.asked == ["/one", "/two", "/three?first=1&beside=2", "/three?first=1&beside=2"])
    let object = try JSONValue(parsing: again.output)
    #expect(object["replayOf"]?["from"] == "3" && object["number"] == 2)
    let steps = object["steps"]?.array ?? []
    #expect(steps.filter { $0["recorded"] == true }.map { $0["step"] } == ["1", "2.1", "2.2"])
    #expect(again.errorText.contains("recorded"))
    // The run to go on from may be named by its number, and the step by its place.
    #expect(try await shop.run("run", "g", "--from", "2.1", "--of", "1").status == 0)
    #expect(shop.asked.suffix(2) == ["/two", "/three?first=1&beside=2"])
  }

  @Test("a step or run that is not there is told, with those there are")
  func unknown() async throws {
    #expect(try await shop.run("run", "g", "--from", "three").errorText.contains("There is no run “last” of “g”"))
    #expect(try await shop.run("run", "g").status == 0)
    let step = try await shop.run("run", "g", "--from", "thre")
    #expect(step.status == 2 && step.errorText.contains("Did you mean “three”?"))
    #expect(try await shop.run("run", "g", "--of", "1").errorText.contains("--of needs --from"))
    for action in ["show", "delete", "pin", "check"] {
      let run = try await shop.run("runs", action, "77")
      #expect(run.status == 2 && run.errorText.contains("`parley runs list` lists the runs"), "\(action)")
    }
  }

  @Test("a run says where the values of its steps come from, through its filters")
  func sources() async throws {
    #expect(try await shop.run("run", "g").status == 0)
    let shown = try await shop.run("runs", "show", "last", "--sources").outputText
    #expect(shown.contains("    output ← 1 one .n (*)"), "\(shown)")
    #expect(shown.contains("    query beside ← 2.2 double ← 1 one .n (*)"), "\(shown)")
    let steps =
      try JSONValue(parsing: try await shop.run("runs", "show", "last", "--json").output)["steps"]?.array ?? []
    let double = steps.first { $0["name"] == "double" }
    #expect(double?["sources"] == [["value": "output", "from": "1 one .n (*)"]])
    #expect(try await !shop.run("runs", "show", "last").outputText.contains("←"))
  }

  @Test("runs are listed newest first, shown, pinned and deleted")
  func keeping() async throws {
    try shop.write("serial: [{ local: other, jq: '1' }]\n", to: "groups/other.yaml")
    for group in ["g", "other", "g"] { #expect(try await shop.run("run", group).status == 0) }
    let list = try JSONValue(parsing: try await shop.run("runs", "list", "--json").output)
    #expect(list.array?.map { $0["number"] } == [3, 2, 1])
    let ofGroup = try await shop.run("runs", "list", "g").outputText
    #expect(ofGroup.split(separator: "\n").map { $0.first } == ["3", "1"])
    let shown = try await shop.run("runs", "show", "1").outputText
    for line in ["✓ 1        one", "✓ 2        concurrent 2", "✓ 2.1        two", "✓ 3        three"] {
      #expect(shown.contains(line))
    }
    #expect(try await shop.run("runs", "pin", "1").status == 0)
    #expect(try await shop.run("runs", "list").outputText.contains("pinned"))
    #expect(try await shop.run("runs", "pin", "1", "--off").status == 0)
    #expect(try await !shop.run("runs", "list").outputText.contains("pinned"))
    #expect(try await shop.run("runs", "delete", "1", "2").errorText.contains("Deleted 2 runs."))
    #expect(try await shop.run("runs", "list").outputText.split(separator: "\n").count == 1)
  }

  @Test("a value is found in all runs, or in one; the exit status is 1 where it stands nowhere")
  func finding() async throws {
    for _ in 1...2 { #expect(try await shop.run("run", "g").status == 0) }
    let all = try await shop.run("runs", "find", "4")
    #expect(all.status == 0 && all.outputText.contains("run 2  g  1 one  response  .n  4"), "\(all.outputText)")
    #expect(!all.outputText.contains("run 1 "))
    let nowhere = try await shop.run("runs", "find", "4", "1")
    #expect(nowhere.status == 1 && nowhere.outputText.isEmpty)
    #expect(nowhere.errorText.contains("It stands nowhere in the run."))
    let json = try JSONValue(parsing: try await shop.run("runs", "find", ".n == 1", "1", "--json").output)
    #expect(
      json.array?.first == ["run": 1, "step": "1", "name": "one", "part": "response", "text": #"{"n":1}"#, "path": "."])
  }

  @Test("a filter lists runs by their outcome, their steps and what has changed")
  func filtered() async throws {
    try shop.write("serial: [{ local: never, assert: ['false'] }]\n", to: "groups/bad.yaml")
    for group in ["g", "bad", "g"] { _ = try await shop.run("run", group) }
    let expected: [(String, [JSONValue])] = [
      ("is:failed", [2]), ("-is:failed", [3, 1]), ("is:ok g", [3, 1]), ("status:200", [3, 1]), ("status>=400", []),
      ("changed:one", [3]), ("changed:never", []), ("since:1h is:failed", [2]), ("until:1h", []),
    ]
    for (filter, numbers) in expected {
      let list = try JSONValue(parsing: try await shop.run("runs", "list", "--filter", filter, "--json").output)
      #expect(list.array?.compactMap { $0["number"] } == numbers, "\(filter)")
    }
    let wrong = try await shop.run("runs", "list", "--filter", "is:faild")
    #expect(wrong.status == 2 && wrong.errorText.contains("Did you mean “failed”?"))
  }

  @Test("two runs are compared as diff does: 0 when they are the same, 1 when not, with what is different")
  func comparing() async throws {
    #expect(try await shop.run("run", "g").status == 0)
    #expect(try await shop.run("run", "g").status == 0)
    let same = try await shop.run("runs", "compare", "1", "1")
    #expect(same.status == 0, "\(same.errorText)")
    let different = try await shop.run("runs", "compare", "1", "2")
    #expect(different.status == 1)
    #expect(different.outputText.contains("≠ 1  one") && different.outputText.contains("n: 1 → 4"))
    let json = try JSONValue(parsing: try await shop.run("runs", "compare", "1", "2", "--json").output)
    #expect(json["same"] == false && json["steps"]?[0]?["differences"]?[0]?["right"] == 4)
  }

  @Test("a run's responses are looked at again with what the files expect now, and nothing is sent")
  func checking() async throws {
    #expect(try await shop.run("run", "g").status == 0)
    #expect(try await shop.run("runs", "check", "last").status == 0)
    try shop.write("url: /three\nexpect: { jq: '.n > 100' }\n", to: "requests/three.yaml")
    let check = try await shop.run("runs", "check", "last")
    #expect(check.status == 1)
    #expect(check.outputText.contains("✓ 1  one") && check.outputText.contains("✗ 3  three"))
    #expect(shop.asked.count == 3)
  }

  @Test("what checking a run has to ask is taken from --set")
  func checkingWithSecrets() async throws {
    try shop.write("vars: { code: { secret: prompt } }\n", to: "environments/local.yaml")
    try shop.write("url: /one\nheaders: { X: '{{code}}' }\n", to: "requests/one.yaml")
    #expect(try await shop.run("run", "g", "--set", "code=12345678").status == 0)
    #expect(try await shop.run("runs", "check", "last").status == 2)
    #expect(try await shop.run("runs", "check", "last", "--set", "code=12345678").status == 0)
  }
}
