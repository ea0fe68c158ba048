/// Requests, local jobs and further groups that run together: one after the other, or at the same time.
///
/// A value: making one runs nothing.
///
/// ```swift
/// let checkout = RequestGroup.serial([
///   .request(.post("/user/login")).named("login"),
///   .request(.get("/items")),
///   .job("cheapest") { input in input.value?["items"]?[0]?["id"] },
///   .group(.concurrent(limit: 4, [.request(.get("/cart")).named("cart"), .request(.get("/user/profile"))])),
///   .request("pay") { input in .post("/cart/pay").path(["id": input.steps["cheapest"]?.value]) },
/// ])
/// let result = await client.run(checkout).result()
/// ```
public struct RequestGroup: Sendable {
  /// The order in which the nodes of a group run.
  public enum Order: Sendable, Hashable {
    /// In turn; each gets the result before it.
    case serial
    /// At the same time, no more than `limit` at once (nil: all); none gets a result before it.
    case concurrent(limit: Int?)
  }

  /// The effect of a failed node on the others. Those that run always do so whatever happens.
  public enum OnFailure: String, Sendable, Hashable, CaseIterable {
    /// Those that have not begun never run; those in flight complete.
    case stop
    /// The others run all the same.
    case `continue`
    /// Those that have not begun never run; those in flight are cancelled.
    case cancel
  }

  /// The group's name, for people.
  public var name: String?
  /// The order in which its nodes run.
  public var order: Order
  /// In the order of their results.
  public var nodes: [Node]
  /// The effect of a failed node on the others.
  public var onFailure: OnFailure
  /// Whether the names of its nodes are its own, as those of a group from another file: nothing outside sees them, and the
  /// same names outside mean something else.
  package var hasOwnNames = false

  /// A group of these nodes.
  /// - Parameter onFailure: the effect of a failed node on the others; nil is `stop` in a serial group, `continue` in a
  ///   concurrent one.
  public init(_ order: Order, onFailure: OnFailure? = nil, _ nodes: [Node]) {
    self.order = order
    self.onFailure = onFailure ?? (order == .serial ? .stop : .continue)
    self.nodes = nodes
  }

  /// One node after the other, until one fails.
  public static func serial(onFailure: OnFailure = .stop, _ nodes: [Node]) -> RequestGroup {
    RequestGroup(.serial, onFailure: onFailure, nodes)
  }

  /// All nodes at the same time, or no more than `limit` of them.
  public static func concurrent(
    limit: Int? = nil, onFailure: OnFailure = .continue, _ nodes: [Node]
  ) -> RequestGroup {
    RequestGroup(.concurrent(limit: limit), onFailure: onFailure, nodes)
  }

  /// The same under a name.
  public func named(_ name: String) -> RequestGroup {
    var copy = self
    copy.name = name
    return copy
  }
}
