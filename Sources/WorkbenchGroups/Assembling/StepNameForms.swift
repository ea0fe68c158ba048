import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchServices
import WorkbenchState

/// The naming of a new local job, with a name that is free.
struct JobNaming: ScreenQuestion {
  let kind: JobKind

  func sheet(in state: State) -> (any Sheet)? {
    FormSheet(NewJobForm(kind: kind, suggestion: state.groups.steps.freeName(like: kind.title)))
  }
}

/// Asks for the name of a new local job.
struct NewJobForm: PopupForm {
  let kind: JobKind
  let suggestion: String

  var title: String { "Name the \(kind.title)" }
  var note: String { "Later steps read its result by this name: {{steps.\(suggestion)}}." }
  var fields: [FormField] { [FormField("name", suggestion)] }

  func action(for answers: FormAnswers, in state: State) throws(FormMistake) -> Action {
    let name = try answers.stepName(in: state.groups.steps, instead: nil)
    return .assemble(.insert([NewStep(.job(kind), name: name)]))
  }
}

/// Asks for another name of a step.
struct RenameStepForm: PopupForm {
  let path: NodePath
  let name: String

  var title: String { "Rename \(path) \(name.fitted(to: 40))" }
  var note: String { "Templates and filters of the group that read it are changed too." }
  var fields: [FormField] { [FormField("name", name)] }

  func action(for answers: FormAnswers, in state: State) throws(FormMistake) -> Action {
    .assemble(.change(.rename(path, try answers.stepName(in: state.groups.steps, instead: name))))
  }
}

extension FormAnswers {
  /// The name that was typed, where a step can have it.
  /// - Parameter old: the one that it has, and may keep.
  fileprivate func stepName(in steps: StepTree, instead old: String?) throws(FormMistake) -> String {
    let text = self[0].trimmed
    guard text.isStepName else {
      throw FormMistake("A name has the letters a–z and A–Z, digits and _, and begins with no digit.")
    }
    guard text == old || !steps.has(text) else { throw FormMistake("The group has a step “\(text)” already.") }
    return text
  }
}

extension String {
  /// True for a name by which templates and filters can call a step.
  fileprivate var isStepName: Bool {
    guard let first, !first.isNumber else { return false }
    return allSatisfy { $0 == "_" || ($0.isASCII && ($0.isLetter || $0.isNumber)) }
  }
}
