import TestSupport
import Testing

@Suite("parley check, of groups and mocks", .timeLimit(.minutes(2)))
struct GroupCheckTests {
  private let shop: ShopUnderTest

  init() throws {
    shop = try ShopUnderTest(ParleyProgram())
  }

  /// The first lines of what is told, without what comes behind the code.
  private func told(_ group: String) async throws -> [String] {
    try shop.write(group, to: "groups/g.yaml")
    let checked = try await shop.run("check")
    #expect(checked.status == 4)
    return checked.outputText.split(separator: "\n").filter { $0.hasPrefix("groups/") }.map(String.init)
  }

  @Test("circles are told with file, line and column, from each of their groups")
  func circles() async throws {
    try shop.write("serial:\n  - { group: g }\n", to: "groups/h.yaml")
    let lines = try await told("serial:\n  - request: one\n  - { group: h, as: again }\n")
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("groups/g.yaml:3:14: error: groups run each other in a circle: g → h → g"))
    #expect(lines[1].hasPrefix("groups/h.yaml:2:14: error: "))
    let itself = try await told("serial:\n  - { group: g, as: again }\n")
    #expect(itself.contains { $0.hasPrefix("groups/g.yaml:2:14: error: groups run each other in a circle: g → g") })
  }

  @Test("unknown and doubled names of steps are told, with what is near")
  func names() async throws {
    let lines = try await told(
      """
      serial:
        - request: one
        - { local: sum, jq: '$steps.onne.n + 1' }
        - { local: sum, jq: '.' }
        - { request: two, with: { query: { a: "{{steps.three.n}}" } } }
        - { request: three, when: '$steps.three.n > 1' }
      """)
    let expected = [
      "groups/g.yaml:3:31: error: unknown step “onne”; did you mean “one”?",
      "groups/g.yaml:4:14: error: the step “sum” already exists",
      "groups/g.yaml:5:", "groups/g.yaml:6:37: error: the step “three” has not ended yet",
    ]
    #expect(lines.count == 4, "\(lines)")
    for (line, start) in zip(lines, expected) { #expect(line.hasPrefix(start)) }
  }

  @Test("an assertion or expectation whose text tells that it is no condition is a warning; a run goes on as before")
  func conditions() async throws {
    try shop.write(
      "serial:\n  - { local: n, assert: ['00', '.a | length', '.a | length > 0', '.ok'] }\n", to: "groups/g.yaml")
    try shop.write("url: /one\nexpect: { jq: ['.n | tostring', '.n == 1'] }\n", to: "requests/one.yaml")
    let checked = try await shop.run("check")
    #expect(checked.status == 0, "\(checked.errorText)")
    let warnings = checked.outputText.split(separator: "\n").filter { $0.contains("so it always holds") }
    #expect(warnings.count == 3, "\(checked.outputText)")
    #expect(warnings.contains { $0.hasPrefix("requests/one.yaml:2:") && $0.contains("a string") })
    try shop.write("serial:\n  - { local: n, assert: ['00'] }\n", to: "groups/g.yaml")
    #expect(try await shop.run("run", "g").status == 0)
  }

  @Test("a text of `set` that looks like a filter is a warning with what to write; other texts are not")
  func texts() async throws {
    try shop.write(
      """
      serial:
        - request: one
        - { local: keep, set: { total: .n, all: ., first: ".items[0]", host: example.com, rest: "a . b", n: "{{input.n}}" } }
      """, to: "groups/g.yaml")
    let checked = try await shop.run("check")
    #expect(checked.status == 0, "\(checked.errorText)")
    let warnings = checked.outputText.split(separator: "\n").filter { $0.hasPrefix("groups/g.yaml:3:") }
    #expect(warnings.count == 3, "\(checked.outputText)")
    #expect(checked.outputText.contains("“.n” is a text here, not a filter"))
    for template in ["{{input.n}}", "{{input}}", "{{input.items[0]}}"] {
      #expect(checked.outputText.contains("for the value write \"\(template)\""), "\(checked.outputText)")
    }
  }

  @Test("where a filter reads a name that a step's result lacks, the run says so, unless it asks whether it is there")
  func missingNames() async throws {
    try shop.write(
      """
      serial:
        - request: one
        - { local: keep, jq: '$steps.one.result.id' }
        - { local: asked, jq: '[$steps.one.error == null, $steps.one.next // 1, $steps.one.n?]' }
        - { request: two, when: '$steps.one.total > 0' }
        - { request: three, when: '$steps.one.n == 0 and $steps.one.more.id > 0' }
      """, to: "groups/g.yaml")
    let ran = try await shop.run("run", "g")
    #expect(ran.status == 0, "\(ran.errorText)")
    let told = (ran.outputText + ran.errorText).split(separator: "\n").filter { $0.contains("⚠") }
    #expect(told.count == 2, "\(ran.outputText)")
    #expect(told.contains { $0.contains("⚠ $steps.one has no result: it has n.") }, "\(told)")
    #expect(told.contains { $0.contains("⚠ $steps.one has no total: it has n.") }, "\(told)")
  }

  @Test("a name that is taken off the response before it is the result of a step is a warning")
  func roots() async throws {
    try shop.write("url: /one\nresponse: { root: result.items }\n", to: "requests/one.yaml")
    try shop.write(
      """
      serial:
        - request: one
        - request: two
        - { local: wrong, jq: '$steps.one.result.items' }
        - { local: right, jq: '$steps.one[0].result, $steps.two.result, $steps.one.result?' }
      """, to: "groups/g.yaml")
    let checked = try await shop.run("check")
    #expect(checked.status == 0, "\(checked.errorText)")
    let warnings = checked.outputText.split(separator: "\n").filter { $0.hasPrefix("groups/g.yaml:") }
    #expect(warnings.count == 1, "\(checked.outputText)")
    let sentence = "groups/g.yaml:4:33: warning: the result of step “one” begins at “result” already"
    #expect(warnings.first?.hasPrefix(sentence) == true, "\(warnings)")
    #expect(checked.outputText.contains("leave out .result: the response.root of one takes it out of the response"))
  }

  @Test("a key that belongs into a map is told where it belongs")
  func misplaced() async throws {
    try shop.write("url: /one\ntimeout: 3s\nverify: false\ndelay: 1s\n", to: "requests/one.yaml")
    let checked = try await shop.run("check")
    #expect(checked.status == 4)
    for hint in ["options: { timeout: … }", "options: { verify: … }", "retry: { delay: … }"] {
      #expect(checked.outputText.contains(hint), "\(checked.outputText)")
    }
  }

  @Test("filters that do not compile are told wherever they stand")
  func filters() async throws {
    try shop.write(
      "- match: GET /one\n  where: { jq: '.a | nothing(1)' }\n  reply: { status: 200 }\n", to: "mocks/m.yaml")
    try shop.write("url: /two\nexpect: { jq: ['.a >'] }\n", to: "requests/two.yaml")
    let lines = try await told(
      """
      serial:
        - { local: a, jq: '.items | min_by(.price' }
        - { local: b, assert: ['.a', '.b | frist'] }
        - { request: one, when: '. as $x | $y', until: '.a ==', each: '"open' }
      """)
    let places = lines.map { $0.prefix { $0 != " " } }
    #expect(
      places.map(String.init) == [
        "groups/g.yaml:2:43:", "groups/g.yaml:3:38:", "groups/g.yaml:4:38:", "groups/g.yaml:4:55:",
        "groups/g.yaml:4:66:",
      ], "\(lines)")
    let others = try await shop.run("check").outputText
    #expect(others.contains("mocks/m.yaml:2:22: error: ") && others.contains("requests/two.yaml:2:20: error: "))
  }

  @Test("a filter that has no end or takes all memory is its step's failure")
  func endless() async throws {
    let parley = try ParleyProgram()
    try shop.write(
      "concurrent:\n  - { local: endless, jq: 'range(1e18)' }\n  - { local: hungry, jq: '\"x\" * 1e9' }\n",
      to: "groups/g.yaml")
    let run = try await parley.run("run", "g", "-w", shop.folder)
    #expect(run.status == 1)
    #expect(run.errorText.contains("The filter has more than 100000 outputs.") && run.errorText.contains("2:27"))
    #expect(run.errorText.contains("The filter needs more than 192 MB of memory.") && run.errorText.contains("3:26"))
  }
}
