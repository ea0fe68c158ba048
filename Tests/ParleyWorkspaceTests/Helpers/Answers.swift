import ParleyEngine
import ParleyFiles
import ParleyWorkspace

/// Gives prepared answers, question by question.
final class Answers: Prompter {
  private let rounds: Lock<[[String]]>

  init(_ rounds: [String]...) {
    self.rounds = Lock(rounds)
  }

  func answers(to questions: [PromptQuestion]) async throws -> [PromptAnswer]? {
    rounds.withLock { rounds in rounds.isEmpty ? nil : rounds.removeFirst().map { PromptAnswer($0) } }
  }
}
