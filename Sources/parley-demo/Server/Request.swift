import FlyingFox
import FoundationEssentials

/// A request as a route sees it.
struct Request: Sendable {
  let method: HTTPMethod
  /// The path as it came, still percent-encoded.
  let path: String
  /// The part of the target after `?`, as it came.
  let rawQuery: String
  let query: Query
  let headers: HTTPHeaders
  /// The values of the route's `:variables`, decoded.
  var variables: [String: String] = [:]
  let incomingBody: IncomingBody

  init(_ request: HTTPRequest) {
    method = request.method
    path = request.target.path()
    rawQuery = request.target.query()
    query = Query(parsing: rawQuery)
    headers = request.headers
    incomingBody = IncomingBody(request.bodySequence)
  }

  /// The longest body read into memory.
  static let bodyLimit = 16 << 20

  /// The whole body.
  ///
  /// - Throws: `Problem` 413 beyond ``bodyLimit``.
  func body() async throws -> [UInt8] {
    var body: [UInt8] = []
    var length = 0
    for try await piece in incomingBody.pieces() {
      length += piece.count
      if length <= Request.bodyLimit { body += piece }
    }
    guard length <= Request.bodyLimit else { throw Problem.tooLarge(limit: Request.bodyLimit) }
    return body
  }

  /// The fields of a JSON object or of a form, as the content type says; without one it is JSON.
  func fields() async throws -> JSON {
    let body = try await body()
    if mediaType == "application/x-www-form-urlencoded" {
      let form = Query(parsing: String(decoding: body, as: UTF8.self))
      return .object(form.pairs.map { JSON.Member(name: $0.name, value: .string($0.value)) })
    }
    let document = try JSON(parsing: body)
    guard case .object = document else {
      throw Problem.badRequest("The body is not a JSON object.", field: "body", "must be an object")
    }
    return document
  }

  /// The content type without its parameters, in lower case.
  var mediaType: String? {
    headers[.contentType]?.split(separator: ";").first.map { String($0.trimming(" ")).lowercased() }
  }

  func variable(_ name: String) -> String { variables[name] ?? "" }

  /// A whole number from the path.
  ///
  /// - Throws: `Problem` 400 naming the variable and its bounds.
  func integer(_ name: String, in bounds: ClosedRange<Int>) throws -> Int {
    guard let value = Int(variable(name)), bounds.contains(value) else {
      throw Problem.badRequest(
        "The path's \(name) is not usable.", field: name,
        "must be a whole number from \(bounds.lowerBound) to \(bounds.upperBound), not \(variable(name))")
    }
    return value
  }
}

extension StringProtocol {
  /// Without these characters at both ends.
  func trimming(_ characters: String) -> SubSequence {
    guard let first = firstIndex(where: { !characters.contains($0) }),
      let last = lastIndex(where: { !characters.contains($0) })
    else { return self[endIndex...] }
    return self[first...last]
  }
}
