package import ParleyEngine
package import ParleyModel

/// The intent to run a group.
package struct RunIntent: Hashable, Sendable {
  /// The start of a run that takes earlier results from another run.
  package struct Replay: Hashable, Sendable {
    package var from: NodePath
    package var run: KeptRun.ID
    /// Whether it waits there, for something to be changed.
    package var isFork: Bool
    /// Values of variables in place of their own.
    package var variables: [String: String] = [:]
    /// The value that an earlier step is to have given, once it waits.
    package var given: Given?

    /// A value in place of the one that a step gave.
    package struct Given: Hashable, Sendable {
      package var step: NodePath
      package var value: JSONValue

      package init(step: NodePath, value: JSONValue) { (self.step, self.value) = (step, value) }
    }

    package init(from: NodePath, of run: KeptRun.ID, isFork: Bool = false) {
      self.from = from
      self.run = run
      self.isFork = isFork
    }
  }

  package var group: String
  /// The text of a draft to run in place of the group's file; nil to run the file.
  package var text: String?
  /// Nil is as they are kept.
  package var breakpoints: [StepBreakpoint]?
  /// Whether it stops at its first step.
  package var isPaused: Bool
  package var replay: Replay?
  /// Whether the person has said yes where the environment wants to be asked first.
  package var isConfirmed = false
  /// The answers given before it begins, by the name of the question. Held in memory only.
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

/// A place in a run at which a value was found.
package struct FoundInRun: Sendable, Hashable {
  package let step: NodePath
  package let part: WhyLink.Part
  package let path: ValuePath?
  /// `2 page  response  .items[3].id  7`
  package let line: String

  package init(step: NodePath, part: WhyLink.Part, path: ValuePath?, line: String) {
    (self.step, self.part, self.path, self.line) = (step, part, path, line)
  }
}

/// A place in one of several runs at which a value was found.
package struct FoundInKeptRun: Sendable, Hashable {
  package let run: KeptRun
  package let place: FoundInRun

  package init(run: KeptRun, place: FoundInRun) { (self.run, self.place) = (run, place) }
}

package enum RunOutcome: Sendable {
  case prepared(LiveRun)
  /// The questions to answer before it begins, in one form.
  case asks([Question])
  /// The environment wants a yes: a sentence that says to what.
  case wantsConfirmation(String)
  case wantsTrust([TrustItem])
}

/// A part of a step that can be viewed.
package enum StepPart: Hashable, Sendable {
  case input, request, headers, response, output
  /// Of one attempt or hop: the exchange that the history has, and the place among the sends of its request, from 0.
  case send(ExchangeID, place: Int, SendPart)
  /// Shared data as it was at a time, or is now.
  case shared(asOf: Timestamp?)
  /// The values of watched expressions at a time, or now.
  case watch([String], asOf: Timestamp?)
}

/// A part of an attempt or a hop.
package enum SendPart: Hashable, Sendable {
  case request, headers, response
}

/// The content of a part of a step. Secrets are masked when it is shown.
package struct StepContent: Sendable {
  /// A line each, above the body.
  package var lines: [String]
  /// Below them, of a request that is not sent yet: the headers that it gets on its way.
  package var added: [String] = []
  package var body: (any ByteSource)?
  package var contentType: String?
  package var secrets: Secrets
  /// Of a response.
  package var status: Int?
  /// The response that the body belongs to, for filters that read its status or headers.
  package var response: Response?
  /// The request as a curl command, masked.
  package var curl: String?

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

/// A person's replacement for a part of a step.
package indirect enum EditedStep: Hashable, Sendable {
  /// The input; nil for none.
  case input(JSONValue?)
  /// The elements it runs for.
  case list([JSONValue])
  /// The request to send.
  case request(EditedRequest)
  /// The result to hand on, whatever the step's own result is.
  case result(JSONValue?)
}
