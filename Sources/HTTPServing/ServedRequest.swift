package import HTTPTypes

/// A whole request that came to this program.
package struct ServedRequest: Sendable {
  package let method: String
  /// Path and query, as they were sent: `/pets/1?full=1`. `*` is one for the server as a whole.
  package let target: String
  /// In their order, as they were sent.
  package let headers: HTTPFields
  package let body: [UInt8]

  /// The server it is for, as the client names it: `127.0.0.1:4010`.
  package var host: String? { headers.hosts.first }

  package init(method: String, target: String, headers: HTTPFields = [:], body: [UInt8] = []) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
  }
}

extension HTTPFields {
  var hosts: [String] { filter { $0.name.canonicalName == "host" }.map(\.value) }
}

/// The response to a request.
package struct ServedResponse: Sendable {
  package enum Ending: Sendable {
    /// The response is sent.
    case response
    /// The connection is cut, and nothing is sent.
    case reset
    /// Nothing is sent; the connection stays until the client leaves.
    case silence
  }

  package var status: HTTPResponse.Status
  package var headers: HTTPFields
  package var body: [UInt8]
  package var ending = Ending.response

  package init(_ status: HTTPResponse.Status = .ok, headers: HTTPFields = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  package static let reset = ServedResponse(ending: .reset)
  package static let silence = ServedResponse(ending: .silence)

  private init(ending: Ending) {
    self.init()
    self.ending = ending
  }
}
