package import ParleyEngine
package import ParleyModel

/// A line in place of the hints until the next key: what was done, or why a key does nothing now.
package struct Notice: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case done, refused
  }

  package let text: String
  package let kind: Kind
  /// Whether it is also kept in the log, to be found again.
  package var isLogged = false
  /// The request that the line belongs to in the log; nil for none.
  package var request: RequestID?

  /// A notice that something was done: `Copied the value of .result.id`.
  package static func done(_ text: String) -> Notice { Notice(text: text, kind: .done) }

  /// A notice that nothing was done, with the reason.
  package static func refused(_ text: String) -> Notice { Notice(text: text, kind: .refused) }

  /// The same, kept in the log.
  package func logged(of request: RequestID? = nil) -> Notice {
    var copy = self
    (copy.isLogged, copy.request) = (true, request)
    return copy
  }
}

// What was done is an event like any other where it is worth keeping, so that it stands in the log.
extension Notice {
  /// The identifier of such an event.
  package static let eventIdentifier = "workbench.notice"

  /// The parameters of the event in the log.
  package var parameters: JSONValue {
    var parameters: JSONValue = ["summary": .string(text)]
    parameters["request"] = request.map { .string($0.rawValue) }
    return parameters
  }

  /// The sentence of such an event; nil when it is another one.
  package static func text(of event: Event.Custom) -> String? {
    event.identifier == eventIdentifier ? event.parameters?["summary"]?.string : nil
  }
}
