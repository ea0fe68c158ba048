import HTTPServing

/// Finds the route a request means.
struct Router: Sendable {
  let routes: [Route]

  /// - Throws: `Problem` 404 for an unknown path, 405 for a known one with another method.
  func answer(_ request: Request) async throws -> ServedResponse {
    let candidates = candidates(for: request.path)
    guard !candidates.isEmpty else { throw notFound(request) }
    guard let (route, variables) = candidates.first(where: { $0.route.takes(request.method) }) else {
      return try withoutRoute(request, allowed: candidates.map(\.route))
    }
    var request = request
    request.variables = variables
    return try await route.answer(request)
  }

  private typealias Candidate = (route: Route, variables: [String: String])

  private func candidates(for path: String) -> [Candidate] {
    let segments = path.split(separator: "/")
    let matching = routes.compactMap { route in route.variables(in: segments).map { (route: route, variables: $0) } }
    let precision = matching.map(\.route.precision).max()
    return matching.filter { $0.route.precision == precision }
  }

  private func notFound(_ request: Request) -> Problem {
    .notFound("There is no \(request.path) here. GET / lists every route.")
  }

  private func withoutRoute(_ request: Request, allowed routes: [Route]) throws -> ServedResponse {
    let methods = allowedMethods(of: routes)
    if request.method == "OPTIONS" { return ServedResponse.noContent.with("Allow", methods) }
    throw Problem(
      status: 405, name: "MethodNotAllowed",
      message: "\(request.path) does not take \(request.method). It takes \(methods).",
      headers: [Header("Allow", methods)])
  }

  private func allowedMethods(of routes: [Route]) -> String {
    var methods = routes.compactMap(\.method)
    if methods.contains("GET") { methods.append("HEAD") }
    return (methods + ["OPTIONS"]).joined(separator: ", ")
  }
}
