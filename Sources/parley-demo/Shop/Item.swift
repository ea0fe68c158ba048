import ParleyEngine

/// Something the shop sells.
struct Item: Equatable, Sendable {
  let id: Int
  let name: String
  let price: Price
  /// One of low, medium and high by its price; some are new or on sale besides.
  let tags: [String]
  let stock: Int

  var json: JSONValue {
    [
      "id": JSONValue(id), "name": .string(name), "price": price.json, "tags": .array(tags.map(JSONValue.string)),
      "stock": JSONValue(stock),
    ]
  }
}

extension Item {
  /// The same 60 things at every start.
  static let seeds: [Item] = colours.enumerated().flatMap { row, colour in
    things.enumerated().map { column, thing in
      seed(id: row * things.count + column + 1, name: "\(colour) \(thing)")
    }
  }

  private static let colours = ["Amber", "Blue", "Crimson", "Green", "Ivory", "Violet"]
  private static let things = [
    "lamp", "kettle", "chair", "globe", "compass", "clock", "teapot", "desk", "prism", "atlas",
  ]

  private static func seed(id: Int, name: String) -> Item {
    let price = Price(cents: 250 + id * 7919 % 19_500)
    return Item(id: id, name: name, price: price, tags: tags(id: id, price: price), stock: id * 37 % 23)
  }

  private static func tags(id: Int, price: Price) -> [String] {
    let level = price.cents < 5_000 ? "low" : price.cents < 12_000 ? "medium" : "high"
    return [level] + (id % 7 == 0 ? ["new"] : []) + (id % 5 == 0 ? ["sale"] : [])
  }
}
