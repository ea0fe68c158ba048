import HTTPServing
import HTTPTypes
import ParleyEngine

/// A request as a route sees it.
struct Request: Sendable {
  let served: ServedRequest
  /// The path as it came, still percent-encoded.
  let path: String
  /// The part of the target after `?`, as it came.
  let rawQuery: String
  let query: Query
  /// The values of the route's `:variables`, decoded.
  var variables: [String: String] = [:]

  init(_ served: ServedRequest) {
    self.served = served
    let parts = served.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(parts[0])
    rawQuery = parts.count > 1 ? String(parts[1]) : ""
    query = Query(parsing: rawQuery)
  }

  /// The longest body read into memory.
  static let bodyLimit = 16 << 20

  var method: String { served.method }
  var headers: HTTPFields { served.headers }
  func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }

  var form: Query { Query(parsing: String(decoding: served.body, as: UTF8.self)) }

  /// The fields of a JSON object or of a form, as the content type says; without one it is JSON.
  func fields() throws -> JSONValue {
    if mediaType == "application/x-www-form-urlencoded" { return form.json }
    guard let document = try? JSONValue(parsing: served.body) else {
      throw Problem.badRequest(
        "The body is not a JSON document.", field: "body",
        "must be JSON, because Content-Type says application/json (or nothing)")
    }
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
