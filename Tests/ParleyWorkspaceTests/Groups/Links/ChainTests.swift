import ParleyEngine
import ParleyStore
import TestSupport
import Testing

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
      _ = try await session.call(session.render(id, given: given)).response()
    }
    let made = try await session.chain(of: order.map(ChainSource.request), isSorted: false)
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
    try made.session.create(GroupText(text, ofGroup: "g"), asGroup: "g")
    try await made.session.reload()
    #expect(made.session.workspace.diagnostics.isEmpty)
    let result = try await made.session.run("g", given: ["password": "secret-of-ada"]).result()
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
    try made.session.create(GroupText(text, ofGroup: "g"), asGroup: "g")
    try await made.session.reload()
    #expect(try await made.session.run("g").result().succeeded)
    let sent = made.workspace.server.requests.suffix(2)
    #expect(sent.first?.values(of: "X-Key") == [Base64.encode(Array("key-other".utf8))])
    #expect(sent.last?.values(of: "Authorization") == ["Basic " + Base64.encode(Array("ada:key-other".utf8))])
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

  @Test("Requests without a file, and exchanges that are gone, are named; what was never sent comes last")
  func refusals() async throws {
    let made = try await happened(["one": "url: /one\n", "two": "url: /two\n"], sending: ["two"], ["{}"])
    let result = try await made.session.chain(
      of: [.request("one"), .request("gone"), .exchange(ExchangeID(rawValue: "none")), .request(""), .request("two")],
      isSorted: false)
    #expect(result.refusals == [.unknownRequest("gone"), .goneExchange, .scratch])
    #expect(result.sources == [.request("two"), .request("one")])
    #expect(try result.chain.groupText("g", taking: []).text == "serial:\n  - request: two\n  - request: one\n")
    await made.session.close()
  }
}
