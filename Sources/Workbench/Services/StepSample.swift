package import ParleyEngine

/// What the newest run gave where a step stands, on which its filters and templates are tried while they are typed. Secrets are
/// masked in it.
package struct StepSample: Hashable, Sendable {
  /// Where it is from, such as `5 bill · run 14`.
  package var origin: String
  /// What the step works on; of one that runs for a list, its first element.
  package var input: JSONValue?
  /// What it works on as a whole, where it runs for a list.
  package var whole: JSONValue?
  package var output: JSONValue?
  /// `$response` of the step before it, and of itself.
  package var responseBefore: JSONValue
  package var response: JSONValue
  /// What the steps before it gave, in their order.
  package var steps: JSONObject

  package init(
    _ origin: String, input: JSONValue? = nil, whole: JSONValue? = nil, output: JSONValue? = nil,
    responseBefore: JSONValue = .null, response: JSONValue = .null, steps: JSONObject = JSONObject()
  ) {
    self.origin = origin
    self.input = input
    self.whole = whole
    self.output = output
    self.responseBefore = responseBefore
    self.response = response
    self.steps = steps
  }
}

/// What helps to fill in a step.
package struct StepKnowledge: Sendable {
  /// Nil where no run has come by the step, or by what stands before it.
  package var sample: StepSample?
  /// The names that templates know: of steps with what they gave, and all others.
  package var names: [TemplateName]
  /// What a filter can begin with: `$steps.login.token`, `$vars.email`, and the functions of jq.
  package var words: [TemplateName]

  package init(sample: StepSample? = nil, names: [TemplateName] = [], words: [TemplateName] = []) {
    self.sample = sample
    self.names = names
    self.words = words
  }
}

/// A text of a field while it is typed.
package struct StepTrial: Hashable, Sendable {
  package var field: StepField
  package var text: String
  /// What stands before the cursor, for what could follow.
  package var beforeCursor: String
  /// Whether a program is run; nothing else has effects.
  package var runsProgram: Bool

  package init(_ field: StepField, _ text: String, beforeCursor: String = "", runsProgram: Bool = false) {
    self.field = field
    self.text = text
    self.beforeCursor = beforeCursor
    self.runsProgram = runsProgram
  }
}

/// What comes of it.
package struct StepOutcome: Hashable, Sendable {
  package enum Result: Hashable, Sendable {
    case nothing
    /// In a word, such as `true` or `3 elements`, and as JSON in lines.
    case value(String, lines: [String])
    /// - Parameter isOfText: whether the text can never be used; otherwise it gives nothing on this sample.
    case mistake(String, isOfText: Bool)
  }

  package var result: Result
  /// What `.` has where the cursor is, as paths with their values.
  package var paths: [TemplateName]

  package init(_ result: Result, paths: [TemplateName] = []) {
    self.result = result
    self.paths = paths
  }
}
