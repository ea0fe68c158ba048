import HTTPTypes
import ParleyEngine
import TestSupport

/// A client that answers each path with a body of its own, and writes down in which order it was asked.
struct ToyShop: Sendable {
  let transport: RecordingTransport
  let client: Client
  let clock = ManualClock()

  /// - Parameter replies: status and body by path; any other path is answered with `{"path": …}`.
  init(_ replies: [String: (status: Int, body: String)] = [:]) {
    let clock = clock
    transport = RecordingTransport { request in
      let path = request.path
      let reply = replies[path] ?? (200, #"{"path":"\#(path)"}"#)
      return .success(TransportResponse(toyBody: reply.body, status: reply.status, url: request.url))
    }
    client = Client(
      ClientConfiguration(servers: Servers("http://h"), codec: JSONCodec()), transport: transport, clock: clock)
  }

  var paths: [String] { transport.requests.map(\.path) }

  /// The bodies sent, in order; empty where there was none.
  var sentBodies: [String] {
    transport.requests.map { String(decoding: $0.body ?? [], as: UTF8.self) }
  }
}

extension TransportRequest {
  var path: String { String(url.dropFirst("http://h".count)) }
}

extension TransportResponse {
  init(toyBody body: String, status: Int = 200, url: String = "http://h") {
    let head = ResponseHead(url: url, status: .init(code: status), headers: [.contentType: "application/json"])
    self.init(head: head, body: InMemoryBytes(body))
  }
}

extension Request {
  /// One that only a status of 2xx satisfies.
  static func checked(_ endpoint: String) -> Request {
    .get(endpoint).validating(.status(in: 200..<300))
  }
}

extension GroupResult {
  var states: [NodeResult.State] { results.map(\.state) }
  var values: [JSONValue?] { results.map(\.value) }
}

/// What a test writes down, from any thread.
final class Notes: Sendable {
  private let all = Lock<[String]>([])

  func note(_ text: String) { all.withLock { $0.append(text) } }
  var texts: [String] { all.withLock { $0 } }
}

/// Lets tasks wait until a test opens it.
final class Door: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Lock(State())

  func pass() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  func open() {
    let waiting = state.withLock { state in
      defer { (state.isOpen, state.waiting) = (true, []) }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  var waiting: Int { state.withLock { $0.waiting.count } }
}

/// Lets others go on until something holds.
func eventually(_ holds: () -> Bool) async {
  while !holds() { await Task.yield() }
}
