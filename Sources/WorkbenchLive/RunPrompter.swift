import ParleyFiles
import ParleyModel
import ParleyText
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
    let notes = sentence(about: name, ofDocsOf: user).map { " \($0)" } ?? ""
    guard isVariable, let environment else { return "“\(user)” asks for “\(name)”.\(notes)" }
    return "“\(user)” needs “\(name)” of the environment \(environment.name).\(notes)"
  }

  /// The first sentence of the docs of a request or group that speaks of a variable, which is where its author says what to enter.
  private func sentence(about name: String, ofDocsOf user: String) -> String? {
    let docs = workspace.request(user)?.definition.docs?.value ?? workspace.group(user)?.definition.docs?.value
    let text = docs?.withoutMarkdown.split(whereSeparator: \.isNewline).joined(separator: " ")
    return text?.split(separator: ". ").first { sentence in
      sentence.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "-" }.contains { $0 == name }
    }.map { $0.hasSuffix(".") ? String($0) : "\($0)." }
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
