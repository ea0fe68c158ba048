import HTTPServing
import HTTPTypes
import ParleyEngine

/// Cookies: set, and shown as they come back.
enum CookieRoutes {
  static let all: [Route] = [
    .get("/cookies", "The cookies the request brought") { .json(["cookies": brought(by: $0)]) },
    .get("/cookies/set", "Sets each pair of the query as a cookie") { try set($0) },
  ]

  private static func brought(by request: Request) -> JSONValue {
    let pairs = (request.headers[.cookie] ?? "").split(separator: ";").map { pair in
      pair.trimming(" ").split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    }
    return .object(JSONObject(pairs.map { (String($0[0]), $0.count > 1 ? .string(String($0[1])) : "") }))
  }

  private static func set(_ request: Request) throws -> ServedResponse {
    let pairs = request.query.pairs
    let reply = ServedResponse.success(request.query.json)
    return try pairs.reduce(reply) { reply, pair in
      guard isCookieText(pair.name), !pair.name.isEmpty, isCookieText(pair.value) else {
        throw Problem.badRequest(
          "That cannot be a cookie.", field: pair.name, "must be ASCII without spaces, quotes, commas and semicolons")
      }
      return reply.with("Set-Cookie", "\(pair.name)=\(pair.value); Path=/")
    }
  }

  /// The characters RFC 6265, 4.1.1 allows in a cookie's value; for the name they are narrow enough.
  private static func isCookieText(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"\",;\\".utf8.contains($0) }
  }
}
