package import HTTPTypes

/// A whole request that came to this program.
package struct ServedRequest: Sendable {
  package let method: String
  /// Path and query, as they were sent: `/pets/1?full=1`. `*` is one for the server as a whole.
  package let target: String
  /// In their order, as they were sent.
  package let headers: HTTPFields
  package let body: [UInt8]
  /// The taker of the body, if it was taken piece by piece; then `body` is empty.
  package private(set) var taker: (any BodyTaker)?
  /// Clients of HTTP/1.0 know none.
  private(set) var knowsChunks = true

  /// The server it is for, as the client names it: `127.0.0.1:4010`.
  package var host: String? { headers.hosts.first }

  package init(method: String, target: String, headers: HTTPFields = [:], body: [UInt8] = []) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
  }
}

extension ServedRequest {
  init(_ head: RequestHead, _ body: IncomingBody? = nil) {
    self.init(method: head.method, target: head.target, headers: head.headers, body: body?.kept ?? [])
    (taker, knowsChunks) = (body?.taker, head.isVersion11)
  }
}

extension HTTPFields {
  var hosts: [String] { filter { $0.name.canonicalName == "host" }.map(\.value) }
}
