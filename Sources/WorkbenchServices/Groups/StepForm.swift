package import ParleyEngine
package import ParleyModel

/// A field of a step, or of a group as a whole, as a person fills it in.
package enum StepField: Hashable, Sendable {
  // What it is.
  case request, group, order
  /// The action of a local job, under the key of its kind.
  case job(JobKind)
  /// One of several things that it does, by its place; the one behind the last is a new one.
  case jobItem(JobKind, Int)
  case timeout

  /// `as`.
  case name
  case when
  /// `with`: what its request says differently.
  case overrides
  case each, eachFile, limit, onFailure
  case until, every, attempts, alsoFailed
  case retries, retryDelay, retryBackoff, retryJitter, retryStatus, retryAfter
  case always, disabled
  case docs
}

/// A step as a form: the fields that mean something for it, in their order.
package struct StepForm: Hashable, Sendable {
  package struct Row: Hashable, Sendable {
    package var field: StepField
    package var label: String
    /// As the text has it, mistakes included; empty where it says nothing.
    package var text: String
    /// The default while the field is empty.
    package var standard: String
    package var help: String
    package var input: StepInput
    /// The reason why the text cannot be used as it is; nil if it can.
    package var mistake: String?

    package init(
      _ field: StepField, _ label: String, _ text: String, _ input: StepInput, standard: String = "", help: String = "",
      mistake: String? = nil
    ) {
      self.field = field
      self.label = label
      self.text = text
      self.input = input
      self.standard = standard
      self.help = help
      self.mistake = mistake
    }
  }

  /// In the text that it was made of.
  package var path: NodePath
  /// The name of the step for people; empty for the group itself.
  package var name: String
  package var rows: [Row]
  /// The mistakes of the step that belong to no single field.
  package var mistakes: [String]
  /// Of a step that sends a request.
  package var overrides: StepOverrides?

  package init(
    _ path: NodePath, _ name: String, _ rows: [Row], mistakes: [String] = [], overrides: StepOverrides? = nil
  ) {
    self.path = path
    self.name = name
    self.rows = rows
    self.mistakes = mistakes
    self.overrides = overrides
  }

  package subscript(field: StepField) -> Row? { rows.first { $0.field == field } }
}

/// How a field is filled in.
package enum StepInput: Hashable, Sendable {
  case filter
  /// Text with templates.
  case template
  /// A program with its arguments.
  case program
  case number(ClosedRange<Int>)
  case duration
  case name
  /// The id of a request, or of a group.
  case request, group
  case choice([String])
  /// On or off, whichever is not the default.
  case toggle
  case words
  /// Several lines.
  case notes
  /// Rows of their own.
  case overrides
}

/// The overrides of a step's request, as a draft over it.
package struct StepOverrides: Hashable, Sendable {
  package var request: RequestID
  /// Method and URL are the request's: only path, query, headers and body are said here.
  package var draft: RequestDraft

  package init(_ request: RequestID, _ draft: RequestDraft) {
    self.request = request
    self.draft = draft
    // The request's query is no row of the step.
    self.draft.url = QueryText(draft.url).base
  }
}
