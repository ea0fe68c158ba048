/// Closures that want to know of a call: of its changes, and once of its end, where `finally` comes last.
final class CallHandlers: Sendable {
  typealias StateHandler = @Sendable (Call.State) -> Void
  typealias ResponseHandler = @Sendable (Response) -> Void
  typealias ResultHandler = @Sendable (CallResult) -> Void

  private let delivery: OrderedDelivery
  private let state: StateHandler?
  private let success: ResponseHandler?
  private let failure: ResultHandler?
  private let finally: ResultHandler?

  init(
    on executor: HandlerExecutor, state: StateHandler? = nil, success: ResponseHandler? = nil,
    failure: ResultHandler? = nil, finally: ResultHandler? = nil
  ) {
    delivery = OrderedDelivery(on: executor)
    self.state = state
    self.success = success
    self.failure = failure
    self.finally = finally
  }

  /// Takes a change in, under the lock of the call, so that the order is that of the changes.
  func note(_ news: Call.State) {
    if let state { delivery.enqueue { state(news) } }
    if let result = news.result { delivery.enqueue { self.end(with: CallResult(result)) } }
  }

  /// Tells what was noted, once nothing is locked.
  func tell() {
    delivery.flush()
  }

  private func end(with result: CallResult) {
    if result.isAccepted, let response = result.response {
      success?(response)
    } else {
      failure?(result)
    }
    finally?(result)
  }
}

extension Call {
  /// Calls closures as the request goes on, each at the moment it is about: every change of state from now on; then
  /// `success` or `failure`, once; then `finally`, once and last. A call that has ended already tells its end at once.
  ///
  /// A response that was refused is a failure, as is a request that was cancelled. Any number of handlers may be added.
  ///
  /// ```swift
  /// client.prepare(.get("/report"))
  ///   .handle(on: .main, success: { show($0) }, failure: { warn($0.error) }, finally: { _ in hideSpinner() })
  ///   .start()
  /// ```
  @discardableResult
  public func handle(
    on executor: HandlerExecutor = .pool, state: (@Sendable (State) -> Void)? = nil,
    success: (@Sendable (Response) -> Void)? = nil, failure: (@Sendable (CallResult) -> Void)? = nil,
    finally: (@Sendable (CallResult) -> Void)? = nil
  ) -> Call {
    add(CallHandlers(on: executor, state: state, success: success, failure: failure, finally: finally))
    return self
  }

  /// Calls one closure at the end, whatever it is.
  @discardableResult
  public func then(
    on executor: HandlerExecutor = .pool, _ handler: @escaping @Sendable (CallResult) -> Void
  ) -> Call {
    handle(on: executor, finally: handler)
  }
}
