import ParleyFiles
import ParleyModel
import ParleyWorkspace
import WorkbenchServices

/// Has what a run asks answered by the person before the workbench.
struct RunPrompter: Prompter {
  let questions: RunQuestions
  /// The group that asks.
  let group: String
  let session: Session

  func answers(to asked: [PromptQuestion]) async throws -> [PromptAnswer]? {
    guard let reply = await questions.reply(to: [Question](asked, for: group, in: session)) else { return nil }
    return zip(asked, reply.answers).map { question, answer in
      PromptAnswer(answer, question.keepings.contains(reply.keeping) ? reply.keeping : .once)
    }
  }

  var asksAgain: Bool { true }
}

extension [Question] {
  /// The questions for the person, with an explanation of what each answer is for.
  init(_ asked: [PromptQuestion], for user: String, in session: Session) {
    self = asked.map { asked in
      var question = Question(asked)
      if question.explanation.isEmpty { question.explanation = session.purpose(of: asked.name, for: user) }
      return question
    }
  }
}

extension Session {
  /// Says what a value is for that is asked.
  fileprivate func purpose(of name: String, for user: String) -> String {
    let isVariable = environment?.definition.vars.contains { $0.name.value == name } == true
    guard isVariable, let environment else { return "“\(user)” asks for “\(name)”." }
    return "“\(user)” needs “\(name)” of the environment \(environment.name)."
  }
}

extension Question {
  init(_ question: PromptQuestion) {
    self.init(question.name, label: question.name, isSecret: question.isSecret)
    explanation = question.explanation
    keepings = question.keepings
    repeats = question.repeats
    isNeeded = question.isPassphrase
    mistake = question.mistake
  }
}
