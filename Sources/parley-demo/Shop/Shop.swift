/// All the shop knows, in memory. The same requests in the same order get the same answers.
actor Shop {
  let items = Item.seeds
  var state = State()

  struct State: Sendable {
    var users = User.seeds
    var signIns = 0
    /// The users' addresses by their token.
    var sessions: [String: String] = [:]
    var carts: [String: Cart] = [:]
    var orders: [String: Order] = [:]
  }

  /// Back to how it was at the start.
  func reset() { state = State() }
}
