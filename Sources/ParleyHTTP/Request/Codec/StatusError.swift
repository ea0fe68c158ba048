public import HTTPTypes

/// A model was asked for, and the response has a status outside 2xx: its body is something else.
///
/// A status validator or an API family decides instead where there is one.
///
/// ```swift
/// do {
///   show(try await client.send(.get("/items/7"), as: Item.self))
/// } catch let error as StatusError where error.status == .notFound {
///   showNothing(try? error.response.text())
/// }
/// ```
public struct StatusError: Error, Sendable {
  /// With its status, headers and body.
  public let response: Response
  private let wanted: String

  init(_ response: Response, wanted: Any.Type?) {
    self.response = response
    self.wanted = wanted.map { "\($0)" } ?? "a model"
  }

  /// That of the response.
  public var status: HTTPResponse.Status { response.status }
}

extension StatusError: ExplainedError {
  public var code: String { "answer.status" }

  public var summary: String {
    "The response was not read as \(wanted): its status is \(status.code)."
  }

  public var advice: String? {
    "See the body for the server's explanation. To read such responses too, say so: validating(.status(in: …))."
  }
}
