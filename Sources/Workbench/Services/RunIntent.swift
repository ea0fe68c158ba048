package import ParleyEngine
package import ParleyModel

/// The wish to run a group.
package struct RunIntent: Hashable, Sendable {
  /// Where a run begins that takes what came before from an earlier one.
  package struct Replay: Hashable, Sendable {
    package var from: NodePath
    package var run: KeptRun.ID
    /// Whether it waits there, for something to be changed.
    package var isFork: Bool

    package init(from: NodePath, of run: KeptRun.ID, isFork: Bool = false) {
      self.from = from
      self.run = run
      self.isFork = isFork
    }
  }

  package var group: String
  /// What runs in place of what the group's file says: a draft as it is on the screen.
  package var text: String?
  /// Nil is as they are kept.
  package var breakpoints: [StepBreakpoint]?
  /// Whether it stops at its first step.
  package var isPaused: Bool
  package var replay: Replay?
  /// Whether the person has said yes where the environment wants to be asked first.
  package var isConfirmed = false
  /// What was answered before it begins, by the name of the question. Held in memory only.
  package var answers: [String: String] = [:]

  package init(
    _ group: String, text: String? = nil, breakpoints: [StepBreakpoint]? = nil, isPaused: Bool = false,
    replay: Replay? = nil
  ) {
    self.group = group
    self.text = text
    self.breakpoints = breakpoints
    self.isPaused = isPaused
    self.replay = replay
  }
}

package enum RunOutcome: Sendable {
  case prepared(LiveRun)
  /// What must be known before it begins, in one form.
  case asks([Question])
  /// The environment wants a yes: a sentence that says to what.
  case wantsConfirmation(String)
  case wantsTrust([TrustItem])
}

/// What can be looked at of a step.
package enum StepPart: Hashable, Sendable {
  case input, request, response, output
  /// Shared data as it was at a time, or is now.
  case shared(asOf: Timestamp?)
}

/// What a part of a step holds. Secrets are masked where it is shown.
package struct StepContent: Sendable {
  /// A line each, above the body.
  package var lines: [String]
  package var body: (any ByteSource)?
  package var contentType: String?
  package var secrets: Secrets
  /// Of a response.
  package var status: Int?
  /// Whose body it is, for filters that ask for its status or headers.
  package var response: Response?
  /// The request as a curl command, masked.
  package var curl: String?
  /// Of a request, as it is shown.
  var request: RequestLines?

  package init(
    lines: [String] = [], body: (any ByteSource)? = nil, contentType: String? = nil, secrets: Secrets = Secrets(),
    status: Int? = nil
  ) {
    self.lines = lines
    self.body = body
    self.contentType = contentType
    self.secrets = secrets
    self.status = status
  }
}

/// What a person has put in place of what a step has by itself.
package indirect enum EditedStep: Hashable, Sendable {
  /// What it works on; nil is nothing.
  case input(JSONValue?)
  /// The elements it runs for.
  case list([JSONValue])
  /// What it sends.
  case request(EditedRequest)
  /// What it hands on, whatever it gave.
  case result(JSONValue?)
}
