import ParleyEngine
import ParleyFiles
import ParleyWorkspace
import WorkbenchServices

extension LiveServices {
  /// Has the person before the workbench sign in, and asked what requests in flight want to know.
  func attend(_ session: Session) {
    session.attendance.signInGuide = signIns
    session.attendance.prompter = Attendant(questions: signIns.questions, session: session)
  }
}

/// Asks one after the other: the person sees one form at a time.
private final class Attendant: Prompter {
  private let questions: RunQuestions
  private let turn = AsyncTurn()
  private weak let session: Session?

  init(questions: RunQuestions, session: Session) {
    self.questions = questions
    self.session = session
  }

  func answers(to asked: [PromptQuestion]) async throws -> [PromptAnswer]? {
    guard let session else { return nil }
    return try await turn {
      try await RunPrompter(questions: questions, group: "The login", session: session).answers(to: asked)
    }
  }

  var asksAgain: Bool { true }
}
