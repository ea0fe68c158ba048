import HTTPServing
import HTTPTypes
import ParleyEngine

/// Saying back what came.
enum EchoRoutes {
  static let all: [Route] = [
    Route(nil, "/echo", "The request as it came: method, path, query, headers, body") { .json(echo($0)) },
    .get("/headers", "The request's headers") { .json(headers(of: $0)) },
  ]

  private static func echo(_ request: Request) -> JSONValue {
    [
      "method": .string(request.method),
      "path": .string(request.path),
      "rawQuery": .string(request.rawQuery),
      "query": .array(request.query.pairs.map { ["name": .string($0.name), "value": .string($0.value)] }),
      "headers": headers(of: request),
      "body": described(request.served.body),
    ]
  }

  /// By name, as it is written; the values of repeated lines are joined (RFC 9110, 5.3).
  private static func headers(of request: Request) -> JSONValue {
    var told: Set<HTTPField.Name> = []
    let names = request.headers.map(\.name).filter { told.insert($0).inserted }
    let sorted = names.sorted { $0.canonicalName < $1.canonicalName }
    return .object(JSONObject(sorted.map { ($0.rawName, JSONValue(request.headers[$0])) }))
  }

  private static func described(_ body: [UInt8]) -> JSONValue {
    if let text = String(validating: body, as: UTF8.self) {
      return ["length": JSONValue(body.count), "text": .string(text)]
    }
    return ["length": JSONValue(body.count), "base64": .string(Base64.encode(body))]
  }
}
