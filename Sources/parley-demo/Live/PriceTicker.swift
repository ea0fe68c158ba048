/// Sends the prices of the items that a client subscribes to, again and again: always the same prices in the same
/// order.
actor PriceTicker: LivePeer {
  private let shop: Shop
  private let pause: Duration
  private var subscriptions: [Int: Task<Void, Never>] = [:]

  init(_ shop: Shop, every pause: Duration) {
    self.shop = shop
    self.pause = pause
  }

  func open(_ output: LiveOutput) {
    output.send([
      "type": "welcome", "message": "Send { \"subscribe\": ID } with the id of an item, and { \"unsubscribe\": ID }.",
    ])
  }

  func receive(_ text: String, _ output: LiveOutput) {
    guard let wish = try? JSON(parsing: Array(text.utf8)) else { return refuse("That is no JSON.", output) }
    if let id = wish["subscribe"]?.integer { return subscribe(id, output) }
    if let id = wish["unsubscribe"]?.integer { return unsubscribe(id, output) }
    refuse("There is neither a subscribe nor an unsubscribe with the id of an item.", output)
  }

  func receive(_ bytes: [UInt8], _ output: LiveOutput) {
    refuse("Only text is understood here.", output)
  }

  func close() {
    for subscription in subscriptions.values { subscription.cancel() }
    subscriptions = [:]
  }

  private func subscribe(_ id: Int, _ output: LiveOutput) {
    guard let item = try? shop.item(id) else { return refuse("There is no item \(id).", output) }
    guard subscriptions[id] == nil else { return refuse("Item \(id) is subscribed to already.", output) }
    output.send(["type": "subscribed", "item": JSON(id), "name": .string(item.name)])
    subscriptions[id] = Task { [pause] in
      var number = 0
      while (try? await Task.sleep(for: pause)) != nil {
        number += 1
        output.send(["type": "price", "item": JSON(id), "number": JSON(number), "price": item.price(at: number).json])
      }
    }
  }

  private func unsubscribe(_ id: Int, _ output: LiveOutput) {
    guard let subscription = subscriptions.removeValue(forKey: id) else {
      return refuse("Item \(id) is not subscribed to.", output)
    }
    subscription.cancel()
    output.send(["type": "unsubscribed", "item": JSON(id)])
  }

  private func refuse(_ message: String, _ output: LiveOutput) {
    output.send(["type": "error", "message": .string(message)])
  }
}

extension Item {
  /// A price that goes up and down, within two of the currency's units.
  fileprivate func price(at number: Int) -> Price {
    Price(cents: max(1, price.cents + (number * 7919 + id * 104_729) % 401 - 200))
  }
}
