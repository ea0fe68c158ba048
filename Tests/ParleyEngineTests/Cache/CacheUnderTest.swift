import HTTPTypes
import ParleyEngine
import TestSupport

/// A client with its cache, a server that counts, a clock that a test moves, and everything that is told.
struct CacheUnderTest {
  let server: RawServer
  let client: Client
  private let events: EventSubscription
  private let time = Lock(Timestamp(microseconds: 1_000_000_000_000_000))

  /// - Parameter replies: what the server answers, one after the other; the last one stays.
  init(_ replies: RawReply..., cache: (any CacheStorage)? = InMemoryCache()) throws {
    try self.init(RawServer.answering(inTurn: replies), cache: cache)
  }

  init(_ server: RawServer, cache: (any CacheStorage)? = InMemoryCache()) {
    self.server = server
    client = Client(
      .init(servers: ["api": Server(server.url)].standard), cache: cache, now: { [time] in time.withLock { $0 } })
    events = client.events.subscribe()
  }

  /// A server that replies to each request with its number, from 1.
  static func counting(_ headers: String...) throws -> CacheUnderTest {
    let count = Lock(0)
    return CacheUnderTest(
      try .start { connection in
        while try connection.readRequest() != nil {
          let number = count.withLock { count in
            count += 1
            return count
          }
          try connection.send(.text(#"{"n":\#(number)}"#, headers: headers + ["Content-Type: application/json"]))
        }
      })
  }

  func pass(_ duration: Duration) {
    time.withLock { $0 = $0.advanced(by: duration) }
  }

  /// How many requests have reached the server.
  var sent: Int { server.requests.count }

  func text(_ request: Request) async throws -> String {
    try await client.send(request).text()
  }

  /// What was told since the last time: the names of events that concern the cache or a response.
  func told() -> [String] {
    kinds().compactMap { kind in
      switch kind {
      case .loadRemote(let subject, _): "load remote \(subject.endpoint ?? "")"
      case .loadSkip(let subject, _): "load skip \(subject.endpoint ?? "")"
      case .failed(let subject, _): "failed \(subject.endpoint ?? "")"
      case .updateCache(let change): "update cache \(change.endpoint)"
      case .removeCache(let change): "remove cache \(change.endpoint)"
      default: nil
      }
    }
  }

  func kinds() -> [Event.Kind] {
    events.takeAvailable().compactMap {
      if case .event(let event) = $0 { event.kind } else { nil }
    }
  }
}

extension [String: Server] {
  /// The first by its key is the default.
  fileprivate var standard: Servers { Servers(self, default: keys.sorted().first) }
}

extension Request {
  static let items = Request.get("/items")
}
