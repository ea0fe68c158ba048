import HTTPServing
import ParleyEngine

/// WebSockets.
enum LiveRoutes {
  static func all(_ shop: Shop) -> [Route] {
    [
      .get("/ws/echo", "WebSocket: every message comes back") { try open($0, Echo.talk) },
      .get("/ws/prices", "WebSocket: prices of the items one subscribes to, every ms (500)") { request in
        let pause = try request.query.integer("ms", in: 1...60_000, standard: 500)
        let ticker = PriceTicker(shop, every: .milliseconds(pause))
        return try open(request) { await ticker.talk(over: $0) }
      },
    ]
  }

  private static func open(
    _ request: Request, _ talk: @escaping @Sendable (WebSocketChannel) async -> Void
  ) throws -> ServedResponse {
    let channel = WebSocketChannel(keepsMessages: true) { channel in
      await talk(channel)
      return nil
    }
    guard var response = ServedResponse.webSocket(channel, for: request.served) else {
      throw Problem.badRequest(
        "This opens WebSockets only.", field: "Upgrade", "must be websocket, with a key and version 13 (RFC 6455)")
    }
    response.saysTheUsual = false
    return response
  }
}
