import ParleyEngine
import ParleyWorkspace

/// What a run asks a person while it is in progress: the step that asks waits, and so does the next that asks something.
final class RunQuestions: Prompter {
  private struct State {
    var asked: [PromptQuestion] = []
    /// How long what was answered last is kept.
    var keeping = AnswerKeeping.once
    var waiting: CheckedContinuation<[String]?, Never>?
    var onChange: (@Sendable () -> Void)?
    var isClosed = false
  }

  private let state = Lock(State())

  /// What waits for an answer now.
  var open: [Question] {
    state.withLock { $0.asked }.map(Question.init)
  }

  /// Calls, on any thread, when something is asked, or nothing any more. One listener.
  func onChange(_ call: @escaping @Sendable () -> Void) {
    state.withLock { $0.onChange = call }
  }

  func answers(to questions: [PromptQuestion]) async throws -> [String]? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { ask(questions, $0) }
    } onCancel: {
      reply(nil)
    }
  }

  func keeping(of question: PromptQuestion) -> AnswerKeeping {
    let keeping = state.withLock { $0.keeping }
    return question.keepings.contains(keeping) ? keeping : .once
  }

  var asksAgain: Bool { true }

  func reply(_ answers: [String]?, _ keeping: AnswerKeeping = .once) {
    let (waiting, tell) = state.withLock { state in
      state.keeping = keeping
      defer { (state.asked, state.waiting) = ([], nil) }
      return (state.waiting, state.onChange)
    }
    waiting?.resume(returning: answers)
    if waiting != nil { tell?() }
  }

  /// There is nobody to ask any more: what is asked, and what will be, has no answer.
  func close() {
    state.withLock { $0.isClosed = true }
    reply(nil)
  }

  /// Whoever has been cancelled meanwhile is asked nothing.
  private func ask(_ questions: [PromptQuestion], _ waiting: CheckedContinuation<[String]?, Never>) {
    let (tell, isClosed) = state.withLock { state in
      (state.asked, state.waiting) = (questions, waiting)
      return (state.onChange, state.isClosed)
    }
    if Task.isCancelled || isClosed { reply(nil) } else { tell?() }
  }
}
