package import ParleyEngine
package import ParleyModel

/// Two responses, and what there is of them to be laid over each other.
package struct ComparedResponses: Sendable {
  package enum Body: Hashable, Sendable {
    /// JSON or text.
    case content
    /// No text, or too large: by size and hash alone.
    case bytes
    case none
  }

  package var left, right: HistoryEntry
  package var status = ComparedParts.Pair()
  package var headers = ComparedParts.Pair()
  package var body = ComparedParts.Pair()
  package var kind = Body.none

  package init(_ left: HistoryEntry, _ right: HistoryEntry) {
    (self.left, self.right) = (left, right)
  }
}

/// The wish to send a request in another environment, and to compare what comes back.
package struct ElsewhereIntent: Hashable, Sendable {
  package var intent: SendIntent
  package var environment: String
  /// With which it is compared.
  package var exchange: ExchangeID

  package init(_ intent: SendIntent, in environment: String, comparedWith exchange: ExchangeID) {
    (self.intent, self.environment, self.exchange) = (intent, environment, exchange)
  }
}

package enum ElsewhereOutcome: Sendable {
  /// It is in the history.
  case sent(ExchangeID)
  /// All that must be asked, in one form.
  case asks([Question])
  /// The environment, or a method that may change something there, wants a yes.
  case wantsConfirmation(String)
  case wantsTrust([TrustItem])
}

extension RequestID {
  /// Under which the paths are kept that comparisons of its responses ignore.
  package var comparisonKey: String { "request:\(rawValue)" }
}
