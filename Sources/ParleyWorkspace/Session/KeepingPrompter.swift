import ParleyEngine
import ParleyFiles

/// A prompter that asks for the values that are not kept yet, and keeps them as long as the person chooses.
struct KeepingPrompter: Prompter {
  let answers: KeptAnswers
  let prompter: any Prompter
  /// Notes the questions, those with a kept answer too.
  var asked: AskedQuestions?

  package func answers(to questions: [PromptQuestion]) async throws -> [PromptAnswer]? {
    asked?.note(questions)
    var known: [String: PromptAnswer] = [:]
    for question in questions {
      known[question.name] = try await answers.kept(to: question).map { PromptAnswer($0) }
    }
    let open = questions.filter { known[$0.name] == nil }
    if !open.isEmpty {
      guard let given = try await prompter.answers(to: open) else { return nil }
      for (question, answer) in zip(open, given) {
        known[question.name] = answer
        try await answers.keep(answer.text, to: question.name, answer.keeping)
      }
    }
    return questions.compactMap { known[$0.name] }
  }

  var asksAgain: Bool { prompter.asksAgain }
}

/// The questions that a rendering needed answers to. If the server refuses the request, what is kept of them for the session is forgotten,
/// so that a wrong password is asked for again.
final class AskedQuestions: Sendable {
  private let known = Lock<Set<String>>([])

  var names: [String] { known.withLock { $0.sorted() } }

  func note(_ questions: [PromptQuestion]) {
    known.withLock { $0.formUnion(questions.filter { !$0.keepings.isEmpty }.map(\.name)) }
  }
}
