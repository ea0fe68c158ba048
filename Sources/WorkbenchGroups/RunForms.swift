import ParleyEngine
import ParleyModel
import TerminalKit
import WorkbenchServices
import WorkbenchState

/// Asks what is needed before a run begins.
struct BeforeRunForm: QuestionForm {
  let intent: RunIntent
  let questions: [Question]

  var title: String { "Before running \(intent.group.fitted(to: 40))" }

  func action(for answers: FormAnswers, in state: State) -> Action {
    var intent = intent
    intent.answers.merge(questions.named(answers)) { $1 }
    return .groups(.run(.intent(intent)))
  }
}

/// Asks what a run wants to know while it is in progress.
struct RunQuestionsForm: QuestionForm {
  let run: String
  let group: String
  let questions: [Question]

  var title: String { "\(group.fitted(to: 40)) asks" }
  var whenClosed: Action? { .groups(.run(.reply(nil, .once, run: run))) }

  /// Nothing where the answer has been given meanwhile.
  func sheet(in state: State) -> (any Sheet)? {
    let isOpen = state.groups.live.contains { $0.id == run && $0.questions == questions }
    return isOpen ? FormSheet(self) : nil
  }

  func action(for answers: FormAnswers, in state: State) -> Action {
    .groups(.run(.reply(answers.texts, answers.keeping, run: run)))
  }
}

extension Confirm {
  static func running(_ intent: RunIntent, _ sentence: String) -> Confirm {
    var intent = intent
    intent.isConfirmed = true
    return Confirm(
      "Run \(intent.group.fitted(to: 40))?", [StyledText(sentence), ""],
      choices: [.init("n", "cancel"), .init("y", "run", .groups(.run(.intent(intent))), isDangerous: true)],
      comesUnasked: true)
  }

  static func deleting(_ run: KeptRun) -> Confirm {
    let lines: [StyledText] = ["Deletes what its steps recorded. The exchanges stay in the history.", ""]
    return Confirm(
      "Delete run \(run.sequence)?", lines,
      choices: [.init("n", "keep it"), .init("d", "delete", .groups(.run(.delete(run.id))), isDangerous: true)])
  }
}
