package import HTTPTypes

/// The reason why a request cannot be read. The connection ends with it, because the start of the next request is
/// unknown.
package struct ServingMistake: Error, Hashable, Sendable {
  package let status: HTTPResponse.Status
  /// One sentence.
  package let reason: String

  init(_ status: HTTPResponse.Status, _ reason: String) {
    self.status = status
    self.reason = reason
  }

  static func malformed(_ reason: String) -> ServingMistake { ServingMistake(.badRequest, reason) }

  static let tls = malformed("The client began with TLS. This server speaks plain HTTP: use http:// in the URL.")
  static let busy = ServingMistake(
    .serviceUnavailable, "Too many bodies are on their way at the same time. Send it again later.")
  static let late = ServingMistake(.requestTimeout, "The request did not come to its end in time.")
}
