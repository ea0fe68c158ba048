import HTTPTypes
import ParleyEngine
import ParleyStore
import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("A short secret that a template fills in is masked where the template is", .timeLimit(.minutes(2)))
struct ShortSecretPlaceTests {
  private let folder: TemporaryDirectory
  private let server: RawServer
  private static let values = ["", "1", "g", "/", "get", "127", "a b", "é", "\"", "=&", "12:", ":"]

  init() throws {
    folder = try TemporaryDirectory()
    server = try RawServer.answering(.text(#"{"pin": "1", "get": "127"}"#, headers: ["Content-Type: application/json"]))
    try folder.write("parley: 1\nid: short\nservers: { api: '\(server.url)' }\n", to: "w/parley.yaml")
    try folder.write("vars: { pin: { secret: prompt } }\n", to: "w/environments/local.yaml")
    try folder.write(
      """
      method: POST
      url: /get/bot-{{pin}}-x/1
      query: { pin: '{{pin}}', part: 'a{{pin}}z', n: 1 }
      headers: { X-Pin: 'v={{pin}};q=1', X-Other: 'v=1;get' }
      body: { json: '{ "pin": "{{pin}}", "text": "<{{pin}}>", "n": 1, "list": ["127", "get"] }' }
      """, to: "w/requests/all.yaml")
    try folder.write(
      "url: /get?n=1\nauth: { basic: { user: '{{pin}}', password: '{{pin}}' } }\n", to: "w/requests/basic.yaml")
    try folder.write(
      "url: /get?n=1\nauth: { digest: { user: '', password: '{{pin}}' } }\n", to: "w/requests/digest.yaml")
    for (id, field) in [("form", "pin"), ("word", "word")] {
      try folder.write(
        "method: POST\nurl: /get\nbody: { form: { \(field): '{{pin}}', n: 1 } }\n", to: "w/requests/\(id).yaml")
    }
  }

  private func open() async throws -> (session: Session, events: EventSubscription) {
    let bus = EventBus()
    let session = try await Session.open(
      at: folder.path("w"), state: StateFolder(path: folder.path("state")), environment: "local", events: bus,
      passphraseCost: 16)
    return (session, bus.subscribe(capacity: 100))
  }

  /// Sends a request, and gives it as history and log have it.
  private func sent(
    _ id: String, _ pin: String, by session: Session, _ events: EventSubscription
  ) async throws -> (Exchange, urls: Set<String>) {
    let rendered = try await session.sending.render(id, prompter: Answers([pin]))
    let call = session.sending.call(rendered) { $0.recordsWire = true }
    _ = try await call.response()
    let urls = events.takeAvailable().compactMap { delivery -> String? in
      if case .event(let event) = delivery { event.subject?.url } else { nil }
    }
    return (try #require(try await session.store.history.exchange(call.id)).exchange, Set(urls))
  }

  @Test("in the path, the query, a header and a JSON body, and nowhere else")
  func places() async throws {
    let (session, events) = try await open()
    let mask = { (value: String) in value.isEmpty ? "" : Secrets.mask }
    for value in Self.values where value != "/" {
      let (kept, urls) = try await sent("all", value, by: session, events)
      let (secrets, hidden) = (kept.secrets, mask(value))
      let url = "\(server.url)/get/bot-\(hidden)-x/1?pin=\(hidden)&part=a\(hidden)z&n=1"
      #expect(secrets.masking(kept.request.url) == url, "\(value)")
      #expect(urls == [url], "\(value)")
      let headers = Dictionary(kept.request.headers.map { ($0.name.rawName, secrets.masking($0)) }) { first, _ in first
      }
      #expect(headers["X-Pin"] == "v=\(hidden);q=1" && headers["X-Other"] == "v=1;get", "\(value): \(headers)")
      let body = secrets.masking(String(decoding: kept.request.body ?? [], as: UTF8.self))
      #expect(
        body == #"{ "pin": "\#(hidden)", "text": "<\#(hidden)>", "n": 1, "list": ["127", "get"] }"#, "\(value): \(body)"
      )
      let head = kept.response?.wire?.entries.first { $0.direction == .sentHead }.map {
        String(decoding: $0.bytes, as: UTF8.self)
      }
      let line = secrets.masking(String(head?.split(separator: "\r\n").first ?? ""))
      #expect(line == "POST /get/bot-\(hidden)-x/1?pin=\(hidden)&part=a\(hidden)z&n=1 HTTP/1.1", "\(value)")
      let answer = #"{"pin": "1", "get": "127"}"#
      #expect(secrets.maskingForeign(answer) == answer)
    }
    await session.close()
  }

  @Test("in authentication it masks nothing of the URL, whatever it is", arguments: ["basic", "digest"])
  func authentication(kind: String) async throws {
    let (session, events) = try await open()
    for value in Self.values {
      let (kept, urls) = try await sent(kind, value, by: session, events)
      #expect(urls == ["\(server.url)/get?n=1"], "\(value)")
      #expect(kept.secrets.masking(kept.request.url) == "\(server.url)/get?n=1", "\(value)")
      let authorization = kept.request.headers[.authorization].map { kept.secrets.masking($0, named: "Authorization") }
      if kind == "basic", !value.isEmpty { #expect(authorization == "Basic \(Secrets.mask)", "\(value)") }
    }
    await session.close()
  }

  @Test("in a form it is masked as its parameter")
  func form() async throws {
    let (session, events) = try await open()
    for value in Self.values where !value.isEmpty {
      let (kept, _) = try await sent("form", value, by: session, events)
      let body = String(decoding: kept.request.body ?? [], as: UTF8.self)
      #expect(kept.secrets.masking(body) == "pin=\(Secrets.mask)&n=1", "\(value): \(body)")
    }
    await session.close()
  }

  /// A field that has a credential's name has its template at once; in another, one takes the place of what stands for the secret.
  @Test(
    "a request out of the history has a template in its place, and no other text of it changed",
    arguments: [("form", "pin", 0), ("word", "word", 1)])
  func reopened(id: String, field: String, others: Int) async throws {
    let (session, events) = try await open()
    let (exchange, _) = try await sent(id, "1", by: session, events)
    let kept = try #require(try await session.store.history.exchange(exchange.id))
    let reopened = try await session.history.reopened(kept)
    let text = reopened.secrets.reduce(String(describing: reopened.request.body)) {
      $0.replacing($1.value, with: $1.template)
    }
    #expect(reopened.secrets.count == others)
    #expect(text.contains("{{") && !text.contains("\(field)=1") && !text.contains("\(field)\", value: \"1"), "\(text)")
    #expect(reopened.request.url.value.contains("127.0.0.1"))
    await session.close()
  }
}
