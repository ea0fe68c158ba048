package import ParleyEngine

/// The wish to send a draft, with what the person has answered so far.
package struct SendIntent: Hashable, Sendable {
  package var request: RequestID
  package var draft: RequestDraft
  /// What was typed into the form, by the name of the question. Held in memory only.
  package var answers: [String: String]
  /// How long those answers are kept, by the name of the question; for this one time where nothing is said.
  package var keeping: [String: Question.Keeping] = [:]
  /// Whether the person has said yes where the environment wants to be asked first.
  package var isConfirmed: Bool

  package init(
    _ request: RequestID, _ draft: RequestDraft, answers: [String: String] = [:], isConfirmed: Bool = false
  ) {
    self.request = request
    self.draft = draft
    self.answers = answers
    self.isConfirmed = isConfirmed
  }
}

/// The wish for a draft as a curl command.
package struct CurlExport: Hashable, Sendable {
  package var intent: SendIntent
  /// Whether secrets stand in it; otherwise they are masked, and nothing is asked.
  package var showsSecrets: Bool

  package init(_ intent: SendIntent, showsSecrets: Bool) {
    self.intent = intent
    self.showsSecrets = showsSecrets
  }
}

package enum CurlExportOutcome: Hashable, Sendable {
  case text(String)
  /// All that must be asked, in one form.
  case asks([Question])
}

package enum SendOutcome: Sendable {
  /// It is in flight: a call that was started, how long it may take before it holds the person, and what it promises.
  case started(Call, hold: Duration? = nil, SendingOutline = SendingOutline())
  /// All that must be asked, in one form.
  case asks([Question])
  /// The environment wants a yes: a sentence that says to what.
  case wantsConfirmation(String)
  case wantsTrust([Permission])
}

/// What comes of a request when all goes well, to be confirmed when it has.
package struct SendingOutline: Hashable, Sendable {
  /// How many expectations the request or its defaults name; what holds without being named does not count.
  package var expectations: Int
  /// The shared keys that take values of the response.
  package var captures: [String]

  package init(expectations: Int = 0, captures: [String] = []) {
    self.expectations = expectations
    self.captures = captures
  }
}

/// One field of the form that asks before a request is sent.
package struct Question: Hashable, Sendable {
  /// How long an answer is kept.
  package enum Keeping: Hashable, Sendable, CaseIterable {
    /// For what asked, and no longer.
    case once
    /// In memory, until the program ends.
    case session
    /// On disk, encrypted with this machine's key.
    case machine
  }

  /// What the answer is filed under.
  package var name: String
  package var label: String
  /// Whether what is typed is masked.
  package var isSecret: Bool
  /// What the answer is for; empty where the label says it.
  package var explanation = ""
  /// How long the answer may be kept, as the person chooses; empty where there is no choice.
  package var keepings: [Question.Keeping] = []
  /// The question that must have the same answer.
  package var repeats: String?
  /// Whether an empty answer is none.
  package var isNeeded = false
  /// Why what was answered before could not be taken.
  package var mistake: String?

  package init(_ name: String, label: String, isSecret: Bool = true) {
    self.name = name
    self.label = label
    self.isSecret = isSecret
  }

}

/// Where a secret of a draft is to be from now on.
package struct SecretPlacement: Hashable, Sendable {
  /// None of them writes the secret's value to a file of the workspace.
  package enum Place: Hashable, Sendable {
    /// It stays a question, whose answer this machine keeps.
    case machine
    /// A shared key of that name, which this machine's key encrypts.
    case sharedKey(String)
    /// A value of the environment of that name, which is asked.
    case asked(String)
    /// A value of the environment of that name, read from a variable of the operating system.
    case variable(String, from: String)
    /// A value of the environment of that name, printed by a program.
    case program(String, words: [String])
  }

  /// What `{{secret("…")}}` asks for.
  package var question: String
  package var place: SecretPlacement.Place

  package init(_ question: String, at place: SecretPlacement.Place) {
    self.question = question
    self.place = place
  }
}

/// An exchange from the history, as the response pane shows it.
package struct RecordedExchange: Sendable {
  package var id: ExchangeID
  /// The request it was sent from, if that is known.
  package var request: RequestID?
  package var environment: String?
  /// Whether the request was not sent again since.
  package var isNewest: Bool
  package var sent: SentRequest
  package var startedAt: Timestamp
  package var outcome: Exchange.Outcome
  /// The sendings that failed before.
  package var failedAttempts: [Exchange.FailedAttempt]
  /// Where no response came, what went over the wire.
  package var wire: WireLog?
  /// What is masked of it.
  package var secrets: Secrets

  package init(
    id: ExchangeID, request: RequestID?, environment: String? = nil, isNewest: Bool = true, sent: SentRequest,
    startedAt: Timestamp, outcome: Exchange.Outcome, failedAttempts: [Exchange.FailedAttempt] = [],
    wire: WireLog? = nil, secrets: Secrets = Secrets()
  ) {
    self.secrets = secrets
    self.id = id
    self.request = request
    self.environment = environment
    self.isNewest = isNewest
    self.sent = sent
    self.startedAt = startedAt
    self.outcome = outcome
    self.failedAttempts = failedAttempts
    self.wire = wire
  }
}
