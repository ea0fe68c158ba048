import ParleyEngine
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

// The texts of the editors that are open in it, so that a crash loses none of them.
extension StepViewer {
  var editorDrafts: [EditorDraft] {
    [stepDraft, stepRequestDraft, stepFieldDraft, overridesDraft].compactMap(\.self)
  }

  private var stepDraft: EditorDraft? {
    guard let edit = step.edit, edit.hasChanged, let place = place(of: edit) else { return nil }
    return EditorDraft(place, edit.title, [.init(edit.text)], isSecret: edit.isMasked)
  }

  private func place(of edit: StepEdit) -> EditorDraft.Place? {
    guard let group = steps.run?.group else { return nil }
    return .step("\(edit.path)", group: group, part: "\(edit.purpose)")
  }

  private var stepRequestDraft: EditorDraft? {
    guard let edit = step.request, edit.hasChanged, let group = steps.run?.group else { return nil }
    var draft = EditorDraft(.stepRequest("\(edit.path)", group: group), edit.title, edit.composer.draft.excerpts)
    draft.request = edit.composer.draft
    return draft
  }

  /// The draft of the field of a step that is being edited; nil if nothing was typed. Text that the draft of the group
  /// has already is kept with that draft.
  private var stepFieldDraft: EditorDraft? {
    guard let field = step.form.field, field.text != field.kept, let subject = step.form.subject else { return nil }
    let title = "\(field.field) of a step of \(subject.group)"
    return EditorDraft(place(of: field, subject), title, [.init(field.text)])
  }

  private func place(of field: StepFormPane.Field, _ subject: StepFormPane.Subject) -> EditorDraft.Place {
    .stepField("\(subject.path)", group: subject.group, field: "\(field.field)")
  }

  private var overridesDraft: EditorDraft? {
    guard let edit = step.form.overrides, edit.hasChanged, let subject = step.form.subject else { return nil }
    let place = EditorDraft.Place.overrides("\(subject.path)", group: subject.group)
    var draft = EditorDraft(place, "what a step of \(subject.group) says differently", edit.composer.draft.excerpts)
    draft.request = edit.composer.draft
    return draft
  }

  mutating func fill(_ draft: EditorDraft) -> Bool {
    switch draft.place {
    case .step: fillStep(draft)
    case .stepRequest(let path, let group): fillRequest(draft, path, group)
    case .stepField: fillField(draft)
    case .overrides(let path, let group): fillOverrides(draft, path, group)
    default: false
    }
  }

  private mutating func fillStep(_ draft: EditorDraft) -> Bool {
    guard let edit = step.edit, place(of: edit) == draft.place, let text = draft.texts.first?.text else { return false }
    step.edit?.editor.replaceAll(with: text)
    step.resize(to: step.size)
    return true
  }

  private mutating func fillRequest(_ draft: EditorDraft, _ path: String, _ group: String) -> Bool {
    guard let edit = step.request, "\(edit.path)" == path, steps.run?.group == group, let request = draft.request else {
      return false
    }
    step.request?.composer.resume(request)
    return true
  }

  private mutating func fillField(_ draft: EditorDraft) -> Bool {
    guard let field = step.form.field, let subject = step.form.subject, place(of: field, subject) == draft.place,
      let text = draft.texts.first?.text
    else { return false }
    step.form.field?.area.replaceAll(with: text)
    return true
  }

  private mutating func fillOverrides(_ draft: EditorDraft, _ path: String, _ group: String) -> Bool {
    guard step.form.overrides != nil, let subject = step.form.subject, "\(subject.path)" == path,
      subject.group == group, let request = draft.request
    else { return false }
    step.form.overrides?.composer.resume(request)
    return true
  }
}
