import FlyingFox

/// WebSockets.
enum LiveRoutes {
  static func all(_ shop: Shop) -> [Route] {
    [
      .get("/ws/echo", "WebSocket: every message comes back") { _ in Reply(body: .webSocket(LiveSocket { Echo() })) },
      .get("/ws/prices", "WebSocket: prices of the items one subscribes to, every ms (500)") { request in
        let pause = try request.query.integer("ms", in: 1...60_000, standard: 500)
        return Reply(body: .webSocket(LiveSocket { PriceTicker(shop, every: .milliseconds(pause)) }))
      },
    ]
  }
}
