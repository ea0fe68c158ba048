import ParleyWorkspace
import Workbench

/// Has what a run asks answered by the person before the workbench.
struct RunPrompter: Prompter {
  let questions: RunQuestions

  func answers(to asked: [PromptQuestion]) async throws -> [PromptAnswer]? {
    guard let reply = await questions.reply(to: asked.map(Question.init)) else { return nil }
    let keeping = AnswerKeeping(reply.keeping)
    return zip(asked, reply.answers).map { question, answer in
      PromptAnswer(answer, question.keepings.contains(keeping) ? keeping : .once)
    }
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
