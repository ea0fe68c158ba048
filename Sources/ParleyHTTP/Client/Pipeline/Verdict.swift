/// A decision about the result that several calls share, made before any of them gets it.
///
/// The first of their results is shown to the judge; each call then waits for its own.
final class Verdict: Sendable {
  typealias Judge =
    @Sendable (CallResult, @escaping DuplicateDecision.Completion, @escaping DuplicateDecision.Completion)
    -> Void

  private let judge: Lock<Judge?>
  private let first = Promise()
  private let current = Promise()

  private init(_ judge: @escaping Judge) {
    self.judge = Lock(judge)
  }

  static func pass(on earlier: [Call], and current: Call, by judge: @escaping Judge) {
    let verdict = Verdict(judge)
    for call in earlier { call.await(verdict, by: verdict.first) }
    current.await(verdict, by: verdict.current)
  }

  /// Shows a result, if it is the first.
  func show(_ result: Result<Response, RequestError>) {
    guard let judge = judge.withLock({ $0.take() }) else { return }
    judge(CallResult(result), Teller(first).tell, Teller(current).tell)
  }

  /// The result that a call gets, once the judge has decided.
  final class Promise: Sendable {
    private struct State {
      var result: Result<Response, RequestError>?
      var waiting: [CheckedContinuation<Result<Response, RequestError>, Never>] = []
    }

    private let state = Lock(State())

    func keep(_ result: Result<Response, RequestError>) {
      let waiting = state.withLock { state in
        if state.result == nil { state.result = result }
        defer { state.waiting = [] }
        return state.waiting
      }
      for continuation in waiting { continuation.resume(returning: result) }
    }

    func result() async -> Result<Response, RequestError> {
      await withCheckedContinuation { continuation in
        let result = state.withLock { state in
          if state.result == nil { state.waiting.append(continuation) }
          return state.result
        }
        if let result { continuation.resume(returning: result) }
      }
    }
  }

  /// A completion. Whoever lets go of it without calling it has cancelled the call.
  private final class Teller: Sendable {
    private let promise: Promise

    init(_ promise: Promise) {
      self.promise = promise
    }

    deinit { promise.keep(.failure(.cancelled)) }

    func tell(_ result: CallResult) { promise.keep(result.asResult) }
  }
}
