import ParleyModel
import TerminalKit
package import WorkbenchServices

/// Asks what is needed before a request is sent.
package struct SendQuestionsForm: QuestionForm {
  let intent: SendIntent
  package let questions: [Question]

  package init(intent: SendIntent, questions: [Question]) {
    self.intent = intent
    self.questions = questions
  }

  package var title: String { "Before sending \(intent.request)" }

  package func action(for answers: FormAnswers, in state: State) -> Action {
    var intent = intent
    intent.take(answers, to: questions)
    return .sending(.intent(intent))
  }
}

/// Asks what is needed before a curl command with its secrets is copied.
package struct CurlQuestionsForm: QuestionForm {
  let export: CurlExport
  package let questions: [Question]

  package init(export: CurlExport, questions: [Question]) {
    self.export = export
    self.questions = questions
  }

  package var title: String { "Before copying \(export.intent.request)" }

  package func action(for answers: FormAnswers, in state: State) -> Action {
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
