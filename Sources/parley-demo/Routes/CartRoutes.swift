import HTTPServing

/// Buying: a cart, its lines, paying, and the order that comes of it.
enum CartRoutes {
  static func all(_ shop: Shop) -> [Route] {
    [
      .post("/cart", "A new cart") { _ in
        let cart = await shop.newCart()
        return ServedResponse.success(cart.json, status: 201).with("Location", "/cart/\(cart.id)")
      },
      .get("/cart/:id", "A cart") { .success(try await shop.cart($0.variable("id")).json) },
      Route("PUT", "/cart/:id/items", "Put an item into a cart: item, quantity") { try await put($0, shop) },
      Route("DELETE", "/cart/:id/items/:item", "Take an item out of a cart") { request in
        try await shop.remove(item: request.integer("item", in: 1...Int.max), from: request.variable("id"))
        return .noContent
      },
      .post("/cart/:id/pay", "Pay a cart: 202 and an order in progress") { request in
        let order = try await shop.pay(request.variable("id"))
        return ServedResponse.success(order.json, status: 202, message: "The order is in progress.")
          .with("Location", "/orders/\(order.id)")
      },
      .get("/orders/:id", "An order: pending, paid, done, one step each time it is asked") {
        .success(try await shop.look(at: $0.variable("id")).json)
      },
    ]
  }

  private static func put(_ request: Request, _ shop: Shop) async throws -> ServedResponse {
    let fields = try FieldReader(request.fields())
    let item = fields.integer("item", in: 1...Int.max)
    let quantity = fields.integer("quantity", in: 1...99, standard: 1)
    try fields.finish()
    return .success(try await shop.put(item: item, quantity: quantity, into: request.variable("id")).json)
  }
}
