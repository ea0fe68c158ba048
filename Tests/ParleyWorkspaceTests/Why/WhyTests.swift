import ParleyEngine
import ParleyStore
import TestSupport
import Testing

@testable import ParleyWorkspace

/// Twelve bugs of the kind that colleagues make. Each is asked about at the step that failed, and its chain names it.
@Suite("Why?", .timeLimit(.minutes(2))) struct WhyTests {
  @Test("A chain says nothing twice, and its signs tell causes, changes and doubts apart")
  func signs() {
    let known = WhyLink("b", end: .file)
    let race = WhyLink("c", evidence: "a race", end: .clock).meaning(.doubt)
    let change = WhyLink("d", end: .person, causes: [race]).meaning(.change)
    let effect = WhyLink(
      "a", causes: [WhyLink("b"), change, known, WhyLink("e", causes: [race, known]), WhyLink("f")])
    #expect(
      WhyChain(question: "Why?", effect: effect).lines == [
        "Why?", "a", "  ≠ d", "  ? c  a race", "  ▲ b", "  ▲ e", "  ? f  (unknown: nothing more was recorded)",
      ])
  }

  @Test("A POST that a retry sent twice")
  func retry() async throws {
    let orders = Monitor(0)
    let workspace = try WhyWorkspace([
      "requests/create.yaml": "method: POST\nurl: /orders\nretry: { retries: 2, status: [503] }\n",
      "requests/list.yaml": "url: /orders\n",
      "groups/g.yaml": """
      serial:
        - request: create
        - request: list
        - { local: check, assert: ['.orders | length == 1'] }
      """,
    ]) { line, _ in
      guard line == "POST /orders" else {
        let count = orders.withLock { $0 }
        return .json(#"{"orders":[\#((0..<count).map { "{\"id\":\($0)}" }.joined(separator: ","))]}"#)
      }
      let count = orders.withLock { orders in
        orders += 1
        return orders
      }
      return count == 1 ? .text("{}", status: "503 Service Unavailable") : .text("{}", status: "201 Created")
    }
    #expect(
      try await workspace.whyFailed() == [
        "Why did 3 check fail?",
        "3 check failed: Expected “.orders | length == 1”: it gave false.  groups/g.yaml:4:30",
        "▲ .orders | length = 2",
        #"▲ .orders of 2 list is [{"id":0},{"id":1}]"#,
        "▲ 1 create (POST) was sent twice before it, by the retry of its request  attempt 1: 503",
      ])
  }

  @Test("A header that was lost at a redirect")
  func redirect() async throws {
    let other = try RawServer.start { connection in
      while let request = try connection.readRequest() {
        try connection.send(
          .text("{}", status: request.value(of: "authorization") == nil ? "401 Unauthorized" : "200 OK"))
      }
    }
    let workspace = try WhyWorkspace([
      "requests/me.yaml": "url: /me\nauth: { bearer: abc12345 }\n",
      "groups/g.yaml": "serial:\n  - request: me\n",
    ]) { _, _ in .text("", status: "302 Found", headers: ["Location: \(other.url)/me"]) }
    let lines = try await workspace.whyFailed().map { $0.replacing(other.url, with: "http://other") }
    #expect(
      lines == [
        "Why did 1 me fail?",
        "1 me failed: Expected status 200–299 or 304, the default: got 401.  groups/g.yaml:2:5",
        "▲ the redirect to http://other/me did not carry Authorization: it leads to another origin  302 from http://api/me",
      ])
  }

  @Test("A cached response that hid a change")
  func cache() async throws {
    let price = Monitor(7)
    let workspace = try WhyWorkspace([
      "requests/price.yaml": "url: /price\ncache: { ttl: 60s }\n",
      "requests/raise.yaml": "method: POST\nurl: /admin/raise\n",
      "groups/g.yaml": """
      serial:
        - request: price
        - request: raise
        - { request: price, as: again }
        - { local: check, assert: ['.price == 8'] }
      """,
    ]) { line, _ in
      if line.hasPrefix("POST") { price.withLock { $0 += 1 } }
      return .json(#"{"price":\#(price.withLock { $0 })}"#)
    }
    #expect(
      try await workspace.whyFailed() == [
        "Why did 4 check fail?",
        "4 check failed: Expected “.price == 8”: it gave false.  groups/g.yaml:5:30",
        "▲ .price = 7  3 again .price",
        "▲ 3 again was served from the cache, not sent: stored by 1 price, N s before  FRESH",
        "? 2 raise (POST) was sent to the same server after that  the entry may not show its change",
      ])
  }

  @Test("Two steps that raced for one shared key")
  func race() async throws {
    let arrived = Monitor(0)
    let workspace = try WhyWorkspace([
      "requests/left.yaml": "url: /left\ncapture: { cart: .id }\n",
      "requests/right.yaml": "url: /right\ncapture: { cart: .id }\n",
      "requests/read.yaml": "url: '/carts/{{shared.cart}}'\n",
      "groups/g.yaml": """
      serial:
        - concurrent:
            - request: left
            - request: right
        - request: read
      """,
    ]) { line, _ in
      guard !line.contains("/carts/") else { return .text("{}", status: "404 Not Found") }
      // Both are in flight before either gets its response.
      arrived.withLock { $0 += 1 }
      _ = arrived.wait { $0 >= 2 }
      return .json(#"{"id":"\#(line.dropFirst(5))"}"#)
    }
    let lines = try await workspace.whyFailed()
    // Chance decides which of them comes last.
    let isLeft = lines.contains { $0.contains("was \"left\"") }
    let (last, first) = isLeft ? ("1.1 left", "1.2 right") : ("1.2 right", "1.1 left")
    let (winner, loser) = isLeft ? ("left", "right") : ("right", "left")
    #expect(
      lines == [
        "Why did 2 read fail?",
        "2 read failed: Expected status 200–299 or 304, the default: got 404.  groups/g.yaml:5:5",
        "▲ 2 read was sent with the URL  ← shared cart",
        "▲ the shared key `cart` was \"\(winner)\" when 2 read read it",
        "  ▲ \(last) captured `cart` from .id of its response  requests/\(winner).yaml:2",
        "  ▲ .id in the response of \(last) is \"\(winner)\"  GET http://api/\(winner)  200",
        "  ? \(first) wrote `cart` too (\"\(loser)\"), at the same time as \(last)  a race: the last one wins",
      ])
  }

  @Test("Rows that a filter dropped")
  func dropped() async throws {
    let workspace = try WhyWorkspace([
      "requests/page.yaml": "url: /page\n",
      "groups/g.yaml": """
      serial:
        - request: page
        - { local: sum, jq: '[.items[] | select(.discount >= 0) | .price] | add' }
        - { local: check, assert: ['. == 60'] }
      """,
    ]) { _, _ in
      .json(#"{"items":[{"price":20,"discount":0},{"price":30,"discount":5},{"price":10,"discount":-1}]}"#)
    }
    #expect(
      try await workspace.whyFailed() == [
        "Why did 3 check fail?",
        "3 check failed: Expected “. == 60”: it gave false.  groups/g.yaml:4:30",
        "▲ . = 50  2 sum",
        "  ▲ `select(.discount >= 0)` dropped 1 of 3  at .items[2]  groups/g.yaml:3",
        "  ▲ .discount = -1  1 page .items[2].discount",
        "  ▲ .items[0].price of 1 page is 20",
        "  ▲ .items[1].price of 1 page is 30",
      ])
  }

  @Test("A variable that an environment does not set")
  func variable() async throws {
    let workspace = try WhyWorkspace(
      workspace: "vars:\n  tenant: \"\"\n",
      [
        "environments/local.yaml": "vars: { color: red }\n",
        "environments/staging.yaml": "vars: { tenant: a1 }\n",
        "requests/page.yaml": "url: /page\n",
        "groups/g.yaml": """
        serial:
          - request: page
          - { local: total, jq: '[.items[] | select(.tenant == $vars.tenant) | .price] | add // 0' }
          - { local: check, assert: ['. == 13'] }
        """,
      ]
    ) { _, _ in .json(#"{"items":[{"tenant":"a1","price":5},{"tenant":"a1","price":8}]}"#) }
    #expect(
      try await workspace.whyFailed(in: "local") == [
        "Why did 3 check fail?",
        "3 check failed: Expected “. == 13”: it gave false.  groups/g.yaml:4:30",
        "▲ . = 0  2 total",
        "▲ the default `0` is used  groups/g.yaml:3",
        "▲ `add` of an empty list  groups/g.yaml:3",
        "▲ `select(.tenant == $vars.tenant)` dropped 2 of 2  at .items[0]  groups/g.yaml:3",
        #"  ▲ .tenant = "a1"  1 page .items[0].tenant"#,
        #"  ▲ $vars.tenant = """#,
        #"  ▲ `tenant` is not set in local: the default "" is used  parley.yaml:5  set in staging"#,
      ])
  }

  @Test(
    "A header that chooses a language is a cause only of a response that varies by it; any other header may be",
    arguments: [
      ("Accept-Language", "", false), ("Accept-Language", "Vary: Accept-Language", true), ("X-Shop", "", true),
    ])
  func negotiation(header: String, vary: String, isCause: Bool) async throws {
    let workspace = try WhyWorkspace(
      workspace: "vars: { locale: en }\ndefaults: { headers: { \(header): '{{locale}}' } }\n",
      [
        "environments/local.yaml": "vars: { color: red }\n", "requests/page.yaml": "url: /page?n=1\n",
        "groups/g.yaml": "serial:\n  - request: page\n  - { local: check, assert: ['.total > 0'] }\n",
      ]
    ) { _, _ in .text(#"{"total":0}"#, headers: ["Content-Type: application/json"] + (vary.isEmpty ? [] : [vary])) }
    let lines = try await workspace.whyFailed(in: "local")
    #expect(lines.contains { $0.contains("`locale` is not set in local") } == isCause, "\(lines)")
    #expect(lines.contains { $0.contains(".total") }, "\(lines)")
  }

  @Test("A wrong default")
  func fallback() async throws {
    let workspace = try WhyWorkspace([
      "requests/settings.yaml": "url: /settings\n",
      "groups/g.yaml": """
      serial:
        - request: settings
        - { local: limit, jq: '{ limit: (.limit // 10), name }' }
        - { local: check, assert: ['.limit == 50'] }
      """,
    ]) { _, _ in .json(#"{"max":50,"name":"x"}"#) }
    #expect(
      try await workspace.whyFailed() == [
        "Why did 3 check fail?",
        "3 check failed: Expected “.limit == 50”: it gave false.  groups/g.yaml:4:30",
        "▲ .limit = 10  2 limit .limit",
        "▲ the default `10` is used  groups/g.yaml:3",
        "▲ .limit = null  1 settings .limit: no .limit there, but max, name",
      ])
  }

  @Test("A list of steps without a name is called by its number once")
  func unnamedList() async throws {
    let workspace = try WhyWorkspace([
      "requests/cart.yaml": "url: /cart\n", "requests/page.yaml": "url: /page\n",
      "groups/g.yaml": """
      serial:
        - concurrent: [{ request: cart }, { request: page }]
        - { local: check, assert: ['.result == 1'] }
      """,
    ]) { _, _ in .json(#"{"max":50}"#) }
    let lines = try await workspace.whyFailed()
    #expect(lines.contains { $0.contains("1 concurrent .result: no .result there") }, "\(lines)")
    #expect(!lines.contains { $0.contains("concurrent 1") }, "\(lines)")
  }

  @Test("A condition that skipped a step")
  func condition() async throws {
    let workspace = try WhyWorkspace([
      "requests/cart.yaml": "url: /cart\n", "requests/pay.yaml": "method: POST\nurl: /pay\n",
      "groups/g.yaml": """
      serial:
        - request: cart
        - { request: pay, when: '.total > 100' }
        - { local: check, assert: ['$steps.pay.ok'] }
      """,
    ]) { line, _ in line == "GET /cart" ? .json(#"{"total":99.5}"#) : .json(#"{"ok":true}"#) }
    #expect(
      try await workspace.whyFailed() == [
        "Why did 3 check fail?",
        "3 check failed: Expected “$steps.pay.ok”: it gave null.  groups/g.yaml:4:30",
        "▲ $steps.pay.ok = null",
        "▲ 2 pay was skipped: `when: .total > 100` is false  groups/g.yaml:3",
        "▲ .total = 99.5  1 cart .total",
      ])
  }

  @Test("A value captured from the wrong path")
  func captured() async throws {
    let workspace = try WhyWorkspace([
      "requests/create.yaml": "method: POST\nurl: /orders\ncapture:\n  order: .customer.id\n",
      "requests/read.yaml": "url: '/orders/{{shared.order}}'\n",
      "groups/g.yaml": "serial:\n  - request: create\n  - request: read\n",
    ]) { line, _ in
      line == "POST /orders"
        ? .json(#"{"id":3,"customer":{"id":7}}"#)
        : .text("{}", status: line == "GET /orders/3" ? "200 OK" : "404 Not Found")
    }
    #expect(
      try await workspace.whyFailed() == [
        "Why did 2 read fail?",
        "2 read failed: Expected status 200–299 or 304, the default: got 404.  groups/g.yaml:3:5",
        "▲ 2 read was sent with the URL  ← shared order",
        "▲ the shared key `order` was 7 when 2 read read it",
        "▲ 1 create captured `order` from .customer.id of its response  requests/create.yaml:4",
        "▲ .customer.id in the response of 1 create is 7  POST http://api/orders  200",
      ])
  }

  @Test("A token of an earlier run")
  func token() async throws {
    let workspace = try WhyWorkspace([
      "requests/login.yaml": "method: POST\nurl: /login\ncapture: { token: .token }\n",
      "requests/me.yaml": "url: /me\nauth: { bearer: '{{shared.token}}' }\n",
      "groups/login.yaml": "serial:\n  - request: login\n",
      "groups/g.yaml": "serial:\n  - request: me\n",
    ]) { line, _ in
      line == "POST /login" ? .json(#"{"token":"tok-12345"}"#) : .text("{}", status: "401 Unauthorized")
    }
    let session = try await workspace.open()
    _ = try await workspace.run("login", in: session)
    await session.close()
    #expect(
      try await workspace.whyFailed() == [
        "Why did 1 me fail?",
        "1 me failed: Expected status 200–299 or 304, the default: got 401.  groups/g.yaml:2:5",
        "▲ 1 me was sent with the auth token  ← shared token",
        #"▲ the shared key `token` was "••••••••" when 1 me read it"#,
        "▲ no step of this run had written `token`: it was written by login in run 1, N s before  DATE",
      ])
  }

  /// Gives a step another input.
  private struct OtherInput: RunGate {
    let step: String
    let input: JSONValue

    func before(_ node: GateContext) async -> GateDecision {
      node.name == step && node.input.value != input ? .goWith(.input(input)) : .go
    }
  }

  @Test("An edit by hand at a pause")
  func edited() async throws {
    let workspace = try WhyWorkspace([
      "requests/cart.yaml": "url: /cart\n",
      "groups/g.yaml": """
      serial:
        - request: cart
        - { local: total, jq: '.price * .count' }
        - { local: check, assert: ['. == 10'] }
      """,
    ]) { _, _ in .json(#"{"price":5,"count":2}"#) }
    let gate = OtherInput(step: "total", input: ["price": 5, "count": 3])
    #expect(
      try await workspace.whyFailed(RunOptions(gates: [gate])) == [
        "Why did 3 check fail?",
        "3 check failed: Expected “. == 10”: it gave false.  groups/g.yaml:4:30",
        "▲ . = 15  2 total",
        "≠ a value of 2 total was edited by hand  ✎ edited by hand at a pause",
      ])
  }

  @Test("Steps in the wrong order")
  func order() async throws {
    let workspace = try WhyWorkspace([
      "requests/create.yaml": "method: POST\nurl: /carts\ncapture: { cart: .id }\n",
      "requests/read.yaml": "url: '/carts/{{shared.cart}}'\n",
      "groups/g.yaml": "onFailure: continue\nserial:\n  - request: read\n  - request: create\n",
    ]) { line, _ in line == "POST /carts" ? .json(#"{"id":"new"}"#) : .text("{}", status: "404 Not Found") }
    let session = try await workspace.open()
    try await session.shared.set("cart", .text("old"), writer: SharedKeys.byHand)
    await session.close()
    #expect(
      try await workspace.whyFailed() == [
        "Why did 1 read fail?",
        "1 read failed: Expected status 200–299 or 304, the default: got 404.  groups/g.yaml:3:5",
        "▲ 1 read was sent with the URL  ← shared cart",
        #"▲ the shared key `cart` was "old" when 1 read read it"#,
        "  ▲ no step of this run had written `cart`: it was written by hand, N s before  DATE",
        "  ▲ 2 create writes `cart` in this run, but only after 1 read has read it  the order of the steps",
      ])
  }
}

@Suite("Trying another value in a recorded run", .timeLimit(.minutes(1))) struct RunTrialTests {
  private static let files = [
    "environments/local.yaml": "vars: { color: red }\n",
    "requests/page.yaml": "url: /page\n", "requests/pay.yaml": "method: POST\nurl: /pay\n",
    "groups/g.yaml": """
    onFailure: continue
    serial:
      - request: page
      - { local: total, jq: '[$steps.page.items[] | select(.tenant == $vars.tenant) | .price] | add // 0' }
      - { local: check, assert: ['. == 13'] }
      - { request: pay, when: '$steps.total > 10' }
    """,
  ]

  private func outcome(of place: RunTrial.Place, _ value: JSONValue) async throws -> [String] {
    let workspace = try WhyWorkspace(workspace: "vars:\n  tenant: \"\"\n", Self.files) { line, _ in
      line == "GET /page"
        ? .json(#"{"items":[{"tenant":"a1","price":5},{"tenant":"a1","price":8}]}"#) : .json(#"{"state":"paid"}"#)
    }
    let session = try await workspace.open("local")
    let recording = try await workspace.run("g", in: session)
    let sent = workspace.server.requests.count
    let steps = await session.why.outcome(of: RunTrial(place, value), in: recording)
    #expect(workspace.server.requests.count == sent)
    await session.close()
    return steps.map(\.sentence)
  }

  @Test("A variable: the filters below it are evaluated again, up to the first request")
  func variable() async throws {
    #expect(
      try await outcome(of: .variable("tenant"), "a1") == [
        "2 total would give 13; it gave 0", "3 check would pass", "4 pay would run: `when` would be true",
      ])
  }

  @Test("A part of what a step gave")
  func output() async throws {
    let path = try ValuePath(parsing: ".items[0].tenant")
    #expect(
      try await outcome(of: .output(NodePath([.node(0)]), path), "") == [
        "2 total would give 5; it gave 0", "3 check would fail as before",
      ])
  }
}
