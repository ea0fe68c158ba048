import ParleyEngine

/// Sends everything back over a WebSocket.
enum Echo {
  static func talk(over channel: WebSocketChannel) async {
    while let message = await channel.receive() { _ = await channel.send(message) }
  }
}
