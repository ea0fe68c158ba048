import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

/// The step under the cursor as a form, while the group is shown as its file or draft has it.
///
///     fields, one a line        │ what the field is for, what is wrong with it,
///     as │ when │ with │ each …  │ or what its text gives on what the last run recorded
package struct StepFormPane: Sendable {
  /// The subject of the form: it is made again when any of this is different.
  package struct Subject: Hashable, Sendable {
    var group: String
    var path: NodePath
    /// Of the group's file, or of the draft over it.
    var text: String
  }

  /// A field that a line of a definition is about.
  struct WantedField: Hashable, Sendable {
    /// The step in the file.
    let path: NodePath
    let place: DefinedPlace
  }

  /// A field that has the keys.
  struct Field: Hashable, Sendable {
    let field: StepField
    let input: StepInput
    /// As it was before.
    let original: String
    var area: TextField
    var completion: Completion?
    /// The reason why the text cannot be taken.
    var mistake: String?
    /// The field's text in the draft; nil if the typed text could not be kept.
    var kept: String?
    /// Of all that is typed until it is left: that is undone together.
    let number: Int

    var isMultiline: Bool { area.isMultiline }
    /// As it would be taken.
    var text: String { isMultiline ? area.text : area.text.trimmed }
    var undoneWith: String { "step field \(number)" }
  }

  @CopyOnWrite private(set) var subject: Subject? = nil
  /// Of the subject, or of the text before it, so that nothing flickers.
  @CopyOnWrite private(set) var form: StepForm? = nil
  /// Whether it has been asked for, and has not come yet.
  private(set) var isWaiting = false
  var cursor = ListCursor()
  @CopyOnWrite var field: Field? = nil
  var menu: ChoiceMenu?
  @CopyOnWrite var overrides: OverridesEdit? = nil
  /// The requests or groups that can be chosen.
  var ids: [TemplateName] = []
  /// Those whose last responses templates can name, and what is known of these.
  var requests: [Suggestion] = []
  var responses: [String: [TemplateName]] = [:]
  /// The knowledge that helps with the step under the cursor.
  var knowledge = StepKnowledge()
  @CopyOnWrite var trying = StepTrying()
  private(set) var size = Size.zero
  /// The step under the cursor when the fields of the group itself were asked for: they are shown until the cursor moves.
  var groupAskedAt: NodePath?
  /// The step that was just added, whose job is to be typed as soon as its fields are there.
  var added: NodePath?
  /// The field that is to be opened as soon as the fields are there.
  var wanted: WantedField?
  /// Whether the draft of the group cannot follow what is typed now.
  var isDraftBusy = false
  /// How many fields have been opened.
  var fieldCount = 0

  var isTyping: Bool { field != nil || menu != nil || overrides?.composer.isTyping == true }
  /// Whether something is open that has its own way out.
  var isOpen: Bool { field != nil || menu != nil || overrides != nil }

  var rows: [StepForm.Row] { form?.rows ?? [] }
  subscript(field: StepField) -> String? { form?[field]?.text }
  var selected: StepForm.Row? { rows.indices.contains(cursor.selected) ? rows[cursor.selected] : nil }

  mutating func resize(to size: Size) {
    self.size = size
    cursor.height = max(1, layout.rows.height)
    overrides?.composer.resize(to: size)
    let room = editorSize
    if field?.isMultiline == true { field?.area.fit(room) }
  }
}

// What it is about.
extension StepFormPane {
  /// Turns to a step, or to what a text says of it now.
  /// - Returns: whether it is another.
  mutating func turn(to subject: Subject?) -> Bool {
    guard subject != self.subject else { return false }
    let isSamePlace = subject?.group == self.subject?.group && subject?.path == self.subject?.path
    self.subject = subject
    isWaiting = subject != nil
    if !isSamePlace {
      form = nil
      knowledge = StepKnowledge()
      cursor.select(0)
      close()
    }
    return true
  }

  /// - Returns: whether it is about what the pane is about.
  mutating func show(_ form: StepForm?, of subject: Subject) -> Bool {
    guard subject == self.subject else { return false }
    isWaiting = false
    self.form = form
    cursor.count = rows.count
    // The row that is filled in may stand elsewhere now.
    if let field, let place = rows.firstIndex(where: { $0.field == field.field }) { cursor.select(place) }
    return true
  }

  /// Gives up what is open.
  mutating func close() {
    trying.stop()
    (field, menu, overrides) = (nil, nil, nil)
  }
}

/// The trial of a typed text on recorded data.
struct StepTrying: Sendable {
  /// For effects only.
  private var newest = NewestOnly<StepOutcome>()
  /// Rises with everything that is tried.
  private(set) var number = 0
  private(set) var isRunning = false
  /// Of the text that was tried last.
  private(set) var outcome: StepOutcome?

  /// The effect that tries a text.
  mutating func effect(_ trial: StepTrial, on sample: StepSample?) -> StepTrialEffect {
    number += 1
    isRunning = true
    return StepTrialEffect(newest: newest, trial: trial, sample: sample, number: number)
  }

  /// - Returns: whether it is of the newest text.
  mutating func take(_ outcome: StepOutcome, _ number: Int) -> Bool {
    guard number == self.number else { return false }
    self.outcome = outcome
    isRunning = false
    return true
  }

  mutating func stop() {
    newest.stop()
    number += 1
    (isRunning, outcome) = (false, nil)
  }
}

/// Tries a text away from the screen.
struct StepTrialEffect: ServiceEffect {
  let newest: NewestOnly<StepOutcome>
  let trial: StepTrial
  let sample: StepSample?
  let number: Int

  func perform(with services: Services) async throws -> [Action] {
    let outcome = await newest.outcome(number: number) { await services.groups.outcome(of: trial, on: sample) }
    return outcome.map { [.groups(.form(.tried($0, number)))] } ?? []
  }
}

extension StepInput {
  /// Whether what is typed gives something that can be shown.
  var isTried: Bool {
    switch self {
    case .filter, .template, .program: true
    default: false
    }
  }

  /// Whether the draft follows while it is typed. A half-typed name would rename the step everywhere, and half an
  /// identifier or path has another meaning.
  var isKeptWhileTyped: Bool {
    switch self {
    case .filter, .template, .program, .number, .duration, .notes: true
    case .name, .request, .group, .words, .choice, .toggle, .overrides: false
    }
  }

  /// The reason why a text cannot be taken, as far as the text alone shows; nil if there is none.
  func mistake(in text: String) -> String? {
    guard !text.isEmpty else { return nil }
    switch self {
    case .number(let range):
      return Int(text).map(range.contains) == true
        ? nil : "Expected a number from \(range.lowerBound) to \(range.upperBound)."
    case .duration: return Self.isDuration(text) ? nil : DurationText.mistake(in: text)
    case .name:
      let isName =
        text.first?.isNumber == false && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
      return isName ? nil : "Expected a name of letters, digits and _."
    default: return nil
    }
  }

  private static func isDuration(_ text: String) -> Bool {
    let number = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    return Double(number) != nil && number.last != "." && ["ms", "s", "m", "h"].contains(text.dropFirst(number.count))
  }
}
