import FlyingFox
import FoundationEssentials

/// Saying back what came.
enum EchoRoutes {
  static let all: [Route] = [
    Route(nil, "/echo", "The request as it came: method, path, query, headers, body") { .json(try await echo($0)) },
    .get("/headers", "The request's headers") { .json(headers(of: $0)) },
  ]

  private static func echo(_ request: Request) async throws -> JSON {
    let body = try await request.body()
    return [
      "method": .string(request.method.rawValue),
      "path": .string(request.path),
      "rawQuery": .string(request.rawQuery),
      "query": .array(request.query.pairs.map { ["name": .string($0.name), "value": .string($0.value)] }),
      "headers": headers(of: request),
      "body": described(body),
    ]
  }

  /// By name: FlyingFox keeps the names' casing, but neither their order nor repeated lines.
  private static func headers(of request: Request) -> JSON {
    let lines = request.headers.map { JSON.Member(name: $0.key.rawValue, value: .string($0.value)) }
    return .object(lines.sorted { $0.name.lowercased() < $1.name.lowercased() })
  }

  private static func described(_ body: [UInt8]) -> JSON {
    if let text = String(validating: body, as: UTF8.self) {
      return ["length": JSON(body.count), "text": .string(text)]
    }
    return ["length": JSON(body.count), "base64": .string(Data(body).base64EncodedString())]
  }
}
