import HTTPTypes
package import ParleyEngine
package import TerminalKit
import WorkbenchServices

/// Status line and headers, as they arrived.
package struct ResponseOverview: Hashable, Sendable {
  package var url: String
  package var status: Int
  var reason: String
  var version: String
  package var headers: [Field]
  /// Whether a mock answered, and no server.
  var isMock: Bool { version == HTTPVersion.mock.rawValue }

  package struct Field: Hashable, Sendable {
    var name: String
    var value: String
  }

  init(url: String, status: HTTPResponse.Status, version: HTTPVersion, headers: HTTPFields) {
    self.url = url
    self.status = status.code
    reason = status.reasonPhrase
    self.version = version.rawValue
    self.headers = headers.map { Field(name: $0.name.rawName, value: $0.value) }
  }

  init(_ head: ResponseHead) {
    self.init(url: head.url, status: head.status, version: head.version, headers: head.headers)
  }

  package init(_ response: Response) {
    self.init(url: response.url, status: response.status, version: response.version, headers: response.headers)
  }

  package var contentType: String? {
    isWebSocket
      ? WebSocketEntry.contentType : headers.first { $0.name.lowercased() == "content-type" }?.value
  }

  /// Whether its body is the transcript of a WebSocket.
  var isWebSocket: Bool { status == 101 && URLText.isWebSocket(url) }

  /// `404 Not Found`
  package var statusLine: String {
    reason.isEmpty ? "\(status)" : "\(status) \(reason)"
  }
}

/// The facts known once the response is complete.
package struct ResponseSummary: Sendable {
  /// Bytes of the body.
  var count: Int
  var bytesOnWire: Int
  var timings: Timings
  var hops: [Hop]
  var trailers: HTTPFields
  /// The reason why the response is not what was expected, and what to do.
  var failure: Problem?
  /// The attempts before this one, as far as they are known.
  var failedAttempts: [Exchange.FailedAttempt] = []
  /// The reason why the history could not keep it.
  var notKept: String?
  /// The reason why it came from the cache; nil if the server sent all of it.
  var cached: String?
  /// Whether nothing was sent, although it may be: there is a key that asks the server.
  var mayAskServer: Bool
  /// Whether the body was edited in the cache.
  var isEdited: Bool

  package init(_ response: Response) {
    count = response.body.count
    bytesOnWire = response.bytesOnWire
    timings = response.timings
    hops = response.hops
    trailers = response.trailers
    failure = Self.failure(of: response)
    notKept = response.notKept?.summary
    cached = response.cached?.summary
    mayAskServer = response.cached.map { $0.source == .kept && $0.decision.code != "stale.offline" } ?? false
    isEdited = response.cached?.isByHand == true
  }
}

extension ResponseSummary {
  /// Of a status only what was expected in its place: the status itself stands in the line above.
  private static func failure(of response: Response) -> Problem? {
    guard let error = response.error else { return nil }
    var problem = Problem(error)
    if let failure = error as? ValidationFailure, failure.reason.hasSuffix(" \(response.status.code)") {
      problem.summary = "Expected \(failure.expectation)."
    }
    return problem
  }
}

/// How a status looks.
package enum StatusStyle {
  package static func style(_ status: Int, isMissed: Bool) -> Style {
    if isMissed { return Style(.failure, .bold) }
    switch status {
    case 200..<300: return Style(.success, .bold)
    case 100..<400: return Style(.info, .bold)
    default: return Style(.warning, .bold)
    }
  }
}
