import ParleyEngine
import TerminalKit
import WorkbenchServices
import WorkbenchState

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

  /// Back to the fields; what was changed in the rows is a change of the draft.
  mutating func applyOverrides() -> [Effect] {
    guard let edit = step.form.overrides, let path = step.form.subject?.path else { return [] }
    step.form.overrides = nil
    guard edit.hasChanged else { return [] }
    return [.then(.groups(.assemble(.change(.override(edit.composer.draft, at: path)))))]
  }
}
