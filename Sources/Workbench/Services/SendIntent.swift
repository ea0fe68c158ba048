public import ParleyEngine
public import ParleyWorkspace

/// The wish to send a draft, with what the person has answered so far.
public struct SendIntent: Hashable, Sendable {
  public var request: RequestID
  public var draft: RequestDraft
  /// What was typed into the form, by the name of the question. Held in memory only.
  public var answers: [String: String]
  /// How long those answers are kept, by the name of the question; for this one time where nothing is said.
  public var keeping: [String: AnswerKeeping] = [:]
  /// Whether the person has said yes where the environment wants to be asked first.
  public var isConfirmed: Bool

  public init(
    _ request: RequestID, _ draft: RequestDraft, answers: [String: String] = [:], isConfirmed: Bool = false
  ) {
    self.request = request
    self.draft = draft
    self.answers = answers
    self.isConfirmed = isConfirmed
  }
}

/// The wish for a draft as a curl command.
public struct CurlExport: Hashable, Sendable {
  public var order: SendIntent
  /// Whether secrets stand in it; otherwise they are masked, and nothing is asked.
  public var showsSecrets: Bool

  public init(_ order: SendIntent, showsSecrets: Bool) {
    self.order = order
    self.showsSecrets = showsSecrets
  }
}

public enum CurlExportOutcome: Hashable, Sendable {
  case text(String)
  /// All that must be asked, in one form.
  case asks([Question])
}

public enum SendOutcome: Sendable {
  /// It is in flight: a call that was started, how long it may take before it holds the person, and what it promises.
  case started(Call, hold: Duration? = nil, SendingOutline = SendingOutline())
  /// All that must be asked, in one form.
  case asks([Question])
  /// The environment wants a yes: a sentence that says to what.
  case wantsConfirmation(String)
  case wantsTrust([TrustItem])
}

/// What comes of a request when all goes well, to be confirmed when it has.
public struct SendingOutline: Hashable, Sendable {
  /// How many expectations the request or its defaults name; what holds without being named does not count.
  public var expectations: Int
  /// The shared keys that take values of the response.
  public var captures: [String]

  public init(expectations: Int = 0, captures: [String] = []) {
    self.expectations = expectations
    self.captures = captures
  }
}

/// One field of the form that asks before a request is sent.
public struct Question: Hashable, Sendable {
  /// What the answer is filed under.
  public var name: String
  public var label: String
  /// Whether what is typed is masked.
  public var isSecret: Bool
  /// What the answer is for; empty where the label says it.
  public var explanation = ""
  /// How long the answer may be kept, as the person chooses; empty where there is no choice.
  public var keepings: [AnswerKeeping] = []
  /// The question that must have the same answer.
  public var repeats: String?
  /// Whether an empty answer is none.
  public var isNeeded = false
  /// Why what was answered before could not be taken.
  public var mistake: String?

  public init(_ name: String, label: String, isSecret: Bool = true) {
    self.name = name
    self.label = label
    self.isSecret = isSecret
  }

  init(_ question: PromptQuestion) {
    self.init(question.name, label: question.name, isSecret: question.isSecret)
    explanation = question.explanation
    keepings = question.keepings
    repeats = question.repeats
    isNeeded = question.isPassphrase
    mistake = question.mistake
  }
}

/// Where a secret of a draft is to be from now on.
public struct SecretPlacement: Hashable, Sendable {
  /// What `{{secret("…")}}` asks for.
  public var question: String
  public var place: SecretPlace

  public init(_ question: String, at place: SecretPlace) {
    self.question = question
    self.place = place
  }
}

/// An exchange from the history, as the answer pane shows it.
public struct KeptExchange: Sendable {
  public var id: ExchangeID
  /// The request it was sent from, if that is known.
  public var request: RequestID?
  public var environment: String?
  /// Whether the request was not sent again since.
  public var isNewest: Bool
  public var sent: SentRequest
  public var startedAt: Timestamp
  public var outcome: Exchange.Outcome
  /// The sendings that came to nothing before.
  public var failedAttempts: [Exchange.FailedAttempt]
  /// Where no answer came, what went over the wire.
  public var wire: WireLog?
  /// What is masked of it.
  public var secrets: Secrets

  public init(
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
