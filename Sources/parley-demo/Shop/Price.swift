import ParleyEngine

/// An amount of money in cents, written with two decimals.
struct Price: Equatable, Comparable, Sendable {
  var cents: Int

  static func < (left: Price, right: Price) -> Bool { left.cents < right.cents }

  var json: JSONValue {
    JSONNumber("\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)").map(JSONValue.number) ?? nil
  }
}
