import ParleyWorkspace
import Workbench

/// Has what a run asks answered by the person before the workbench.
struct RunPrompter: Prompter {
  let questions: RunQuestions

  func answers(to asked: [PromptQuestion]) async throws -> [String]? {
    await questions.answers(to: asked.map(Question.init))
  }

  func keeping(of question: PromptQuestion) -> AnswerKeeping {
    let keeping = AnswerKeeping(questions.keeping)
    return question.keepings.contains(keeping) ? keeping : .once
  }

  var asksAgain: Bool { true }
}

extension Question {
  init(_ question: PromptQuestion) {
    self.init(question.name, label: question.name, isSecret: question.isSecret)
    explanation = question.explanation
    keepings = question.keepings.map(Keeping.init)
    repeats = question.repeats
    isNeeded = question.isPassphrase
    mistake = question.mistake
  }
}

extension Question.Keeping {
  fileprivate init(_ keeping: AnswerKeeping) {
    switch keeping {
    case .once: self = .once
    case .session: self = .session
    case .machine: self = .machine
    }
  }
}

extension AnswerKeeping {
  init(_ keeping: Question.Keeping) {
    switch keeping {
    case .once: self = .once
    case .session: self = .session
    case .machine: self = .machine
    }
  }
}
