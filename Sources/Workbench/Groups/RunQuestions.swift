import ParleyEngine

/// What a run asks a person while it is in progress: the step that asks waits, and so does the next that asks something.
package final class RunQuestions: Sendable {
  private struct State {
    var asked: [Question] = []
    /// How long what was answered last is kept.
    var keeping = Question.Keeping.once
    var waiting: CheckedContinuation<[String]?, Never>?
    var onChange: (@Sendable () -> Void)?
    var isClosed = false
  }

  private let state = Lock(State())

  package init() {}

  /// What waits for an answer now.
  var open: [Question] { state.withLock { $0.asked } }

  /// Calls, on any thread, when something is asked, or nothing any more. One listener.
  func onChange(_ call: @escaping @Sendable () -> Void) {
    state.withLock { $0.onChange = call }
  }

  /// Waits for the person.
  /// - Returns: the answers in the order of the questions; nil when the person would not answer.
  package func answers(to questions: [Question]) async -> [String]? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { ask(questions, $0) }
    } onCancel: {
      reply(nil)
    }
  }

  /// How long the person wants kept what was answered last.
  package var keeping: Question.Keeping { state.withLock { $0.keeping } }

  func reply(_ answers: [String]?, _ keeping: Question.Keeping = .once) {
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
  private func ask(_ questions: [Question], _ waiting: CheckedContinuation<[String]?, Never>) {
    let (tell, isClosed) = state.withLock { state in
      (state.asked, state.waiting) = (questions, waiting)
      return (state.onChange, state.isClosed)
    }
    if Task.isCancelled || isClosed { reply(nil) } else { tell?() }
  }
}
