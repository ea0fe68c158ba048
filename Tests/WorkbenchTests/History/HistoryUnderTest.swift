import HTTPTypes
import ParleyEngine
import ParleyModel
import ParleyStore
import ParleyWorkspace
import TerminalKit
import TestSupport

@testable import Workbench
@testable import WorkbenchLive
@testable import WorkbenchServices
@testable import WorkbenchState

/// A workspace with two environments, whose history the test fills.
struct HistoryUnderTest {
  let folder: TemporaryDirectory
  let server: RawServer
  let services: LiveServices
  let start = Timestamp.now()

  /// - Parameter answer: of the server.
  init(answer: String = #"{"is": "new"}"#) async throws {
    folder = try TemporaryDirectory()
    server = try RawServer.answering(.text(answer, headers: ["Content-Type: application/json"]))
    let state = StateFolder(path: folder.path("state"))
    try folder.write("parley: 1\nid: history6\nservers: { api: '\(server.url)' }\n", to: "shop/parley.yaml")
    try folder.write("vars: { place: here }\n", to: "shop/environments/local.yaml")
    try folder.write("vars: { place: there }\n", to: "shop/environments/staging.yaml")
    try folder.write(
      "url: /items\nheaders: { X-Place: '{{place}}' }\nexpect: { status: 200, jq: ['.total > 10'] }\n",
      to: "shop/requests/item/page.yaml")
    try folder.write("url: /login\nmethod: POST\n", to: "shop/requests/user/login.yaml")
    let bus = EventBus()
    let session = try await Session.open(
      at: folder.path("shop"), state: state, environment: "local", events: bus, passphraseCost: 16)
    services = LiveServices(
      session, isScratch: false, stateFolder: state, bus: bus, currentFolder: folder.path("shop"))
  }

  /// Keeps an exchange as if it had been sent so many minutes ago.
  @discardableResult
  func keep(
    _ name: String?, _ body: String, minutesAgo: Int, status: Int = 200, method: String = "GET",
    type: String = "application/json", url: String = "http://shop.test/items?page=1", sent: String? = nil,
    headers: HTTPFields = [:], secrets: Secrets = Secrets(), run: String? = nil
  ) async throws -> ExchangeID {
    try await keep(
      name, bytes: Array(body.utf8), minutesAgo: minutesAgo, status: status, method: method, type: type, url: url,
      sent: sent, headers: headers, secrets: secrets, run: run)
  }

  @discardableResult
  func keep(
    _ name: String?, bytes: [UInt8], minutesAgo: Int, status: Int = 200, method: String = "GET",
    type: String = "application/json", url: String = "http://shop.test/items?page=1", sent: String? = nil,
    headers: HTTPFields = [:], secrets: Secrets = Secrets(), run: String? = nil
  ) async throws -> ExchangeID {
    let time = start.advanced(by: .seconds(-60 * minutesAgo))
    var timings = Timings()
    timings.total = .milliseconds(7)
    let received = TransportResponse(
      head: ResponseHead(url: url, status: .init(code: status), headers: [.contentType: type]),
      body: InMemoryBytes(bytes), bytesOnWire: bytes.count, timings: timings)
    let exchange = Exchange(
      id: ExchangeID(at: time), name: name, groupID: run, environment: "local", startedAt: time,
      request: SentRequest(method: method, url: url, headers: headers, body: sent.map { Array($0.utf8) }),
      outcome: .response(Response(received, codec: JSONCodec())), isSecret: !secrets.isEmpty, secrets: secrets)
    try await services.session.store.keep(exchange)
    return exchange.id
  }

  func clock(minutesAgo: Int) -> String { start.advanced(by: .seconds(-60 * minutesAgo)).localClock }

  func bench(_ width: Int = 100, _ height: Int = 30) throws -> RunningBench<LiveServices> {
    try RunningBench(width, height, running: services, now: Timestamp.now)
  }
}

extension HistoryUnderTest {
  /// Sends a request without a file to where nobody listens.
  func send(failing url: String) async throws {
    let intent = SendIntent(.scratch, RequestDraft(method: "GET", url: url))
    guard case .started(let call, _, _) = try await services.requests.send(intent) else { return }
    _ = try? await call.response()
  }

  /// Sends a request of the workspace.
  /// - Returns: where it went.
  func send(_ id: RequestID) async throws -> String? {
    guard
      case .started(let call, _, _) = try await services.requests.send(
        SendIntent(id, try await services.requests.load(id).saved))
    else { return nil }
    return try await call.response().url
  }
}
