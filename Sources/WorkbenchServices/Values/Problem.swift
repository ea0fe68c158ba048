package import ParleyEngine
package import ParleyModel
package import TerminalKit

/// A failure as the workbench keeps and shows it: a plain value made of whatever was thrown.
package struct Problem: ExplainedError, Hashable {
  package var code: String
  package var summary: String
  package var detail: String?
  package var place: String?
  package var advice: String?
  /// The parts of a failed expectation, as lines.
  package var parts: [StyledText] = []
  /// In place of the heading that the code has: what came to nothing was no sending.
  package var ownHeading: String?

  package init(
    code: String, _ summary: String, detail: String? = nil, place: String? = nil, advice: String? = nil
  ) {
    self.code = code
    self.summary = summary
    self.detail = detail
    self.place = place
    self.advice = advice
  }

  package init(_ error: any Error) {
    if let problem = error as? Problem {
      self = problem
    } else if let error = error as? any ExplainedError {
      self.init(
        code: error.code, error.summary, detail: error.detail, place: error.place, advice: error.advice)
    } else {
      self.init(code: "internal", String(describing: error))
    }
  }
}

extension Problem {
  /// A failure as it may be shown, whatever it quotes.
  package init(_ error: any Error, hiding secrets: KnownSecrets) {
    self.init(error)
    let known = secrets.all
    guard !known.isEmpty else { return }
    summary = known.maskingForeign(summary)
    detail = detail.map { known.maskingForeign($0) }
    place = place.map { known.maskingForeign($0) }
    advice = advice.map { known.maskingForeign($0) }
  }
}

// A failure of the workbench itself is an event like any other, so that it stands in the log and can be opened there.
extension Problem {
  /// The identifier of such an event.
  package static let eventIdentifier = "workbench.problem"

  /// Those of failures, and of what the store tells of itself.
  static let eventIdentifiers: Set<String> = [eventIdentifier, Event.storeNotice]

  /// Returns the parameters of the event for a failure of one request.
  package func parameters(of request: RequestID?) -> JSONValue {
    var parameters = parameters
    parameters["request"] = request.map { .string($0.rawValue) }
    parameters["heading"] = ownHeading.map { .string($0) }
    return parameters
  }

  /// Reads back what `parameters` say.
  /// - Returns: nil when they are of something else.
  package init?(parameters: JSONValue?) {
    guard let code = parameters?["code"]?.string, let summary = parameters?["summary"]?.string else { return nil }
    self.init(
      code: code, summary, detail: parameters?["detail"]?.string, place: parameters?["place"]?.string,
      advice: parameters?["advice"]?.string)
    ownHeading = parameters?["heading"]?.string
  }
}

extension Problem {
  /// The kind of failure in the words of the event log. The code is for programs: people find it in the details.
  package var heading: String {
    if let ownHeading { return ownHeading }
    return switch code.prefix(while: { $0 != "." }) {
    case "network": Self.isTLS(code) ? "failed: TLS" : "failed: network"
    case "authorization": "failed: auth"
    case "expectation", "api": "not as expected"
    case "render", "trust", "request", "route", "field": Self.unsent
    default: "failed"
    }
  }

  private static let unsent = "not sent"
  /// Whether it kept the request from being sent at all.
  package var isOfUnsent: Bool { heading == Self.unsent }

  /// Whether a server was reached, and TLS did not come about.
  static func isTLS(_ code: String) -> Bool { ["network.tls", "network.noTLS", "network.handshake"].contains(code) }

  /// The summary and the advice in one line.
  package var sentence: String {
    guard let advice else { return summary }
    return summary + (summary.hasSuffix(".") ? " " : ": ") + advice
  }
}
