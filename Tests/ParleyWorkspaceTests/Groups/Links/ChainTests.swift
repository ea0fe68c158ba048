import ParleyEngine
import ParleyModel
import ParleyStore
import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyFormats
@testable import ParleyWorkspace

@Suite("Groups of what happened", .timeLimit(.minutes(1)))
struct ChainTests {
  private static let login = """
    method: POST
    url: /login
    body: { json: '{ "email": "ada@example.com", "password": "{{password}}" }' }

    """
  private static let profile = "url: /profile\nheaders: { Authorization: 'Bearer {{token}}' }\n"
  private static let environment = "vars: { password: { secret: prompt }, token: { secret: prompt }, id: none }\n"

  private struct Happened {
    let workspace: SendingWorkspace
    let session: Session
    let chain: Chain

    func text(taking isTaken: (LinkOffer) -> Bool = \.isTaken) throws -> String {
      try chain.groupText("g", taking: chain.offers.indices.filter { isTaken(chain.offers[$0]) }).text
    }
  }

  /// Sends requests one after the other, and makes a chain of them.
  private func happened(
    _ requests: [String: String], sending order: [String], _ replies: [String], given: [String: String] = [:],
    workspace text: String = ""
  ) async throws -> Happened {
    let files = Dictionary(uniqueKeysWithValues: requests.map { ("requests/\($0).yaml", $1) })
    let workspace = try SendingWorkspace(
      replies.map { .json($0) }, workspace: text,
      files: files.merging(["environments/local.yaml": Self.environment]) { $1 })
    let session = try await workspace.open()
    for id in order {
      _ = try await session.sending.call(session.sending.render(id, given: given)).response()
    }
    let made = try await session.groups.chain(of: order.map { .request(RequestID(rawValue: $0)) }, isSorted: false)
    #expect(made.refusals == [])
    return Happened(workspace: workspace, session: session, chain: made.chain)
  }

  @Test("A token goes from a response into a header, and the group hands on a new one when it is run")
  func token() async throws {
    let made = try await happened(
      ["user/login": Self.login, "user/profile": Self.profile], sending: ["user/login", "user/profile"],
      [#"{ "token": "token-one-4711" }"#, "{}", #"{ "token": "token-two-4712" }"#, "{}"],
      given: ["password": "secret-of-ada", "token": "token-one-4711"])
    let text = try made.text()
    #expect(
      text == """
        serial:
          - request: user/login
          - { request: user/profile, with: { headers: { Authorization: "Bearer {{steps.login.token}}" } } }

        """)
    try made.session.groups.create(GroupText(text, ofGroup: "g"), asGroup: "g")
    try await made.session.reload()
    #expect(made.session.workspace.diagnostics.isEmpty)
    let result = try await made.session.groups.run("g", given: ["password": "secret-of-ada"]).result()
    #expect(result.succeeded)
    #expect(made.workspace.server.requests.last?.values(of: "Authorization") == ["Bearer token-two-4712"])
    await made.session.close()
  }

  @Test("What an existing capture feeds is kept, and not doubled")
  func captures() async throws {
    let made = try await happened(
      [
        "login": Self.login + "capture: { token: .token }\n",
        "profile": "url: /profile\nheaders: { Authorization: 'Bearer {{shared.token}}' }\n",
        "me": "url: /me\nauth: { bearer: '{{shared.token}}' }\n",
      ], sending: ["login", "profile", "me"], [#"{ "token": "token-one-4711" }"#, "{}", "{}"],
      given: ["password": "secret-of-ada"])
    #expect(made.chain.offers.map(\.state) == [.kept(by: "login"), .kept(by: "login")])
    #expect(made.chain.offers.map(\.isTaken) == [false, false])
    #expect(try made.text { _ in true } == "serial:\n  - request: login\n  - request: profile\n  - request: me\n")
    await made.session.close()
  }

  @Test("Ids go into variables of paths, into queries and into bodies, whose other parts stay what the file says")
  func places() async throws {
    let made = try await happened(
      [
        "cart/create": "method: POST\nurl: /cart\n",
        "cart/add": """
        method: PUT
        url: /cart/:id/items
        path: { id: '{{response("cart/create").id}}' }
        query: { dry: 'no', cart: '77' }
        body:
          json: |
            { "cart": 77,
              "note": "for {{password}}", "ref": "ref-{{response("cart/create").id}}" }
        """,
      ], sending: ["cart/create", "cart/add"], [#"{ "id": 77 }"#, "{}"], given: ["password": "secret-of-ada"])
    let text = try made.text()
    #expect(text.contains(#"id: "{{steps.create.id}}""#))
    #expect(text.contains(#"cart: "{{steps.create.id}}""#))
    #expect(text.contains(#"{ "cart": {{steps.create.id}},"#))
    #expect(text.contains(#""note": "for {{password}}""#))
    #expect(!text.contains("dry") && !text.contains("secret-of-ada"))
    await made.session.close()
  }

  @Test("A secret that was sent is never written: what the file says stays, or the link cannot be made")
  func secrets() async throws {
    let made = try await happened(
      [
        "start": "url: /start\n",
        "one": "url: /one\nheaders: { X-Both: '{{password}};flow-90071992' }\n",
        "two": "url: /two\nheaders: { X-Both: '{{password}}{{id}}' }\n",
      ], sending: ["start", "one", "two"], [#"{ "flow": "flow-90071992" }"#, "{}", "{}"],
      given: ["password": "secret-of-ada", "id": ";flow-90071992"])
    #expect(
      made.chain.offers.map(\.state) == [.possible, .impossible("what stands beside the value is a secret")])
    let text = try made.text { _ in true }
    #expect(!text.contains("secret-of-ada"))
    #expect(text.contains(#"X-Both: "{{password}};{{steps.start.flow}}""#))
    await made.session.close()
  }

  @Test("Base64 of a value is a template, and with a user's name before it a step that computes it")
  func base64() async throws {
    let (alone, both) = (Base64.encode(Array("key-90071992".utf8)), Base64.encode(Array("ada:key-90071992".utf8)))
    let made = try await happened(
      [
        "key": "method: POST\nurl: /key\n", "one": "url: /one\nheaders: { X-Key: '\(alone)' }\n",
        "two": "url: /two\nheaders: { Authorization: 'Basic \(both)' }\n",
      ], sending: ["key", "one", "two"],
      [#"{ "key": "key-90071992" }"#, "{}", "{}", #"{ "key": "key-other" }"#, "{}", "{}"])
    let text = try made.text()
    #expect(
      text == #"""
        serial:
          - request: key
          - { request: one, with: { headers: { X-Key: "{{base64(steps.key.key)}}" } } }
          - { local: two_credentials, jq: '"ada:" + ($steps.key.key | tostring) | @base64' }
          - { request: two, with: { headers: { Authorization: "Basic {{steps.two_credentials}}" } } }

        """#)
    try made.session.groups.create(GroupText(text, ofGroup: "g"), asGroup: "g")
    try await made.session.reload()
    #expect(try await made.session.groups.run("g").result().succeeded)
    let sent = made.workspace.server.requests.suffix(2)
    #expect(sent.first?.values(of: "X-Key") == [Base64.encode(Array("key-other".utf8))])
    #expect(sent.last?.values(of: "Authorization") == ["Basic " + Base64.encode(Array("ada:key-other".utf8))])
    await made.session.close()
  }

  @Test("What the headers of a response gave is handed on by a step behind it, and the group runs with other values")
  func responseHeaders() async throws {
    let reply = { (id: Int) in
      RawReply.text(
        "{}", headers: ["Location: /orders/\(id)", "ETag: \"tag-\(id)\"", "Content-Type: application/json"])
    }
    let workspace = try SendingWorkspace(
      [reply(9_007_199), .json("{}"), reply(4711), .json("{}")],
      files: [
        "requests/create.yaml": "method: POST\nurl: /orders\n",
        "requests/pay.yaml": """
        method: POST
        url: /orders/:id/pay
        path: { id: '9007199' }
        headers: { If-Match: '"tag-9007199"' }
        """,
      ])
    let session = try await workspace.open()
    for id in ["create", "pay"] { _ = try await session.sending.call(session.sending.render(id)).response() }
    let chain = try await session.groups.chain(of: [.request("create"), .request("pay")], isSorted: false).chain
    let text = try chain.groupText("g", taking: chain.offers.indices)
    #expect(
      text.text == """
        serial:
          - request: create
          - local: create_headers
            jq: '$response.headers | { location_id: (.location | split("?")[0] | split("/")[-1]), etag }'
          - request: pay
            with:
              path:
                id: "{{steps.create_headers.location_id}}"
              headers:
                If-Match: "{{steps.create_headers.etag}}"

        """)
    try session.groups.create(text, asGroup: "g")
    try await session.reload()
    #expect(session.workspace.diagnostics.isEmpty)
    #expect(try await session.groups.run("g").result().succeeded)
    let sent = try #require(workspace.server.requests.last)
    #expect(sent.target == "/orders/4711/pay" && sent.values(of: "If-Match") == ["\"tag-4711\""])
    await session.close()
  }

  @Test("A field of a multipart body, and a cookie that the request says itself, are replaced where they stand")
  func partsAndCookies() async throws {
    let made = try await happened(
      [
        "start": "url: /start\n",
        "up": """
        method: POST
        url: /up
        headers: { Cookie: 'theme=dark; flow=flow-90071992' }
        body: { multipart: [ note: 'for {{id}}', ref: ref-90071992 ] }
        """,
      ], sending: ["start", "up"], [#"{ "ref": "ref-90071992", "flow": "flow-90071992" }"#, "{}"], given: ["id": "ada"])
    let text = try made.text()
    #expect(text.contains("Cookie: theme=dark; flow={{steps.start.flow}}"), "\(text)")
    #expect(text.contains("note: for {{id}}") && text.contains(#"ref: "{{steps.start.ref}}""#), "\(text)")
    await made.session.close()
  }

  @Test("Steps of one name get numbers, and a result begins at the response's root")
  func names() async throws {
    let item = "url: /items/:id\npath: { id: '{{id}}' }\nresponse: { root: data }\n"
    let made = try await happened(
      ["a/item": item, "b/item": item], sending: ["a/item", "b/item"],
      [#"{ "data": { "next": "item-90071992" } }"#, "{}"],
      given: ["id": "item-90071992"])
    #expect(made.chain.names == ["item", "item_2"])
    await made.session.close()
  }

  @Test("What stands where no step can say something else is refused with the reason")
  func obstacles() async throws {
    let made = try await happened(
      [
        "list": "url: /list\n", "one": "url: /items/item-90071992\n", "two": "url: '/two?item=item-90071992'\n",
        "three": "url: /three\nauth: { bearer: item-90071992 }\n",
      ], sending: ["list", "one", "two", "three"], [#"{ "id": "item-90071992" }"#, "{}", "{}", "{}"])
    #expect(
      made.chain.offers.map(\.state) == [
        .impossible("the URL of one has no variable there, such as :id"),
        .impossible("it stands in the URL of two, not in its query"), .impossible("auth of three sets it"),
      ])
    await made.session.close()
  }

  @Test("What was never sent and has no file, and exchanges that are gone, are named; what was never sent comes last")
  func refusals() async throws {
    let made = try await happened(["one": "url: /one\n", "two": "url: /two\n"], sending: ["two"], ["{}"])
    let result = try await made.session.groups.chain(
      of: [.request("one"), .request("gone"), .exchange(ExchangeID(rawValue: "none")), .request(""), .request("two")],
      isSorted: false)
    #expect(result.refusals == [.unknownRequest("gone"), .goneExchange, .scratch])
    #expect(result.sources == [.request("two"), .request("one")])
    #expect(try result.chain.groupText("g", taking: []).text == "serial:\n  - request: two\n  - request: one\n")
    await made.session.close()
  }

  private func sendScratch(_ definition: RequestDefinition, in session: Session) async throws {
    _ = try await session.sending.call(session.sending.render(definition, id: "", given: ["password": "secret-of-ada"]))
      .response()
  }

  @Test("What no request sent becomes one: on its server, with variables for ids, and templates for secrets")
  func scratch() async throws {
    let workspace = try SendingWorkspace(
      [.json(#"{ "id": "order-4711" }"#), .json("{}"), .json(#"{ "id": "order-4712" }"#), .json("{}")],
      files: ["environments/local.yaml": Self.environment])
    let session = try await workspace.open()
    var create = RequestDefinition(
      method: "POST", url: Located("\(workspace.server.url)/v1/orders"), query: [Row("dry", "no")])
    create.headers = [Row("Authorization", "Bearer token-of-ada-1"), Row("X-Kind", "{{'{{'}}x")]
    create.body = .json(Located(#"{ "note": "for {{password}}", "password": "hunter22", "count": 2 }"#))
    try await sendScratch(create, in: session)
    try await sendScratch(RequestDefinition(url: Located("\(workspace.server.url)/v1/orders/order-4711")), in: session)
    let ids = try await session.store.history.recent(2, name: "").map(\.id)
    let made = try await session.groups.chain(of: ids.map(ChainItem.exchange), isSorted: false)
    #expect(made.refusals == [] && made.chain.steps.map(\.request.id) == ["post-orders", "get-orders"])
    #expect(made.chain.offers.map(\.state) == [.possible])
    try await session.groups.create(
      made.chain.groupText("g", taking: [0]), asGroup: "g", with: made.chain.newRequests)
    let host = try #require(workspace.server.url.split(separator: "/").last)
    let file = String(decoding: try workspace.folder.read("w/requests/post-orders.yaml"), as: UTF8.self)
    #expect(file.hasPrefix("method: POST\nurl: /v1/orders\n") && !file.contains("Content-Type"))
    #expect(file.contains(#"Authorization: Bearer {{secret("token at \#(host)")}}"#), "\(file)")
    #expect(file.contains("{{'{{'}}x"))
    #expect(file.contains(#""note": "{{secret("note at \#(host)")}}""#))
    #expect(file.contains(#""password": "{{secret("password at \#(host)")}}""#))
    let files = try await FinishedProcess.run(
      "/bin/grep", ["-rlE", "secret-of-ada|hunter22|token-of-ada", workspace.folder.path("w")])
    #expect(files.status == 1, "\(files.outputText)")
    try await session.reload()
    #expect(session.workspace.diagnostics.isEmpty)
    #expect(try await session.groups.run("g").result().succeeded)
    let sent = workspace.server.requests.suffix(2)
    #expect(sent.first?.bodyText.contains("for secret-of-ada") == true)
    #expect(sent.first?.values(of: "Authorization") == ["Bearer token-of-ada-1"])
    #expect(sent.last?.target == "/v1/orders/order-4712")
    await session.close()
  }

  @Test("Requests that say the same are made once, and a group that cannot be written leaves no request behind")
  func scratchTwice() async throws {
    let workspace = try SendingWorkspace([.json("{}"), .json("{}")], files: ["groups/g.yaml": "serial: []\n"])
    let session = try await workspace.open()
    for _ in 0..<2 {
      try await sendScratch(RequestDefinition(url: Located("\(workspace.server.url)/items")), in: session)
    }
    let ids = try await session.store.history.recent(2, name: "").map(\.id)
    let chain = try await session.groups.chain(of: ids.map(ChainItem.exchange), isSorted: true).chain
    #expect(
      chain.steps.map(\.request.id) == ["get-items", "get-items"] && chain.names == ["get_items", "get_items_2"])
    #expect(chain.newRequests.count == 1)
    let text = try chain.groupText("g", taking: [])
    await #expect(throws: (any Error).self) {
      try await session.groups.create(text, asGroup: "g", with: chain.newRequests)
    }
    try await session.reload()
    #expect(session.workspace.requests.isEmpty)
    await session.close()
  }

  @Test("A request whose file is gone gets it again under its name, as it was sent")
  func fileGone() async throws {
    let made = try await happened(["user/one": "url: /one\nquery: { page: '2' }\n"], sending: ["user/one"], ["{}"])
    try made.session.files.delete("user/one")
    try await made.session.reload()
    let again = try await made.session.groups.chain(of: [.request("user/one")], isSorted: false)
    #expect(again.refusals == [] && again.chain.newRequests.map(\.request.id) == ["user/one"])
    #expect(again.chain.newRequests.first?.request.definition.query.map(\.value) == ["2"])
    await made.session.close()
  }

  @Test("What an unsaved draft sent is carried over into the step, or it is said why it cannot be")
  func drafts() async throws {
    let file = """
      method: PUT
      url: /items/:id
      path: { id: one }
      query: { page: '1', size: '{{id}}', gone: 'x' }
      headers: { X-Old: a }
      body: { json: '{ "name": "a", "for": "{{id}}", "n": 1, "on": true }' }

      """
    let workspace = try SendingWorkspace(
      [.json("{}"), .json("{}")], files: ["requests/item.yaml": file, "environments/local.yaml": Self.environment])
    let session = try await workspace.open()
    var draft = try session.files.request("item").definition
    draft.path = [Row("id", "two")]
    draft.query = [Row("page", "2"), Row("size", "{{id}}"), Row("more", "y"), Row("token", "hidden-90071992")]
    draft.headers = [Row("X-Old", "b"), Row("X-New", "c")]
    draft.body = .json(Located(#"{ "name": "a \"b\"", "for": "{{id}}", "n": 5, "on": true }"#))
    _ = try await session.sending.call(session.sending.render(draft, id: "item")).response()
    let chain = try await session.groups.chain(of: [.request("item")], isSorted: false).chain
    let impossible = chain.changes.filter { $0.state != .possible }
    #expect(impossible.map(\.name) == ["token", "query gone"])
    let text = try chain.groupText("g", taking: [], carrying: chain.changes.indices)
    #expect(
      text.text == #"""
        serial:
          - request: item
            with:
              path:
                id: two
              query:
                page: 2
                more: y
              headers:
                X-Old: b
                X-New: c
              body:
                json: '{ "name": "a \"b\"", "for": "{{id}}", "n": 5, "on": true }'

        """#)
    #expect(try chain.groupText("g", taking: []).text == "serial:\n  - request: item\n")
    await session.close()
  }

  @Test("A draft whose method or whose body's shape is another is said to be, and what the file says is no change")
  func otherShapes() async throws {
    let workspace = try SendingWorkspace(
      [.json("{}"), .json("{}")],
      files: ["requests/item.yaml": "method: POST\nurl: /item\nbody: { json: '{ \"on\": true }' }\n"])
    let session = try await workspace.open()
    _ = try await session.sending.call(session.sending.render("item")).response()
    #expect(try await session.groups.chain(of: [.request("item")], isSorted: false).chain.changes.isEmpty)
    var draft = try session.files.request("item").definition
    draft.method = "PUT"
    draft.body = .json(Located(#"{ "on": false }"#))
    _ = try await session.sending.call(session.sending.render(draft, id: "item")).response()
    let changes = try await session.groups.chain(of: [.request("item")], isSorted: false).chain.changes
    #expect(changes.map(\.name) == ["method", "body"] && !changes.contains { $0.state == .possible })
    await session.close()
  }

  @Test(
    "What is sent as the file says is no change, whatever it is made of",
    arguments: [
      "url: /a/:id\npath: { id: 'x y/z' }\nquery: [ tag: a, tag: 'b c&d', none: '' ]\n",
      "url: /a?page=2\nquery: { tag: a }\nqueryStyle: brackets\n",
      "url: /a\nheaders: { X-One: '{{uuid()}}{{now()}}', X-Two: 'a{{id}}b', Accept: text/csv, '~X-Off': x }\n",
      "url: /a\nauth: { basic: { user: ada, password: '{{password}}' } }\n",
      "url: /a\nauth: { apiKey: { name: key, value: '{{password}}', in: query } }\n",
      "url: /a\nbody: { json: '{ \"a\": [1, 2.50, null, true, \"x\\\\n{{id}}\"], \"b\": {{id}}, \"e\": {} }' }\n",
      "url: /a\nroot: data.item\nbody: { json: '{ \"a\": 1, \"b\": \"{{id}}\" }' }\n",
      "url: /a\nserialization: form\nbody: { json: '{ \"a\": 1 }' }\n",
      "url: /a\nserialization: url\nbody: { json: '{ \"a\": 1 }' }\n",
      "url: /a\nbody: { form: [ a: 'x&y=z', b: '{{id}}', a: '2' ] }\n",
      "url: /a\nbody: { multipart: [ a: 'x', b: '{{id}}' ] }\n", "url: /a\nbody: { text: 'one {{id}} two' }\n",
      "url: /a\nbody: { graphql: { query: 'query q($a: Int) { a(a: $a) }', variables: '{ \"a\": {{id}} }' } }\n",
      "method: none\nurl: '{{place}}/a'\n",
    ])
  func unchanged(file: String) async throws {
    let workspace = try SendingWorkspace(
      [.json("{}")],
      files: [
        "requests/it.yaml": file,
        "environments/local.yaml": "vars: { password: { secret: prompt }, id: '17', place: '' }\n",
      ])
    let session = try await workspace.open()
    _ = try await session.sending.call(session.sending.render("it", given: ["password": "secret-of-ada"])).response()
    let chain = try await session.groups.chain(of: [.request("it")], isSorted: false).chain
    #expect(chain.changes.map { "\($0.place.map { "\($0)" } ?? "") \($0.name) \($0.text)" } == [])
    await session.close()
  }
}
