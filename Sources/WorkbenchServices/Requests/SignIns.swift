package import ParleyEngine

/// The sign-ins that wait for a person, and what requests in flight ask them.
package final class SignIns: SignInGuide {
  private typealias Waiting = CheckedContinuation<Void, any Error>

  private struct State {
    var open: [ShownSignIn] = []
    var waiting: [Int: Waiting] = [:]
    var count = 0
    var onChange: (@Sendable () -> Void)?
  }

  /// The questions of requests in flight, such as the password for a login.
  package let questions = RunQuestions()
  private let state = Lock(State())

  package init() {}

  /// Waits until the sign-in has ended, or the person gives it up.
  package func show(_ invitation: SignInInvitation) async throws {
    let id = state.withLock { state in
      state.count += 1
      return state.count
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { begin(ShownSignIn(id: id, invitation: invitation), $0) }
    } onCancel: {
      end(id, .success(()))
    }
  }

  /// As they are now.
  package var news: SignInNews {
    SignInNews(open: state.withLock { $0.open }, questions: questions.open)
  }

  /// Calls, on any thread, when something begins or ends to wait. One listener.
  package func onChange(_ call: @escaping @Sendable () -> Void) {
    state.withLock { $0.onChange = call }
    questions.onChange(call)
  }

  package func giveUp(_ id: Int) { end(id, .failure(AuthorizationError.signInCancelled)) }

  /// The person leaves.
  package func close() {
    for shown in state.withLock({ $0.open }) { giveUp(shown.id) }
    questions.close()
  }

  /// Begins to show a sign-in, unless it has been cancelled meanwhile.
  private func begin(_ shown: ShownSignIn, _ waiting: Waiting) {
    state.withLock { state in
      state.open.append(shown)
      state.waiting[shown.id] = waiting
    }
    if Task.isCancelled { end(shown.id, .success(())) } else { tell() }
  }

  private func end(_ id: Int, _ result: Result<Void, any Error>) {
    let waiting = state.withLock { state in
      state.open.removeAll { $0.id == id }
      return state.waiting.removeValue(forKey: id)
    }
    guard let waiting else { return }
    waiting.resume(with: result)
    tell()
  }

  private func tell() { state.withLock { $0.onChange }?() }
}

/// A sign-in that waits for the person.
package struct ShownSignIn: Hashable, Sendable, Identifiable {
  package let id: Int
  package let invitation: SignInInvitation
  /// Whether the person's browser took the page; nil before it was tried.
  package var isInBrowser: Bool?
}

/// All that waits for the person.
package struct SignInNews: Hashable, Sendable {
  package var open: [ShownSignIn] = []
  package var questions: [Question] = []
}
