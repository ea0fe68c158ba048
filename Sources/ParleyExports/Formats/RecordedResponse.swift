internal import HTTPTypes
package import ParleyEngine

/// A recorded response without its secrets: an example, and evidence of what responses look like.
package struct RecordedResponse: Sendable {
  let status: Int
  let contentType: String?
  /// Nil for one that is no JSON.
  let json: JSONValue?
  /// Nil for one that is no text.
  let text: String?

  /// Larger ones say nothing more.
  private static let longest = 1 << 20

  package init?(_ exchange: Exchange, hiding known: Secrets) {
    guard let response = exchange.response, response.body.count <= Self.longest,
      let bytes = try? response.body.read(at: 0, count: response.body.count)
    else { return nil }
    var secrets = known
    secrets.formUnion(exchange.secrets)
    secrets.formUnion(response.secrets)
    let masked = secrets.maskingForeign(bytes)
    status = response.status.code
    contentType = response.contentType
    json = bytes.isEmpty ? nil : try? JSONValue(parsing: masked)
    text = String(validating: masked, as: UTF8.self)
  }
}
