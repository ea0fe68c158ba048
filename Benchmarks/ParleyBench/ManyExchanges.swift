import HTTPTypes
import ParleyEngine
import ParleyStore

/// `exchanges STATE WORKSPACE ID COUNT`: fills the history of a workspace with that many exchanges of the last twenty days.
///
/// A quarter of them was sent with a secret, so they are encrypted. In the bodies of one in a thousand stands `copperpot`, and in
/// that of one of the oldest `goldneedle`.
enum ManyExchanges {
  private static let atOnce = 512
  private static let span = Duration.seconds(20 * 24 * 60 * 60)

  static func run(_ arguments: [String]) async throws -> String {
    guard arguments.count == 4, let count = Int(arguments[3]) else { throw Usage() }
    let location = try StateFolder(path: arguments[0]).location(ofWorkspace: arguments[2], at: arguments[1])
    let store = Store(at: location)
    try await store.open()
    let start = Timestamp.now().advanced(by: .zero - span)
    let cost = try await Measurement.of {
      for first in stride(from: 0, to: count, by: atOnce) {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for number in first..<min(count, first + atOnce) {
            let exchange = exchange(number, at: start.advanced(by: span / count * number))
            group.addTask { try await store.keep(exchange) }
          }
          try await group.waitForAll()
        }
      }
    }
    try await store.history.sign()
    await store.close()
    return cost.json()
  }

  private static func exchange(_ number: Int, at time: Timestamp) -> Exchange {
    let kind = kind(of: number)
    let isSealed = number % 4 == 3
    let url = "https://shop.example.com/\(kind)/\(number)?page=\(number % 37)&sort=price"
    var timings = Timings()
    timings.total = .microseconds(800 + number % 90_000)
    let body = InMemoryBytes(body(number, kind))
    let received = TransportResponse(
      head: ResponseHead(
        url: url, status: number % 20 == 7 ? .notFound : .ok,
        headers: [.contentType: "application/json", .server: "shop/2.4", .eTag: "\"\(number)\""]),
      body: body, bytesOnWire: body.count, timings: timings)
    let token = "token-of-ada-\(number % 7)"
    return Exchange(
      id: ExchangeID(at: time), name: "\(kind)/page", environment: number % 3 == 0 ? "staging" : "local",
      startedAt: time,
      request: SentRequest(
        method: number % 9 == 4 ? "POST" : "GET", url: url,
        headers: isSealed ? [.accept: "application/json", .authorization: "Bearer \(token)"] : [.accept: "*/*"],
        body: nil),
      outcome: .response(Response(received, codec: JSONCodec())), isSecret: isSealed,
      secrets: isSealed ? Secrets([token]) : Secrets())
  }

  private static func kind(of number: Int) -> String {
    if number == 10 { return "needles" }
    return number % 1000 == 500 ? "pots" : ["items", "orders", "users", "carts"][number % 4]
  }

  private static func body(_ number: Int, _ kind: String) -> String {
    let word = kind == "needles" ? "goldneedle" : kind == "pots" ? "copperpot" : "lamp"
    let items = (0..<6).map { place in
      #"{"id":"\#(kind)-\#(number)-\#(place)","name":"\#(word) \#(place)","price":\#((number + place) % 990)}"#
    }
    return #"{"page":\#(number % 37),"total":\#(number % 4711),"items":[\#(items.joined(separator: ","))]}"#
  }
}
