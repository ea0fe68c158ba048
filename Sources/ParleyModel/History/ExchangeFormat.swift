/// How an exchange is written into a file.
package enum ExchangeFormat: Sendable, Hashable {
  /// The request alone, as editors with an HTTP client read it.
  case http
  /// Request and response.
  case json
  /// The response's body, as received.
  case body
}
