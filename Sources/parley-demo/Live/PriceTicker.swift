import ParleyEngine

/// Sends the prices of the items that a client subscribes to, again and again: always the same prices in the same
/// order.
actor PriceTicker {
  private let shop: Shop
  private let pause: Duration
  private var subscriptions: [Int: Task<Void, Never>] = [:]

  init(_ shop: Shop, every pause: Duration) {
    self.shop = shop
    self.pause = pause
  }

  func talk(over channel: WebSocketChannel) async {
    channel.post([
      "type": "welcome", "message": "Send { \"subscribe\": ID } with the id of an item, and { \"unsubscribe\": ID }.",
    ])
    while let message = await channel.receive() { take(message, channel) }
    for subscription in subscriptions.values { subscription.cancel() }
  }

  private func take(_ message: WebSocketMessage, _ channel: WebSocketChannel) {
    guard case .text(let text) = message else { return refuse("Only text is understood here.", channel) }
    guard let wish = try? JSONValue(parsing: text) else { return refuse("That is no JSON.", channel) }
    if let id = wish["subscribe"]?.int { return subscribe(id, channel) }
    if let id = wish["unsubscribe"]?.int { return unsubscribe(id, channel) }
    refuse("There is neither a subscribe nor an unsubscribe with the id of an item.", channel)
  }

  private func subscribe(_ id: Int, _ channel: WebSocketChannel) {
    guard let item = try? shop.item(id) else { return refuse("There is no item \(id).", channel) }
    guard subscriptions[id] == nil else { return refuse("Item \(id) is subscribed to already.", channel) }
    channel.post(["type": "subscribed", "item": JSONValue(id), "name": .string(item.name)])
    subscriptions[id] = Task { [pause] in
      var number = 0
      while (try? await Task.sleep(for: pause)) != nil {
        number += 1
        let price = item.price(at: number).json
        let news: JSONValue = ["type": "price", "item": JSONValue(id), "number": JSONValue(number), "price": price]
        guard await channel.send(news.line) else { return }
      }
    }
  }

  private func unsubscribe(_ id: Int, _ channel: WebSocketChannel) {
    guard let subscription = subscriptions.removeValue(forKey: id) else {
      return refuse("Item \(id) is not subscribed to.", channel)
    }
    subscription.cancel()
    channel.post(["type": "unsubscribed", "item": JSONValue(id)])
  }

  private func refuse(_ message: String, _ channel: WebSocketChannel) {
    channel.post(["type": "error", "message": .string(message)])
  }
}

extension WebSocketChannel {
  fileprivate func post(_ document: JSONValue) { post(document.line) }
}

extension Item {
  /// A price that goes up and down, within two of the currency's units.
  fileprivate func price(at number: Int) -> Price {
    Price(cents: max(1, price.cents + (number * 7919 + id * 104_729) % 401 - 200))
  }
}
