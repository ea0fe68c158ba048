import ParleyEngine

/// The way in: what there is.
enum IndexRoute {
  static func all(listing routes: [Route]) -> [Route] {
    let list = JSONValue.array(routes.map(entry))
    return [.get("/", "This list") { _ in .success(list, message: "A small shop and a box of HTTP tools.") }]
  }

  private static func entry(_ route: Route) -> JSONValue {
    [
      "method": .string(route.method ?? "ANY"), "path": .string(route.path),
      "summary": .string(route.summary),
    ]
  }
}
