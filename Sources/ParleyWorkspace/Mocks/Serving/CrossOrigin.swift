internal import HTTPServing
internal import HTTPTypes

/// The headers that let a page of another site use a server in a browser (the Fetch standard, 3.2).
struct CrossOrigin {
  private let request: ServedRequest
  private let origin: String

  /// Nil for a request that no page sends.
  init?(_ request: ServedRequest) {
    guard let origin = request.headers[values: .origin].first else { return nil }
    (self.request, self.origin) = (request, origin)
  }

  /// The response to the preflight request of a browser; nil for any other request.
  var preflight: ServedResponse? {
    guard request.method == "OPTIONS", let method = request.headers[.accessControlRequestMethod] else { return nil }
    var headers = allowed
    headers[.accessControlAllowMethods] = method
    headers[.accessControlAllowHeaders] = request.headers[.accessControlRequestHeaders]
    headers[.accessControlMaxAge] = "600"
    if let name = HTTPField.Name("Access-Control-Request-Private-Network"), request.headers[name] == "true",
      let allow = HTTPField.Name("Access-Control-Allow-Private-Network")
    {
      headers[allow] = "true"
    }
    return ServedResponse(.noContent, headers: headers)
  }

  /// Returns the response with headers that let a page read it. Those of the mock itself stay.
  func allowing(_ response: ServedResponse) -> ServedResponse {
    guard response.headers[.accessControlAllowOrigin] == nil else { return response }
    var response = response
    let names = response.headers.map(\.name.rawName)
    response.headers.append(contentsOf: allowed)
    if !names.isEmpty { response.headers[.accessControlExposeHeaders] = names.joined(separator: ", ") }
    return response
  }

  private var allowed: HTTPFields {
    [.accessControlAllowOrigin: origin, .accessControlAllowCredentials: "true", .vary: "Origin"]
  }
}
