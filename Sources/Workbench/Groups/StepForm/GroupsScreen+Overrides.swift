import ParleyEngine
import TerminalKit

// What a step says differently from its request, in the rows of the composer.
extension GroupsScreen {
  mutating func changeOverrides(_ body: (inout Composer) -> [Effect]) -> [Effect] {
    guard var composer = step.form.overrides?.composer else { return [] }
    let before = composer.draft
    let effects = body(&composer)
    step.form.overrides?.composer = composer
    return composer.draft == before ? effects : effects + previewOverrides()
  }

  mutating func openOverrides() -> [Effect] {
    guard let overrides = step.form.form?.overrides else { return [] }
    step.form.overrides = OverridesEdit(overrides, names: step.form.knowledge.names)
    step.form.resize(to: step.form.size)
    return previewOverrides() + askForKnowledge()
  }

  func previewOverrides() -> [Effect] {
    guard let overrides = step.form.overrides?.overrides else { return [] }
    return [.perform(StepFormEffect.preview(overrides, step.form.knowledge.sample))]
  }

  mutating func applyOverrides() -> [Effect] {
    guard let edit = step.form.overrides, let path = step.form.subject?.path else { return [] }
    step.form.overrides = nil
    guard edit.hasChanged else { return [] }
    return [.then(.groups(.assemble(.change(.override(edit.composer.draft, at: path)))))]
  }

  /// Out of the rows, with nothing changed; asks first where something is.
  mutating func leaveOverrides() -> [Effect] {
    guard let edit = step.form.overrides else { return [] }
    if edit.hasChanged { return [.then(.ask(.groups(.leavingOverrides(step.form.form?.name ?? ""))))] }
    step.form.overrides = nil
    return []
  }
}

extension Confirm {
  static func leavingOverrides(of step: String) -> Confirm {
    leaving(
      "what \(step.fitted(to: 40)) says differently from its request",
      keeping: .init("a", "apply it", .groups(.form(.applyOverrides))), discarding: .groups(.form(.discardOverrides)))
  }
}
