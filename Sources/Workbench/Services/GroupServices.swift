package import ParleyEngine
package import ParleyModel

/// What the screen of groups asks of the world behind it.
package protocol GroupServices: Sendable {
  /// The newest runs of a group that were kept, the newest first, those in progress too.
  /// - Parameter before: only those that began before the run with this number.
  func runs(of group: String, limit: Int, before: Int64?) async throws -> [KeptRun]
  /// Calls, from any thread, when runs have begun, ended or gone, by this program or another. One listener.
  func onRunsChange(_ call: @escaping @Sendable () -> Void)
  /// Calls, from any thread, when a run of another program has gone on. One listener.
  func onRunsProgress(_ call: @escaping @Sendable () -> Void)
  /// What every step of a kept run did.
  func recording(of run: KeptRun.ID) async throws -> RunRecording
  /// Makes a run, which begins once somebody follows it; or says what it needs first. Waits for no person: nobody sees a run that is not
  /// followed yet.
  func prepare(_ intent: RunIntent) async throws -> RunOutcome
  /// What a step got, sent, was answered or gave; nil where there is no such thing.
  /// - Parameter edit: what it is to get in place of that, as far as that was typed.
  func content(
    _ part: StepPart, of path: NodePath, in recording: RunRecording, with edit: EditedStep?
  ) async throws -> StepContent?
  /// The request that a step which waits is about to send; nil for one that sends none.
  /// - Parameter edit: what it works on in place of its own.
  func request(of stop: Debugger.Stop, with edit: EditedStep?) async throws -> StepContent?
  /// What each step gave in the newest run of a group in which it gave something; nil where there is none.
  func lastResults(of group: String) async throws -> LastResults?
  /// Where, in what the steps before one gave, a value stands that equals another.
  func sightings(
    of value: JSONValue, before path: NodePath, in recording: RunRecording
  ) async throws -> [RunRecording.Sighting]
  func delete(run: KeptRun.ID) async throws
  /// Keeps a run however old it gets, or no longer.
  func pin(run: KeptRun.ID, _ isPinned: Bool) async throws
}

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
package enum EditedStep: Hashable, Sendable {
  /// What it works on; nil is nothing.
  case input(JSONValue?)
  /// The elements it runs for.
  case list([JSONValue])
  /// What it sends.
  case request(EditedRequest)
  /// What it hands on, whatever it gave.
  case result(JSONValue?)
}
