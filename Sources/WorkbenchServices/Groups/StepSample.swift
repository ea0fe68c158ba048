package import ParleyEngine

/// The data of the newest run at a step, on which its filters and templates are tried while they are typed. Secrets are
/// masked in it.
package struct StepSample: Hashable, Sendable {
  /// The origin of the data, such as `5 bill · run 14`.
  package var origin: String
  /// The input of the step; of a step that runs for a list, its first element.
  package var input: JSONValue?
  /// The whole list, if the step runs for one.
  package var whole: JSONValue?
  package var output: JSONValue?
  /// `$response` of the step before it, and of itself.
  package var responseBefore: JSONValue
  package var response: JSONValue
  /// The results of the steps before it, in their order.
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

/// The data that helps to fill in a step.
package struct StepKnowledge: Sendable {
  /// Nil where no run has come by the step, or by what stands before it.
  package var sample: StepSample?
  /// The names that templates know: of steps with what they gave, and all others.
  package var names: [TemplateName]
  /// The words that a filter can begin with: `$steps.login.token`, `$vars.email`, and the functions of jq.
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
  /// The text before the cursor, for completion.
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

/// The outcome of trying a text.
package struct StepOutcome: Hashable, Sendable {
  package enum Result: Hashable, Sendable {
    case nothing
    /// In a word, such as `true` or `3 elements`, and as JSON in lines.
    case value(String, lines: [String])
    /// - Parameter isOfText: whether the text can never be used; otherwise it gives nothing on this sample.
    case mistake(String, isOfText: Bool)
  }

  package var result: Result
  /// The members of `.` at the cursor, as paths with their values.
  package var paths: [TemplateName]

  /// The doubt about a text that gives something, such as a name that nothing has.
  package var doubt: String?

  package init(_ result: Result, paths: [TemplateName] = [], doubt: String? = nil) {
    self.result = result
    self.paths = paths
    self.doubt = doubt
  }
}
