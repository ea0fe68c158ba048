/// The routes a client knows, by key.
///
/// ```swift
/// var routes: Routes = [Route("item", endpoint: "/items/:id")]
/// routes.register(Route("login", endpoint: "/user/login", method: .post))
/// let client = Client(.init(servers: servers, routes: routes))
/// ```
public struct Routes: Sendable {
  /// All of them, by the name that requests ask for them by.
  public private(set) var byKey: [String: Route] = [:]

  /// These routes; of two with one key the last counts.
  public init(_ routes: some Sequence<Route> = EmptyCollection()) {
    for route in routes { register(route) }
  }

  /// Makes a route known under its key, in the place of one that has it.
  public mutating func register(_ route: Route) {
    byKey[route.key] = route
  }

  /// Forgets a route; no error when it is not known.
  public mutating func remove(_ key: String) {
    byKey[key] = nil
  }

  /// The route of that key; nil when it is not known.
  public subscript(key: String) -> Route? { byKey[key] }

  /// - Throws: `InvalidRequest.unknownRoute` with the name that was probably meant.
  package func route(named key: String) throws(InvalidRequest) -> Route {
    guard let route = byKey[key] else {
      throw .unknownRoute(key, nearest: NearestName.of(key, among: byKey.keys.sorted()))
    }
    return route
  }
}

extension Routes: ExpressibleByArrayLiteral {
  public init(arrayLiteral routes: Route...) {
    self.init(routes)
  }
}

/// The route of a request: by its name until the request is sent, then itself.
package enum RouteReference: Sendable {
  /// A route the client is expected to know.
  case named(String)
  /// A route itself.
  case route(Route)

  /// Its name.
  package var key: String {
    switch self {
    case .named(let key): key
    case .route(let route): route.key
    }
  }

  /// The route itself, where it is known.
  package var route: Route? {
    guard case .route(let route) = self else { return nil }
    return route
  }
}
