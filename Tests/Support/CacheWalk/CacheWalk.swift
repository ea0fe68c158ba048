import HTTPTypes
public import ParleyEngine

/// Random requests to a server that keeps no promise it does not have to, against what RFC 9111 lets a private cache answer.
///
/// The server writes down what it sent to whom; `CacheWalk.Rules` says for each response of the cache whether a right cache may have given
/// it, and for some requests that it must.
public final class CacheWalk: Sendable {
  public struct Tally: Sendable {
    public var served = 0, confirmed = 0, sent = 0, refused = 0
    public var mistakes: [String] = []
  }

  struct World: Sendable {
    var now = Timestamp(microseconds: 1_750_000_000_000_000)
    var random: SeededGenerator
    var asked = Asked()
    /// What the server has sent, by what was asked for; the newest last.
    var log: [Subject: [Reply]] = [:]
    var current: [Subject: Int] = [:]
    var serial = 0
    var sent = 0
    /// When a place was changed last, as a number of replies.
    var changed: [String: Int] = [:]
    var order = 0
  }

  private let world: Lock<World>
  private let client: Client

  public init(seed: UInt64, cache: any CacheStorage) {
    let world = Lock(World(random: SeededGenerator(seed: seed)))
    let transport = RecordingTransport { request in world.withLock { .success($0.reply(to: request)) } }
    self.world = world
    client = Client(
      .init(servers: Servers("http://h")), transport: transport, cache: cache, now: { world.withLock { $0.now } })
  }

  public func run(steps: Int) async throws -> Tally {
    var tally = Tally()
    for step in 0..<steps where tally.mistakes.isEmpty {
      let (asked, sentBefore, must) = world.withLock { world in
        world.now = world.now.advanced(by: .seconds(max(0, Int.random(in: -6...3, using: &world.random))))
        world.asked = Asked(by: &world.random)
        return (world.asked, world.sent, world.mustBeServed(world.asked))
      }
      let response = try await client.send(asked.request)
      let (wasSent, verdict) = world.withLock { world in
        (world.sent > sentBefore, world.verdict(on: response, to: world.asked, wasSent: world.sent > sentBefore))
      }
      tally.count(response, wasSent: wasSent)
      if let verdict { tally.mistakes.append("step \(step), \(asked): \(verdict)") }
      if must, wasSent { tally.mistakes.append("step \(step), \(asked): was sent, though it is fresh") }
    }
    return tally
  }
}

extension CacheWalk.Tally {
  fileprivate mutating func count(_ response: Response, wasSent: Bool) {
    if response.status.code == 504 {
      refused += 1
    } else if !wasSent {
      served += 1
    } else if response.cached != nil {
      confirmed += 1
    } else {
      sent += 1
    }
  }
}

/// What tells the responses of a server apart: an address, exactly, for somebody, in a language where that counts.
struct Subject: Hashable, Sendable {
  var place: String
  /// Of a model, whose order does not count.
  var isModel: Bool
  var who: Int
  var language: String?
}

/// One reply of the server.
struct Reply: Sendable {
  var serial: Int
  var order: Int
  var at: Timestamp
  var headers: HTTPFields
  /// Whether the request let it be kept, and for how long it wished that.
  var isKept: Bool
}
