extension Shop {
  func newCart() -> Cart {
    let cart = Cart(id: "c\(state.carts.count + 1)")
    state.carts[cart.id] = cart
    return cart
  }

  func cart(_ id: String) throws -> Cart {
    guard let cart = state.carts[id] else {
      throw Problem.notFound("There is no cart \(id). POST /cart makes one.")
    }
    return cart
  }

  func put(item: Int, quantity: Int, into id: String) throws -> Cart {
    try changeCart(id) { $0.put(try self.item(item), quantity: quantity) }
  }

  func remove(item: Int, from id: String) throws {
    _ = try changeCart(id) { cart in
      guard cart.lines.contains(where: { $0.item.id == item }) else {
        throw Problem.notFound("Cart \(id) has no item \(item).")
      }
      cart.lines.removeAll { $0.item.id == item }
    }
  }

  /// Turns the cart into an order.
  func pay(_ id: String) throws -> Order {
    let cart = try changeCart(id) { cart in
      guard !cart.lines.isEmpty else { throw Problem.conflict("Cart \(id) is empty. PUT /cart/\(id)/items fills it.") }
      cart.order = "o\(state.orders.count + 1)"
    }
    let order = Order(id: "o\(state.orders.count + 1)", cart: cart)
    state.orders[order.id] = order
    return order
  }

  /// The order, which moves on by being looked at.
  func look(at id: String) throws -> Order {
    guard var order = state.orders[id] else {
      throw Problem.notFound("There is no order \(id). POST /cart/:id/pay makes one.")
    }
    order.look()
    state.orders[id] = order
    return order
  }

  private func changeCart(_ id: String, _ change: (inout Cart) throws -> Void) throws -> Cart {
    var cart = try cart(id)
    if let order = cart.order { throw Problem.conflict("Cart \(id) is paid: it is order \(order) now.") }
    try change(&cart)
    state.carts[id] = cart
    return cart
  }
}
