import ParleyModel
import TerminalKit
import WorkbenchServices

/// Asks what is needed before a request is sent.
struct SendQuestionsForm: QuestionForm {
  let intent: SendIntent
  let questions: [Question]

  var title: String { "Before sending \(intent.request)" }

  func action(for answers: FormAnswers, in state: State) -> Action {
    var intent = intent
    intent.take(answers, to: questions)
    return .sending(.intent(intent))
  }
}

/// Asks what is needed before a curl command with its secrets is copied.
struct CurlQuestionsForm: QuestionForm {
  let export: CurlExport
  let questions: [Question]

  var title: String { "Before copying \(export.intent.request)" }

  func action(for answers: FormAnswers, in state: State) -> Action {
    var export = export
    export.intent.take(answers, to: questions)
    return .sending(.curl(export))
  }
}

extension SendIntent {
  mutating func take(_ given: FormAnswers, to questions: [Question]) {
    answers.merge(questions.named(given)) { $1 }
    keeping.merge(questions.keeping(given.keeping)) { $1 }
  }
}
