import ParleyEngine
package import ParleyModel

/// The questions of a run that is in progress: the step that asks waits, and so does the next that asks something.
package final class RunQuestions: Sendable {
  /// The typed answers, and how long they are kept.
  package struct Reply: Sendable {
    /// In the order of the questions.
    package let answers: [String]
    package let keeping: AnswerKeeping
  }

  private struct State {
    var asked: [Question] = []
    var waiting: CheckedContinuation<Reply?, Never>?
    var onChange: (@Sendable () -> Void)?
    var isClosed = false
  }

  private let state = Lock(State())

  package init() {}

  /// The question that waits for an answer now, if any.
  package var open: [Question] { state.withLock { $0.asked } }

  /// Calls, on any thread, when something is asked, or nothing any more. One listener.
  package func onChange(_ call: @escaping @Sendable () -> Void) {
    state.withLock { $0.onChange = call }
  }

  /// Waits for the person's answers. Without a listener the questions would not be seen, so they fail at once.
  /// - Returns: nil when the person would not answer.
  package func reply(to questions: [Question]) async -> Reply? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { ask(questions, $0) }
    } onCancel: {
      reply(nil)
    }
  }

  package func reply(_ answers: [String]?, _ keeping: AnswerKeeping = .once) {
    let (waiting, tell) = state.withLock { state in
      defer { (state.asked, state.waiting) = ([], nil) }
      return (state.waiting, state.onChange)
    }
    waiting?.resume(returning: answers.map { Reply(answers: $0, keeping: keeping) })
    if waiting != nil { tell?() }
  }

  /// Closes the questions, because there is nobody to answer them: open and later ones have no answer.
  package func close() {
    state.withLock { $0.isClosed = true }
    reply(nil)
  }

  /// Asks the questions, unless the task has been cancelled meanwhile or there is no listener.
  private func ask(_ questions: [Question], _ waiting: CheckedContinuation<Reply?, Never>) {
    let (tell, isClosed, before) = state.withLock { state in
      defer { (state.asked, state.waiting) = (questions, waiting) }
      return (state.onChange, state.isClosed, state.waiting)
    }
    // What is shown no longer would wait for ever.
    before?.resume(returning: nil)
    guard let tell, !isClosed, !Task.isCancelled else { return reply(nil) }
    tell()
  }
}
