package import ParleyEngine
import WorkbenchServices

/// The exchange that a response pane shows: how far it has come, or what the history has of it.
package struct ShownExchange: Sendable {
  enum Stage: Sendable {
    /// Nothing was sent yet.
    case empty
    case inFlight
    case completed
    case failed(Problem)
    case cancelled
  }

  /// Of one out of the history.
  struct FromHistory: Hashable, Sendable {
    var sentAt: Timestamp
    /// Whether the request was sent again since.
    var isOlder: Bool
  }

  private(set) var id: ExchangeID?
  private(set) var stage = Stage.empty
  /// By which it was sent.
  private(set) var method = ""
  /// Method and URL as far as they are known, for the failure card and for the name of a file.
  package private(set) var sentTo = ""
  /// How the transport went about it; nil for one out of the history.
  package private(set) var options: TransferOptions?
  private(set) var startedAt: Timestamp?
  /// The time at which the head was received.
  private(set) var headAt: Timestamp?
  private(set) var head: ResponseOverview?
  private(set) var response: Response?
  private(set) var summary: ResponseSummary?
  /// The traffic on the wire, with or without a response.
  private(set) var recorded: WireLog?
  private(set) var verdict: Verdict?
  private(set) var fromHistory: FromHistory?
  /// The environment it was sent in; nil for none.
  private(set) var environment: String?

  init() {}

  init(_ transfer: ActiveTransfer, url: String, in environment: String?) {
    id = transfer.id
    self.environment = environment
    method = transfer.method
    startedAt = transfer.startedAt
    options = transfer.options
    sentTo = url.isEmpty ? "" : "\(transfer.method) \(url)"
    stage = .inFlight
  }

  /// One that was not sent.
  init(refused problem: Problem) { stage = .failed(problem) }

  /// - Parameter isOlder: whether the request was sent again since.
  init(_ kept: RecordedExchange, isOlder: Bool) {
    id = kept.id
    method = kept.sent.method
    environment = kept.environment
    fromHistory = FromHistory(sentAt: kept.startedAt, isOlder: isOlder)
    // Of old exchanges it is not known what was secret in the query.
    sentTo = kept.secrets.masking("\(kept.sent.method) \(kept.sent.url.prefix { !"?#".contains($0) })")
    switch kept.outcome {
    case .response(let response):
      complete(response, after: kept.failedAttempts)
      summary?.isEdited = kept.isEdited
      if let interruption = kept.interruption { interrupt(interruption) }
    case .failure(let error): fail(Problem(error), kept.wire)
    case .authorizationFailed(let error): fail(Problem(error), nil)
    }
  }

  mutating func arrive(_ head: ResponseOverview, at now: Timestamp) {
    self.head = head
    headAt = now
  }

  mutating func complete(_ response: Response, after failedAttempts: [Exchange.FailedAttempt] = []) {
    var summary = ResponseSummary(response)
    summary.failedAttempts = failedAttempts
    head = ResponseOverview(response)
    self.response = response
    self.summary = summary
    recorded = response.wire
    stage = .completed
  }

  mutating func fail(_ problem: Problem, _ wire: WireLog?) {
    stage = .failed(problem)
    recorded = wire
  }

  mutating func cancel() { stage = .cancelled }

  /// Ends the exchange with an error. The part of the response that has arrived stays.
  private mutating func interrupt(_ error: TransportError) {
    stage = error.kind == .cancelled ? .cancelled : .failed(Problem(error))
  }

  mutating func judge(_ verdict: Verdict) { self.verdict = verdict }

  /// The request was sent again since.
  mutating func age() { fromHistory?.isOlder = true }
}

extension ShownExchange.Stage {
  /// Whether nothing more can come.
  var isOver: Bool {
    switch self {
    case .empty, .inFlight: false
    case .completed, .failed, .cancelled: true
    }
  }
}
