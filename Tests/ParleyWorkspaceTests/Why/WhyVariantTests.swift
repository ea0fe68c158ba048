import ParleyEngine
import ParleyStore
import TestSupport
import Testing

@testable import ParleyWorkspace

/// The bugs of `WhyTests` in other dress, and causes of other kinds.
@Suite("Why?, other causes", .timeLimit(.minutes(2))) struct WhyVariantTests {
  @Test("A POST that was sent again because the first response was late, and is refused as a duplicate")
  func duplicate() async throws {
    let charges = Monitor(0)
    let workspace = try WhyWorkspace([
      "requests/charge.yaml": "method: POST\nurl: /charge\nretry: { attempts: 2, status: [503] }\n",
      "groups/g.yaml": "serial:\n  - request: charge\n",
    ]) { _, _ in
      let count = charges.withLock { charges in
        charges += 1
        return charges
      }
      return .text("{}", status: count == 1 ? "503 Service Unavailable" : "409 Conflict")
    }
    #expect(
      try await workspace.whyFailed() == [
        "Why did 1 charge fail?",
        "1 charge failed: Expected status 200–299 or 304, the default: got 409.  groups/g.yaml:2:5",
        "▲ 1 charge (POST) was sent twice, by the retry of its request  attempt 1: 503",
      ])
  }

  @Test("A POST that the retry of the step sent again, seen by a POST that reads")
  func stepRetry() async throws {
    let orders = Monitor(0)
    let workspace = try WhyWorkspace([
      "requests/create.yaml": "method: POST\nurl: /orders\n", "requests/search.yaml": "method: POST\nurl: /search\n",
      "groups/g.yaml": """
      serial:
        - { request: create, retry: { attempts: 2 } }
        - request: search
        - { local: check, assert: ['.count == 1'] }
      """,
    ]) { line, _ in
      let count = orders.withLock { orders in
        if line == "POST /orders" { orders += 1 }
        return orders
      }
      if line == "POST /search" { return .json(#"{"count":\#(count)}"#) }
      return .text("{}", status: count == 1 ? "503 Service Unavailable" : "201 Created")
    }
    #expect(
      try await workspace.whyFailed() == [
        "Why did 3 check fail?",
        "3 check failed: Expected “.count == 1”: it gave false.  groups/g.yaml:4:30",
        "▲ .count = 2  2 search .count",
        "▲ 1 create (POST) was sent twice before it, by the retry of the step  attempt 1: 503",
      ])
  }

  @Test("A redirect that made a GET of a POST")
  func method() async throws {
    let workspace = try WhyWorkspace([
      "requests/save.yaml": "method: POST\nurl: /old\nbody: { json: '{}' }\n",
      "groups/g.yaml": "serial:\n  - request: save\n",
    ]) { line, _ in
      line == "POST /old"
        ? .text("", status: "302 Found", headers: ["Location: /new"])
        : .text("{}", status: line.hasPrefix("POST") ? "200 OK" : "405 Method Not Allowed")
    }
    #expect(
      try await workspace.whyFailed() == [
        "Why did 1 save fail?",
        "1 save failed: Expected status 200–299 or 304, the default: got 405.  groups/g.yaml:2:5",
        "▲ the redirect to http://api/new was followed with GET, not POST, and without the body  302 from http://api/old",
      ])
  }

  @Test("A response that an earlier run left in the cache")
  func earlierCache() async throws {
    let price = Monitor(7)
    let workspace = try WhyWorkspace([
      "requests/price.yaml": "url: /price\ncache: { ttl: 60s }\n", "requests/raise.yaml": "method: POST\nurl: /raise\n",
      "groups/first.yaml": "serial:\n  - request: price\n",
      "groups/g.yaml": """
      serial:
        - request: raise
        - request: price
        - { local: check, assert: ['.price == 8'] }
      """,
    ]) { line, _ in
      if line.hasPrefix("POST") { price.withLock { $0 += 1 } }
      return .json(#"{"price":\#(price.withLock { $0 })}"#)
    }
    let session = try await workspace.open()
    _ = try await workspace.run("first", in: session)
    await session.close()
    let lines = try await workspace.whyFailed()
    #expect(lines[2] == "▲ .price = 7  2 price .price")
    #expect(lines[3].hasPrefix("▲ 2 price was served from the cache, not sent: stored by price in run 1, N s before"))
    #expect(
      lines[4] == "? 1 raise (POST) was sent to the same server after that  the entry may not show its change")
  }

  private static let items =
    #"{"items":[{"id":1,"kind":"a"},{"id":2,"kind":"a"},{"id":3,"kind":"b"}]}"#

  @Test(
    "Rows that something else than a select left out",
    arguments: [
      ("[limit(2; .items[])]", "any(.[]; .id == 3)", ".items[2]"), (".items[0:2]", "map(.id) | index(3)", ".items[2]"),
      (".items | unique_by(.kind)", "length == 3", ".items[1]"), (".items | [first, last]", "length == 3", ".items[1]"),
    ])
  func rows(_ filter: String, _ condition: String, _ dropped: String) async throws {
    let workspace = try WhyWorkspace([
      "requests/items.yaml": "url: /items\n",
      "groups/g.yaml": """
      serial:
        - request: items
        - { local: some, jq: '\(filter)' }
        - { local: check, assert: ['\(condition)'] }
      """,
    ]) { _, _ in .json(Self.items) }
    let lines = try await workspace.whyFailed()
    let loss = try #require(lines.first { $0.contains("dropped 1 of 3") }, "\(lines.joined(separator: "\n"))")
    #expect(loss.contains("at \(dropped)"))
    #expect(loss.contains("groups/g.yaml:3"))
  }

  @Test("A member that is not there: what stands there instead")
  func member() async throws {
    let workspace = try WhyWorkspace([
      "requests/items.yaml": "url: /items\nquery: { kind: '{{kind}}' }\n",
      "groups/g.yaml": "serial:\n  - request: items\n  - { local: check, assert: ['.items[0].id == 1'] }\n",
      "environments/local.yaml": "vars: { kind: z }\n",
    ]) { _, _ in .json(#"{"items":[]}"#) }
    #expect(
      try await workspace.whyFailed(in: "local") == [
        "Why did 2 check fail?",
        "2 check failed: Expected “.items[0].id == 1”: it gave false.  groups/g.yaml:3:30",
        "▲ .items[0].id = null  1 items .items[0].id: .items has 0 elements",
        "▲ 1 items was sent with the query parameter kind  ← environments/local.yaml:1",
        #"▲ `kind` is "z" in local  environments/local.yaml:1"#,
      ])
  }

  @Test("A condition that was waited for in vain")
  func until() async throws {
    let workspace = try WhyWorkspace([
      "requests/job.yaml": "url: /job\n",
      "groups/g.yaml": "serial:\n  - { request: job, until: '.state == \"done\"', every: 1ms, attempts: 3 }\n",
    ]) { _, _ in .json(#"{"state":"busy"}"#) }
    let lines = try await workspace.whyFailed()
    #expect(lines.contains { $0.contains(#"`until: .state == "done"` was false at the last of 3 attempts"#) })
    #expect(lines.contains { $0.contains(#".state = "busy""#) })
  }

  @Test("A header that a variable left empty")
  func header() async throws {
    let workspace = try WhyWorkspace(
      workspace: "vars:\n  tenant: \"\"\n",
      [
        "requests/who.yaml": "url: /who\nheaders: { X-Tenant: '{{tenant}}' }\n",
        "groups/g.yaml": "serial:\n  - request: who\n  - { local: check, assert: ['.tenant == \"a1\"'] }\n",
        "environments/local.yaml": "vars: { color: red }\n",
      ]
    ) { _, request in .json(#"{"tenant":"\#(request.value(of: "x-tenant") ?? "")"}"#) }
    let lines = try await workspace.whyFailed(in: "local")
    #expect(lines.contains { $0.contains("1 who was sent with the header X-Tenant") })
    #expect(lines.last?.contains("`tenant` is not set in local: the default \"\" is used") == true)
  }

  @Test("A filter that failed at a value")
  func wrongKind() async throws {
    let workspace = try WhyWorkspace([
      "requests/cart.yaml": "url: /cart\n",
      "groups/g.yaml": "serial:\n  - request: cart\n  - { local: sum, jq: '.total.amount + 1' }\n",
    ]) { _, _ in .json(#"{"total":99.5}"#) }
    let lines = try await workspace.whyFailed()
    #expect(lines.last == "▲ .total of 1 cart is 99.5")
  }

  @Test("A step between that wrote the same shared key")
  func overwritten() async throws {
    let workspace = try WhyWorkspace([
      "requests/cart.yaml": "method: POST\nurl: /cart\ncapture: { id: .id }\n",
      "requests/order.yaml": "method: POST\nurl: /order\ncapture: { id: .id }\n",
      "requests/read.yaml": "url: '/carts/{{shared.id}}'\n",
      "groups/g.yaml": "serial:\n  - request: cart\n  - request: order\n  - request: read\n",
    ]) { line, _ in
      if line.hasPrefix("POST") { return .json(#"{"id":"\#(line.dropFirst(6))"}"#) }
      return .text("{}", status: line == "GET /carts/cart" ? "200 OK" : "404 Not Found")
    }
    let lines = try await workspace.whyFailed()
    #expect(lines.contains { $0.contains(#"the shared key `id` was "order" when 3 read read it"#) })
    #expect(lines.contains { $0.contains("2 order captured `id` from .id of its response") })
    #expect(lines.contains { $0.contains(#"it replaced what 1 cart had written: "cart""#) })
  }

  @Test("A default in the condition itself")
  func inlineDefault() async throws {
    let workspace = try WhyWorkspace([
      "requests/settings.yaml": "url: /settings\n",
      "groups/g.yaml": "serial:\n  - request: settings\n  - { local: check, assert: ['(.limit // 10) == 50'] }\n",
    ]) { _, _ in .json(#"{"max":50}"#) }
    let lines = try await workspace.whyFailed()
    #expect(lines[2].contains(".limit // 10"))
    #expect(lines[2].contains("a default is used"))
    #expect(lines[3] == "▲ .limit = null  1 settings .limit: no .limit there, but max")
  }
}

@Suite("Why?, asked of other things", .timeLimit(.minutes(1))) struct WhySubjectTests {
  private static let files = [
    "requests/login.yaml": "method: POST\nurl: /login\ncapture: { token: .token }\n",
    "requests/items.yaml": "url: /items\nquery: { tag: '{{tag}}' }\nretry: { attempts: 2, status: [503] }\n",
    "environments/local.yaml": "vars: { tag: sale }\n",
    "groups/g.yaml": """
    serial:
      - request: login
      - request: items
      - { local: open, jq: '.items | map(select(.discount >= 0))' }
      - { request: login, as: each, each: '$steps.open | map(select(.id > 9))' }
    """,
  ]

  private func chain(_ step: Int, _ subject: WhyQuestion.Subject) async throws -> [String] {
    let count = Monitor(0)
    let workspace = try WhyWorkspace(Self.files) { line, _ in
      if line.hasPrefix("POST") { return .json(#"{"token":"t-123456"}"#) }
      let isFirst = count.withLock { count in
        count += 1
        return count == 1
      }
      return isFirst
        ? .text("{}", status: "503 Service Unavailable")
        : .json(#"{"items":[{"id":1,"discount":5},{"id":2,"discount":-1},{"id":3,"discount":-2}]}"#)
    }
    let session = try await workspace.open("local")
    let recording = try await workspace.run("g", in: session)
    let chain = await session.why.chain(WhyQuestion(NodePath([.node(step)]), subject), in: recording)
    await session.close()
    return workspace.lines(chain)
  }

  @Test("A row that the filter dropped: the condition at this row")
  func row() async throws {
    #expect(
      try await chain(2, .row(2)) == [
        "What became of .items[2] in 3 open?",
        ".items[2] was dropped by `select(.discount >= 0)` in 3 open  groups/g.yaml:4",
        "▲ `select(.discount >= 0)` dropped 2 of 3  at .items[2]  groups/g.yaml:4",
        "▲ .discount = -2  2 items .items[2].discount",
        "▲ 2 items was sent with the query parameter tag  ← environments/local.yaml:1",
        #"▲ `tag` is "sale" in local  environments/local.yaml:1"#,
      ])
    #expect(try await chain(2, .row(0)).last == ".items[0] is in the output of 3 open, at [0]")
  }

  @Test("Why not? An object with a member, and a value that no response had")
  func missing() async throws {
    let dropped = try await chain(2, .missing(["id": 3]))
    #expect(dropped.first == #"Why is {"id":3} not in the output of 3 open?"#)
    #expect(dropped.contains { $0.contains("`select(.discount >= 0)` dropped 2 of 3  at .items[2]") })
    #expect(dropped.contains { $0.contains(".discount = -2") })
    #expect(dropped.contains { $0.contains("it stands at .items[2] of 2 items") })
    let absent = try await chain(2, .missing(["id": 77]))
    #expect(absent.contains { $0.contains("the response of 2 items does not have it") })
    #expect(absent.contains { $0.contains("2 items was sent with the query parameter tag") })
  }

  @Test("A list that is empty")
  func empty() async throws {
    let lines = try await chain(3, .outcome)
    #expect(lines.contains { $0.contains("4 each ran for 0 elements: its list is empty") })
    #expect(lines.contains { $0.contains("`select(.id > 9)` dropped 1 of 1") })
  }

  @Test("The times that a request was sent")
  func sends() async throws {
    #expect(
      try await chain(1, .sends).dropFirst() == [
        "2 items (GET) was sent twice",
        "▲ attempt 2 was sent by the retry of its request, because attempt 1 got 503",
      ])
  }

  @Test("A header, a shared key, a part of the request, the time")
  func others() async throws {
    #expect(
      try await chain(1, .header("content-type"))[1].contains("the header Content-Type in the response of 2 items is"))
    #expect(try await chain(0, .shared("token"))[1].contains("1 login captured `token` from .token of its response"))
    #expect(try await chain(1, .request("query tag"))[1].contains("2 items was sent with the query parameter tag"))
    #expect(try await chain(1, .time).contains { $0.contains("it was sent twice, N s of waiting between them") })
  }

  @Test(
    "Of a part that was not sent nothing is claimed",
    arguments: [
      (1, "nope", "2 items sent no nope"), (1, "header x-none", "2 items sent no header x-none"),
      (1, "query none", "2 items sent no query none"), (1, "$vars.none", "2 items did not read $vars.none"),
      (2, "url", "3 open sends no request"),
    ])
  func absent(step: Int, part: String, sentence: String) async throws {
    let lines = try await chain(step, .request(part))
    #expect(lines.dropFirst() == [sentence], "\(lines)")
  }

  @Test("The library alone tells what a recording knows")
  func library() async throws {
    let workspace = try WhyWorkspace([
      "requests/me.yaml": "url: /old\n", "groups/g.yaml": "serial:\n  - request: me\n",
    ]) { line, _ in
      line == "GET /old"
        ? .text("", status: "302 Found", headers: ["Location: /new"]) : .text("{}", status: "500 Error")
    }
    let session = try await workspace.open()
    let recording = try await workspace.run("g", in: session)
    await session.close()
    let chain = await recording.why(WhyQuestion(NodePath([.node(0)]), .sends))
    #expect(workspace.lines(chain)[2].contains("hop 2 was sent to http://api/new, because hop 1 got 302"))
  }
}
