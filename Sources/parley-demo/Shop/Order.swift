import ParleyEngine

/// A paid cart. Its state advances each time it is read: pending, paid, done.
struct Order: Equatable, Sendable {
  enum State: String, Sendable {
    case pending, paid, done
  }

  let id: String
  let cart: Cart
  private(set) var looks = 0

  init(id: String, cart: Cart) {
    self.id = id
    self.cart = cart
  }

  mutating func look() { looks += 1 }

  var state: State {
    switch looks {
    case ...1: .pending
    case 2: .paid
    default: .done
    }
  }

  var json: JSONValue {
    ["id": .string(id), "cart": .string(cart.id), "state": .string(state.rawValue), "total": cart.total.json]
  }
}
