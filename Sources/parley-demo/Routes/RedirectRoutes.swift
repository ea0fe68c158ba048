import HTTPServing
import ParleyEngine

/// Redirects: so many, without end, and to anywhere.
enum RedirectRoutes {
  static let all: [Route] = [
    .get("/redirect/:n", "So many redirects (302), then 200") { request in
      let left = try request.integer("n", in: 0...1000)
      guard left > 0 else { return .success(nil, message: "Arrived.") }
      return ServedResponse(status: 302, headers: [Header("Location", "/redirect/\(left - 1)")])
    },
    .get("/redirect-loop", "A redirect to itself") { _ in
      ServedResponse(status: 302, headers: [Header("Location", "/redirect-loop")])
    },
    Route(nil, "/redirect-to", "A redirect to url with status (302)") { request in
      ServedResponse(status: try status(request), headers: [Header("Location", try target(request))])
    },
  ]

  private static func target(_ request: Request) throws -> String {
    guard let url = request.query["url"], !url.isEmpty else {
      throw Problem.badRequest(
        "There is nowhere to go.", field: "url", "must be a URL or a path: /redirect-to?url=/echo")
    }
    guard isOneLine(url) else {
      throw Problem.badRequest("The URL has control characters.", field: "url", "must be one line of text")
    }
    return url
  }

  private static func status(_ request: Request) throws -> Int {
    let status = try request.query.integer("status", in: 300...399, standard: 302)
    let known = [301, 302, 303, 307, 308]
    guard known.contains(status) else {
      throw Problem.badRequest("\(status) is no redirect.", field: "status", "must be one of \(known)")
    }
    return status
  }
}

/// Whether `text` may stand in a header: a line break in it would begin another header.
func isOneLine(_ text: String) -> Bool {
  text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
}
