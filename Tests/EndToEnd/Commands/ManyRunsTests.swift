import Foundation
import ParleyEngine
import TestSupport
import Testing

@Suite("parley run with several groups", .timeLimit(.minutes(2)))
struct ManyRunsTests {
  private let parley: ParleyProgram
  private let shop: ShopUnderTest

  init() throws {
    parley = try ParleyProgram()
    shop = try ShopUnderTest(parley)
    try shop.write("vars: { name: nobody }\n", to: "environments/local.yaml")
    try shop.write("url: /hello\nquery: { name: '{{name}}' }\n", to: "requests/hello.yaml")
    try shop.write("tags: smoke\nserial: [{ request: one }, { request: two }]\n", to: "groups/a.yaml")
    try shop.write("tags: [smoke, slow]\nserial: [{ request: three }]\n", to: "groups/shop/b.yaml")
    try shop.write("serial: [{ request: hello }]\n", to: "groups/shop/greet.yaml")
    try shop.write(
      "serial: [{ request: one }, { local: never, assert: ['.n == 0'] }, { request: two }]\n", to: "groups/fails.yaml")
  }

  private func headings(_ run: FinishedProcess) -> [String] {
    run.errorText.split(separator: "\n").map(String.init).filter { $0.hasSuffix(":") }
  }

  @Test("all groups, those of a folder, and those with a tag run in their order")
  func selection() async throws {
    let all = try await shop.run("run", "--all")
    #expect(all.status == 1 && headings(all) == ["a:", "fails:", "shop/b:", "shop/greet:"], "\(all.errorText)")
    #expect(all.errorText.hasSuffix("4 runs: 3 succeeded, 1 failed\n"))
    let folder = try await shop.run("run", "shop")
    #expect(folder.status == 0 && headings(folder) == ["shop/b:", "shop/greet:"])
    let smoke = try await shop.run("run", "--tag", "smoke")
    #expect(smoke.status == 0 && headings(smoke) == ["a:", "shop/b:"])
    let unknown = try await shop.run("run", "--tag", "fast")
    #expect(unknown.status == 2 && unknown.errorText.contains("No group has the tag “fast”."))
    let nothing = try await shop.run("run")
    #expect(nothing.status == 2 && nothing.errorText.contains("Name a group, or use --all or --tag."))
  }

  @Test("each row of a data file gives values, and each is repeated", arguments: ["users.csv", "users.json"])
  func data(file: String) async throws {
    let text = file.hasSuffix("csv") ? "name,age\nada,36\ngrace,85\n" : #"[{"name":"ada","age":36},{"name":"grace"}]"#
    try parley.home.write(text, to: file)
    let run = try await shop.run("run", "shop/greet", "--data", parley.home.path(file), "--repeat", "2")
    #expect(run.status == 0, "\(run.errorText)")
    #expect(
      headings(run) == [
        "shop/greet (\(file) 1, round 1):", "shop/greet (\(file) 1, round 2):", "shop/greet (\(file) 2, round 1):",
        "shop/greet (\(file) 2, round 2):",
      ])
    #expect(shop.asked == ["ada", "ada", "grace", "grace"].map { "/hello?name=\($0)" })
  }

  @Test("runs at the same time are told in their order, each as a whole")
  func parallel() async throws {
    let run = try await shop.run("run", "a", "shop", "--repeat", "3", "--parallel", "4")
    #expect(run.status == 0, "\(run.errorText)")
    #expect(
      headings(run) == ["a", "shop/b", "shop/greet"].flatMap { group in (1...3).map { "\(group) (round \($0)):" } })
    #expect(shop.asked.count == 12)
    let lines = run.errorText.split(separator: "\n").map(String.init)
    #expect(lines[1].hasPrefix("✓ 1") && lines[2].hasPrefix("✓ 2") && lines[3].hasPrefix("a: 2 of 2 steps"), "\(lines)")
  }

  @Test("one report tells of all runs: JUnit, TAP, JSON lines and a page")
  func reports() async throws {
    let names = ["r.xml", "r.tap", "r.jsonl", "r.html"].map(parley.home.path)
    let run = try await shop.run(
      "run", "a", "fails", "--junit", names[0], "--tap", names[1], "--json-lines", names[2], "--html", names[3],
      "--json")
    #expect(run.status == 1)
    #expect(try JSONValue(parsing: run.output)["runs"]?.array?.count == 2)
    let texts = try names.map { try String(contentsOfFile: $0, encoding: .utf8) }
    #expect(texts[0].contains("<testsuites name=\"parley run\" tests=\"5\" failures=\"1\" errors=\"0\" skipped=\"1\""))
    #expect(texts[0].split(separator: "\n").count { $0.contains("<testsuite name=") } == 2)
    let tap = texts[1].split(separator: "\n").map(String.init)
    #expect(tap[0...1] == ["TAP version 14", "1..5"])
    #expect(tap[2].hasPrefix("ok 1 - a: 1 one # time=") && tap.contains("not ok 4 - fails: 2 never"))
    #expect(tap.contains { $0.hasPrefix("ok 5 - fails: 3 two # SKIP") })
    let lines = try texts[2].split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    #expect(lines.map { $0["type"]?.string } == ["step", "step", "run", "step", "step", "step", "run"])
    #expect(lines[0]["group"] == "a" && lines[0]["output"]?["n"] == 1 && lines[6]["state"] == "failed")
    #expect(texts[3].contains("<h1>2 runs</h1>") && texts[3].contains("href=\"#run2\""))
  }

  @Test("a group that cannot run is told before anything is sent")
  func mistakes() async throws {
    try shop.write("serial: [{ request: nowhere }]\n", to: "groups/broken.yaml")
    let run = try await shop.run("run", "a", "broken")
    #expect(run.status == 4 && shop.asked.isEmpty, "\(run.errorText)")
  }
}
