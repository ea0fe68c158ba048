import ParleyEngine

/// The items that a user is about to buy.
struct Cart: Equatable, Sendable {
  struct Line: Equatable, Sendable {
    let item: Item
    var quantity: Int

    var sum: Price { Price(cents: item.price.cents * quantity) }

    var json: JSONValue {
      [
        "item": JSONValue(item.id), "name": .string(item.name), "price": item.price.json,
        "quantity": JSONValue(quantity),
      ]
    }
  }

  let id: String
  var lines: [Line] = []
  /// The order it became when it was paid.
  var order: String?

  var total: Price { Price(cents: lines.reduce(0) { $0 + $1.sum.cents }) }

  /// Sets how many of an item are wanted; the line keeps its place.
  mutating func put(_ item: Item, quantity: Int) {
    if let index = lines.firstIndex(where: { $0.item.id == item.id }) {
      lines[index].quantity = quantity
    } else {
      lines.append(Line(item: item, quantity: quantity))
    }
  }

  var json: JSONValue {
    [
      "id": .string(id), "items": .array(lines.map(\.json)), "total": total.json, "order": JSONValue(order),
    ]
  }
}
