import FlyingFox

/// The way in: what there is.
enum IndexRoute {
  static func all(listing routes: [Route]) -> [Route] {
    let list = JSON.array(routes.map(entry))
    return [.get("/", "This list") { _ in .success(list, message: "A small shop and a box of HTTP tools.") }]
  }

  private static func entry(_ route: Route) -> JSON {
    [
      "method": .string(route.method?.rawValue ?? "ANY"), "path": .string(route.path),
      "summary": .string(route.summary),
    ]
  }
}
