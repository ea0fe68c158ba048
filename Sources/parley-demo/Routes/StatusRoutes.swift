import HTTPServing
import ParleyEngine

/// Any status, late or only sometimes.
enum StatusRoutes {
  static func all(_ flakiness: Flakiness) -> [Route] {
    [
      Route(nil, "/status/:code", "Any status from 200 to 599") { try reply(status: $0) },
      .get("/slow", "200 after ms milliseconds") { request in
        let delay = try request.query.integer("ms", in: delays, standard: 1000)
        try await Task.sleep(for: .milliseconds(delay))
        return .success(["ms": JSONValue(delay)], message: "Here at last.")
      },
      Route(nil, "/delay/:ms/status/:code", "Any status after so many milliseconds") { request in
        try await Task.sleep(for: .milliseconds(request.integer("ms", in: delays)))
        return try reply(status: request)
      },
      .get("/flaky", "503 for the first fail calls with this key, then 200, then from the start") {
        try await flaky($0, flakiness)
      },
    ]
  }

  private static let delays = 0...600_000

  private static func reply(status request: Request) throws -> ServedResponse {
    let status = try request.integer("code", in: 200...599)
    if [204, 205, 304].contains(status) { return ServedResponse(status: status) }
    guard status >= 400 else { return .success(nil, status: status, message: "As asked.") }
    return .failure(
      Problem(status: status, name: "AsAsked", message: "Status \(status), as asked.", headers: companions(of: status)))
  }

  /// The headers that a status requires (RFC 9110, 15.5.2 and 15.5.6), or that a client looks for.
  private static func companions(of status: Int) -> [Header] {
    switch status {
    case 401: [Header("WWW-Authenticate", "Bearer realm=\"parley-demo\"")]
    case 405: [Header("Allow", "")]
    case 429, 503: [Header("Retry-After", "1")]
    default: []
    }
  }

  private static func flaky(_ request: Request, _ flakiness: Flakiness) async throws -> ServedResponse {
    let times = try request.query.integer("fail", in: 0...1000, standard: 2)
    let key = request.query["key"] ?? ""
    guard await flakiness.fails(key: key, times: times) else {
      return .success(["key": .string(key), "failed": JSONValue(times)], message: "Worked at last.")
    }
    throw Problem(
      status: 503, name: "Flaky", message: "Not this time. Try again.", headers: [Header("Retry-After", "0")])
  }
}
