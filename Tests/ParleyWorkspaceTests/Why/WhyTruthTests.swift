import ParleyEngine
import ParleyStore
import TestSupport
import Testing

@testable import ParleyWorkspace

/// Chains that could easily say something that is not so.
@Suite("Why? says nothing false", .timeLimit(.minutes(2))) struct WhyTruthTests {
  /// Runs `g`, and asks something about one of its steps.
  private func chain(
    _ workspace: WhyWorkspace, in environment: String? = nil, _ step: NodePath, _ subject: WhyQuestion.Subject
  ) async throws -> [String] {
    let session = try await workspace.open(environment)
    let recording = try await workspace.run("g", in: session)
    let chain = await session.why.chain(WhyQuestion(step, subject), in: recording)
    await session.close()
    return workspace.lines(chain)
  }

  private func failedLines(_ workspace: WhyWorkspace, _ name: String) async throws -> [String] {
    let session = try await workspace.open()
    let recording = try await workspace.run("g", in: session)
    let step = try #require(recording.nodes.first { $0.name == name })
    let chain = await session.why.chain(WhyQuestion(step.path), in: recording)
    await session.close()
    return workspace.lines(chain)
  }

  private static let first = NodePath([.node(0)])
  private static let names = ["one", "two", "three", "four"]

  @Test("Of several variables on one line each part of a request names its own", arguments: names)
  func variables(_ name: String) async throws {
    let headers = Self.names.map { "X-\($0): '{{\($0)}}'" }.joined(separator: ", ")
    let workspace = try WhyWorkspace([
      "environments/local.yaml": "vars: { \(Self.names.map { "\($0): v-\($0)" }.joined(separator: ", ")) }\n",
      "requests/r.yaml": "url: '/r?in={{\(name)}}&all={{one}}{{two}}'\nheaders: { \(headers) }\n",
      "groups/g.yaml": "serial:\n  - request: r\n",
    ]) { _, _ in .json("{}") }
    for part in ["header X-\(name)", "query in"] {
      let lines = try await chain(workspace, in: "local", Self.first, .request(part))
      #expect(lines.contains { $0.contains(#"`\#(name)` is "v-\#(name)" in local"#) }, "\(lines)")
      #expect(
        !Self.names.contains { other in other != name && lines.contains { $0.contains("`\(other)`") } }, "\(lines)")
    }
  }

  @Test(
    "A step that failed and gave nothing is the cause of what later steps miss",
    arguments: ["assert: ['.x == 2']", "jq: '.x | error'", "jq: '.x.y.z'", "jq: 'empty'"])
  func gaveNothing(_ job: String) async throws {
    let workspace = try WhyWorkspace([
      "groups/g.yaml": """
      onFailure: continue
      serial:
        - { local: a, jq: '{x: 1}' }
        - { local: b, \(job) }
        - { local: check, assert: ['.x == 1'] }
        - { local: after, jq: '1', when: '.x == 1' }
      """
    ]) { _, _ in .json("{}") }
    let session = try await workspace.open()
    let recording = try await workspace.run("g", in: session)
    try #require(recording.nodes.first { $0.name == "b" }?.state == .failed)
    let check = try #require(recording.nodes.first { $0.name == "check" })
    let lines = workspace.lines(await session.why.chain(WhyQuestion(check.path), in: recording))
    await session.close()
    #expect(lines.contains { $0.contains("2 b gave nothing") }, "\(lines)")
    #expect(lines.contains { $0.contains("▲ 2 b failed: ") }, "\(lines)")
  }

  @Test("A response that the server confirmed was sent for")
  func confirmed() async throws {
    let workspace = try WhyWorkspace([
      "requests/r.yaml": "url: /r\n",
      "groups/g.yaml": "serial:\n  - request: r\n  - { request: r, as: again }\n",
    ]) { _, request in
      request.value(of: "if-none-match") == nil
        ? .text(#"{"v":1}"#, status: "200 OK", headers: ["ETag: \"1\"", "Cache-Control: max-age=0"])
        : .text("", status: "304 Not Modified", headers: ["ETag: \"1\""])
    }
    for subject in [WhyQuestion.Subject.output(.root), .status] {
      let lines = try await chain(workspace, NodePath([.node(1)]), subject)
      #expect(lines.contains { $0.contains("2 again was sent, and the server confirmed the response in the cache") })
      #expect(!lines.contains { $0.contains("not sent") }, "\(lines)")
    }
  }

  @Test(
    "A status without templates leads to what the file says",
    arguments: [
      ("url: /status?s=404\n", "the URL /status?s=404  requests/r.yaml:1"),
      ("url: /status\nquery:\n  s: 404\n", "the query parameter s 404  requests/r.yaml:3"),
      ("method: POST\nurl: /status\nbody:\n  json: '{\"s\":404}'\n", #"the body {"s":404}  requests/r.yaml:4"#),
      ("method: POST\nurl: /status\nbody:\n  form:\n    s: 404\n", "the form field s 404  requests/r.yaml:5"),
    ])
  func literal(_ request: String, _ words: String) async throws {
    let workspace = try WhyWorkspace(["requests/r.yaml": request, "groups/g.yaml": "serial:\n  - request: r\n"]) {
      _, _ in
      .text("{}", status: "404 Not Found")
    }
    let lines = try await workspace.whyFailed()
    #expect(lines.contains { $0.contains("1 r was sent with \(words)") }, "\(lines)")
  }

  @Test("What stands beside templates is told with them")
  func besideTemplates() async throws {
    let workspace = try WhyWorkspace(
      workspace: "vars: { n: 5 }\n",
      [
        "requests/r.yaml": "method: POST\nurl: /r\nbody:\n  json: '{ \"n\": {{n}}, \"z\": 2 }'\n",
        "groups/g.yaml": "serial:\n  - request: r\n  - { local: check, assert: ['.z == 1'] }\n",
      ]
    ) { _, _ in .json(#"{"n":5,"z":2}"#) }
    let lines = try await workspace.whyFailed()
    #expect(lines.contains { $0.contains(#"1 r was sent with the body { "n": {{n}}, "z": 2 }  requests/r.yaml:4"#) })
    let member = try await chain(workspace, Self.first, .request("body.z"))
    #expect(member.last?.contains("requests/r.yaml:4") == true, "\(member)")
    #expect(try await chain(workspace, Self.first, .request("body.n")).contains { $0.contains("`n` is 5") })
    #expect(try await chain(workspace, Self.first, .request("body.q")).last == "1 r sent no body.q")
  }

  @Test("A file that was written after the run is not quoted")
  func newer() async throws {
    let workspace = try WhyWorkspace([
      "requests/r.yaml": "url: /old\n", "groups/g.yaml": "serial:\n  - request: r\n",
    ]) { _, _ in .text("{}", status: "404 Not Found") }
    let session = try await workspace.open()
    _ = try await workspace.run("g", in: session)
    await session.close()
    try workspace.folder.write("url: /new\n", to: "w/requests/r.yaml")
    let later = try await workspace.open()
    let recording = try await later.runs.recording(of: later.runs.kept("last"))
    let lines = workspace.lines(await later.why.chain(WhyQuestion(Self.first), in: recording))
    await later.close()
    #expect(!lines.contains { $0.contains("/new") }, "\(lines)")
    #expect(lines.last?.contains("unknown") == true, "\(lines)")
  }

  @Test("Redirects in a circle are told")
  func loop() async throws {
    let workspace = try WhyWorkspace([
      "requests/r.yaml": "url: /a\n", "groups/g.yaml": "serial:\n  - request: r\n",
    ]) { line, _ in .text("", status: "302 Found", headers: ["Location: \(line == "GET /a" ? "/b" : "/a")"]) }
    let lines = try await workspace.whyFailed()
    #expect(lines.contains { $0.contains("http://api/a redirected to /b") }, "\(lines)")
    #expect(lines.contains { $0.contains("http://api/b redirected to /a") }, "\(lines)")
  }

  @Test(
    "Rows that a condition dropped itself, and what it compared them with",
    arguments: [
      (false, "  - request: list\n  - { local: check, assert: ['FILTER > 0'] }\n"),
      (true, "  - { request: list, as: check }\n"),
      (false, "  - request: list\n  - { local: check, jq: '1', when: '(FILTER // 0) > 0' }\n"),
    ])
  func select(_ isExpected: Bool, _ steps: String) async throws {
    let filter = "[.items[] | select(.t == $vars.tenant) | .p] | add"
    let expect = isExpected ? "expect: { jq: ['\(filter) > 0'] }\n" : ""
    let workspace = try WhyWorkspace(
      workspace: "vars: { tenant: '' }\n",
      [
        "requests/list.yaml": "url: /list\n\(expect)",
        "groups/g.yaml": "serial:\n" + steps.replacing("FILTER", with: "(\(filter))"),
      ]
    ) { _, _ in .json(#"{"items":[{"t":"a","p":1},{"t":"b","p":2}]}"#) }
    let lines = try await failedLines(workspace, "check")
    #expect(lines.contains { $0.contains("`select(.t == $vars.tenant)` dropped 2 of 2") }, "\(lines)")
    #expect(lines.contains { $0.contains(#".t = "a""#) }, "\(lines)")
    #expect(lines.contains { $0.contains(#"`tenant` is "": no environment is chosen"#) }, "\(lines)")
  }

  @Test("A secret is not seen by filters, and that is why it is null")
  func secret() async throws {
    let workspace = try WhyWorkspace([
      "environments/local.yaml": "vars: { tok: { secret: prompt } }\n",
      "groups/g.yaml": "serial:\n  - { local: check, assert: ['$vars.tok == \"x\"'] }\n",
    ]) { _, _ in .json("{}") }
    let lines = try await workspace.whyFailed(in: "local")
    #expect(
      lines.contains { $0.contains("`tok` is a secret: filters do not see it, so that $vars.tok is null") }, "\(lines)")
  }

  @Test("A value that is missing is looked for on the way to the step, not in all steps that had it")
  func missing() async throws {
    let workspace = try WhyWorkspace([
      "requests/list.yaml": "url: /list\n",
      "groups/g.yaml": """
      serial:
        - { request: list, as: elsewhere }
        - { request: list, as: here }
        - { local: some, jq: '[.items[0]]' }
      """,
    ]) { _, _ in .json(#"{"items":[{"id":1},{"id":3}]}"#) }
    let lines = try await chain(workspace, NodePath([.node(2)]), .missing(3))
    #expect(lines.contains { $0.contains("it stands at .items[1].id of 2 here") }, "\(lines)")
    #expect(!lines.contains { $0.contains("elsewhere") }, "\(lines)")
  }

  @Test("A step that writes a literal to a shared key ends at its line; one with a template at what that stands for")
  func set() async throws {
    let workspace = try WhyWorkspace(
      workspace: "vars: { n: 7 }\n",
      [
        "groups/g.yaml": """
        serial:
          - { local: a, jq: '1' }
          - { local: plain, set: { k: two } }
          - { local: filled, set: { n: '{{n}}' } }
        """
      ]
    ) { _, _ in .json("{}") }
    #expect(
      try await chain(workspace, NodePath([.node(1)]), .shared("k")).dropFirst() == [
        "2 plain wrote `k`  groups/g.yaml:3"
      ])
    let filled = try await chain(workspace, NodePath([.node(2)]), .shared("n"))
    #expect(filled.last?.contains("`n` is 7") == true, "\(filled)")
  }
}
