import ParleyEngine
import TerminalKit
package import WorkbenchParts
package import WorkbenchServices
import WorkbenchState

/// An action on the form of a step.
package indirect enum StepFormAction: Sendable {
  // Answers and news from elsewhere.
  case read(StepForm?, of: StepFormPane.Subject)
  case known(StepKnowledge, of: StepFormPane.Subject)
  case tried(StepOutcome, Int)
  case learnedResponse(String, [TemplateName])
  case previewed(Preview)
  /// A change could not be made: the field is open again, with what was typed.
  case refused(Problem, StepField, String)

  case move(ListCursor.Step)

  // In a field.
  case leave
  // In a list of choices.
  case leaveChoice
}

extension StepFormPane {
  mutating func fill(_ action: StepFormAction, in context: ViewContext) -> [Effect] {
    switch action {
    case .read(let form, let subject):
      return show(form, of: subject) ? openAdded(in: context) + openWanted(in: context) + keepTyped() : askAgain()
    case .known(let knowledge, let subject): return take(knowledge, of: subject)
    case .tried(let outcome, let number): return take(outcome, number)
    case .learnedResponse(let request, let paths):
      responses[request] = paths
      completeAgain()
    case .previewed(let preview): overrides?.composer.show(preview)
    case .refused(let problem, let field, let text): return reopen(field, text, problem)
    case .move(let step): cursor.move(step)
    case .leave: return leaveField()
    case .leaveChoice: leaveChoice()
    }
    return []
  }
}

// The content on screen, and what is still to be asked for.
extension StepFormPane {
  /// The form of the group itself, or of the step under the cursor again.
  mutating func turnToGroup(in steps: StepTree) {
    groupAskedAt = isOnGroup(in: steps) ? nil : steps.selected?.path
  }

  /// Comes after everything that happens.
  /// - Parameter text: the group's, as it is assembled.
  mutating func load(_ steps: StepTree, _ text: String?) -> [Effect] {
    if !isOnGroup(in: steps) { groupAskedAt = nil }
    let subject = subject(in: steps, text)
    guard turn(to: subject), let subject else { return [] }
    return [.perform(StepFormEffect.form(subject))]
  }

  /// Whether the fields of the group itself were asked for.
  private func isOnGroup(in steps: StepTree) -> Bool { groupAskedAt != nil && groupAskedAt == steps.selected?.path }

  private func subject(in steps: StepTree, _ text: String?) -> Subject? {
    guard steps.run == nil, let group = steps.group, let text else { return nil }
    return Subject(group: group, path: isOnGroup(in: steps) ? .root : steps.selected?.path ?? .root, text: text)
  }

  private mutating func take(_ knowledge: StepKnowledge, of subject: Subject) -> [Effect] {
    guard subject.group == self.subject?.group, subject.path == self.subject?.path else { return [] }
    self.knowledge = knowledge
    if overrides != nil {
      overrides?.composer.guest?.names = knowledge.names
      return previewOverrides()
    }
    completeAgain()
    return field == nil ? [] : tryText()
  }

  private mutating func take(_ outcome: StepOutcome, _ number: Int) -> [Effect] {
    guard trying.take(outcome, number) else { return [] }
    completeAgain()
    return keepTyped()
  }

  /// Opens a field again with the text that was refused, so that it is not lost, unless another field is being filled
  /// in by now.
  private mutating func reopen(_ field: StepField, _ text: String, _ problem: Problem) -> [Effect] {
    // The rest of the name is not typed yet; it is told when the field is left.
    if self.field?.field == field {
      self.field?.kept = nil
      return []
    }
    guard !isOpen, let place = rows.firstIndex(where: { $0.field == field }) else {
      return [.then(.failed(problem))]
    }
    cursor.jump(to: place)
    open(text: text)
    self.field?.mistake = [problem.summary, problem.advice].compactMap(\.self).joined(separator: " ")
    return [.then(.navigation(.focus(.step)))] + askForKnowledge()
  }

  /// Goes to a step that was just added, to fill in what it does.
  mutating func fillIn(_ path: NodePath) -> [Effect] {
    added = path
    return [.then(.navigation(.focus(.step)))]
  }

  private mutating func openAdded(in context: ViewContext) -> [Effect] {
    defer { added = nil }
    guard let added, form?.path == added, !isOpen, let place = rows.firstIndex(where: { $0.field.isJob }) else {
      return []
    }
    cursor.jump(to: place)
    return enter(in: context)
  }

  /// Opens the field that a line of the step's definition is about; one that is turned or chosen only gets the cursor.
  private mutating func openWanted(in context: ViewContext) -> [Effect] {
    guard let wanted, form?.path == wanted.path, !isOpen else { return [] }
    self.wanted = nil
    guard let place = wanted.place.row(in: rows) else { return [] }
    cursor.jump(to: place)
    guard rows[place].field == .overrides else { return rows[place].input.isTyped ? enter(in: context) : [] }
    let effects = openOverrides()
    overrides?.go(to: wanted.place.keys.dropFirst())
    return effects
  }

  /// Effects of actions that follow one another may come in another order: the newest may be the one that was left out.
  private func askAgain() -> [Effect] {
    guard isWaiting, let subject else { return [] }
    return [.perform(StepFormEffect.form(subject))]
  }

  func askForKnowledge() -> [Effect] {
    subject.map { [.perform(StepFormEffect.knowledge($0))] } ?? []
  }
}

/// Effects of the form of a step.
enum StepFormEffect: ServiceEffect {
  case form(StepFormPane.Subject)
  case knowledge(StepFormPane.Subject)
  case preview(StepOverrides, StepSample?)

  var lane: Lane? {
    switch self {
    case .form: Lane("step form", keepsOnlyNewest: true)
    case .knowledge: Lane("step knowledge", keepsOnlyNewest: true)
    case .preview: Lane("step preview", keepsOnlyNewest: true)
    }
  }

  func perform(with services: Services) async throws -> [Action] {
    switch self {
    case .form(let subject):
      let form = await services.groups.stepForm(of: subject.path, in: subject.text, ofGroup: subject.group)
      return [.groups(.form(.read(form, of: subject)))]
    case .knowledge(let subject):
      let knowledge = await services.groups.knowledge(for: subject.path, in: subject.text, ofGroup: subject.group)
      return [.groups(.form(.known(knowledge, of: subject)))]
    case .preview(let overrides, let sample):
      return [.groups(.form(.previewed(await services.groups.previewOverrides(overrides, on: sample))))]
    }
  }
}

extension StepField {
  /// Whether it says what a local job does.
  fileprivate var isJob: Bool {
    switch self {
    case .job, .jobItem: true
    default: false
    }
  }
}
