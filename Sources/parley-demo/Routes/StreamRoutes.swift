import HTTPServing

/// Responses that take their time, or never end.
enum StreamRoutes {
  static let all: [Route] = [
    .get("/chunked", "n chunks, ms milliseconds apart") { request in
      let chunks = try request.query.integer("n", in: 0...1_000_000, standard: 5)
      return lines(LineSource(count: chunks, pause: try pause(request, standard: 0)) { "chunk \($0) of \(chunks)\n" })
    },
    .get("/endless", "A line every ms milliseconds until the client goes") { request in
      lines(LineSource(count: .max, pause: try pause(request, standard: 100)) { "line \($0)\n" })
    },
    .get("/events", "Server-sent events, one every ms milliseconds, or rate a second, until the client goes; n of them")
    {
      try events($0)
    },
  ]

  /// With a rate many events come in one piece, as from a busy server.
  private static func events(_ request: Request) throws -> ServedResponse {
    let rate = try request.query.integer("rate", in: 0...1_000_000, standard: 0)
    let count = try request.query.integer("n", in: 0...1_000_000_000, standard: Int.max)
    let most = max(1, rate / EventSource.piecesPerSecond)
    let pause = rate > 0 ? Duration.seconds(1) / EventSource.piecesPerSecond : try pause(request, standard: 1000)
    return eventStream(
      EventSource(count: count, perPiece: most, pause: pause) { number in
        "id: \(number)\nevent: tick\ndata: {\"number\": \(number)}\n\n"
      })
  }

  static func eventStream(_ source: some PieceSource) -> ServedResponse {
    ServedResponse(type: "text/event-stream", headers: [Header("Cache-Control", "no-store")], making: source)
  }

  private static func lines(_ source: LineSource) -> ServedResponse {
    ServedResponse(type: "text/plain; charset=utf-8", making: source)
  }

  static func pause(_ request: Request, standard: Int) throws -> Duration {
    .milliseconds(try request.query.integer("ms", in: 0...600_000, standard: standard))
  }
}

/// Numbered lines with a pause between them.
private struct LineSource: PieceSource {
  let count: Int
  let pause: Duration
  let line: @Sendable (Int) -> String
  private var sent = 0

  init(count: Int, pause: Duration, line: @escaping @Sendable (Int) -> String) {
    self.count = count
    self.pause = pause
    self.line = line
  }

  mutating func next() async throws -> [UInt8]? {
    guard sent < count else { return nil }
    if sent > 0, pause > .zero { try await Task.sleep(for: pause) }
    sent += 1
    return Array(line(sent).utf8)
  }
}

/// Numbered events, some of them at once.
private struct EventSource: PieceSource {
  static let piecesPerSecond = 50

  let count: Int
  let perPiece: Int
  let pause: Duration
  let event: @Sendable (Int) -> String
  private var sent = 0
  private let began = ContinuousClock.now

  init(count: Int, perPiece: Int, pause: Duration, event: @escaping @Sendable (Int) -> String) {
    (self.count, self.perPiece, self.pause, self.event) = (count, perPiece, pause, event)
  }

  /// By the clock, so that a piece that comes late makes no later one late.
  mutating func next() async throws -> [UInt8]? {
    guard sent < count else { return nil }
    if sent > 0, pause > .zero {
      try await Task.sleep(until: began.advanced(by: pause * (sent / perPiece)), clock: .continuous)
    }
    let end = min(count, sent + perPiece)
    defer { sent = end }
    return (sent..<end).flatMap { Array(event($0).utf8) }
  }
}
