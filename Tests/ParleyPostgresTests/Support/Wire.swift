import TestSupport

/// A wire to a server, which can be cut.
final class Wire: Sendable {
  private struct State {
    var cuts = 0
    var isDown = false
    var fatalText: String?
    var fatalRequest: String?
    /// Of each connection, in the order in which they were made.
    var responses: [ResponseCount] = []

    /// Where a certain text comes along, that is the end.
    mutating func passes(_ bytes: [UInt8], by connection: Int, since cuts: Int) -> Bool {
      responses[connection].count(bytes)
      if let fatalText, bytes.contains(Array(fatalText.utf8)) { (self.cuts, isDown) = (cuts + 1, true) }
      return self.cuts == cuts
    }

    /// The same where a client says it: the server gets it, and its response does not arrive.
    mutating func sees(_ bytes: [UInt8]) {
      if let fatalRequest, bytes.contains(Array(fatalRequest.utf8)) { (cuts, isDown) = (cuts + 1, true) }
    }
  }

  private let state: Monitor<State>
  private let server: RawServer

  /// - Parameters:
  ///   - fatalText: where the server says this, the wire is cut and stays down.
  ///   - fatalRequest: the same where a client says this, which the server still gets.
  init(to port: UInt16, endingAt fatalText: String? = nil, endingWith fatalRequest: String? = nil) throws {
    let state = Monitor(State(fatalText: fatalText, fatalRequest: fatalRequest))
    self.state = state
    server = try RawServer.start { connection in
      let (cuts, isDown, place) = state.withLock { state in
        state.responses.append(ResponseCount())
        return (state.cuts, state.isDown, state.responses.count - 1)
      }
      guard !isDown else { return }
      try connection.relay(
        to: port,
        meddle: { bytes, _ in state.withLock { $0.passes(bytes, by: place, since: cuts) ? bytes : nil } },
        look: { bytes in state.withLock { $0.sees(bytes) } })
    }
  }

  var port: UInt16 { server.port }

  /// What the server replies to the connections there are does not arrive any more: they end instead.
  func cut() { state.withLock { $0.cuts += 1 } }

  /// New connections end at once.
  var isDown: Bool {
    get { state.withLock { $0.isDown } }
    set { state.withLock { $0.isDown = newValue } }
  }

  /// As good as new.
  func mend() { state.withLock { ($0.fatalText, $0.isDown) = (nil, false) } }

  func stop() { server.stop() }

  /// How often the server finishes a response meanwhile, on the connection where it does so most often: whoever listens is asked
  /// now and then whether the server is there.
  func responses(during work: () async throws -> Void) async throws -> Int {
    let before = counts
    try await work()
    return counts.enumerated().map { $1 - ($0 < before.count ? before[$0] : 0) }.max() ?? 0
  }

  private var counts: [Int] { state.withLock { $0.responses.map(\.number) } }
}

/// Counts the messages by which a server of PostgreSQL says that it is ready for the next statement.
private struct ResponseCount {
  /// Outside of a transaction, in one, and in one that has failed.
  private static let ready = "ITE".utf8.map { [UInt8(ascii: "Z"), 0, 0, 0, 5, $0] }
  private(set) var number = 0
  /// It may come in pieces.
  private var rest: [UInt8] = []

  mutating func count(_ bytes: [UInt8]) {
    let seen = rest + bytes
    for message in Self.ready { number += seen.ranges(of: message).count }
    rest = Array(seen.suffix(5))
  }
}
