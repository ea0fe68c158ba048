extension Call {
  /// Starts if nobody has, and blocks this thread until the end, for programs without `async`.
  ///
  /// The thread does the request's work itself while it waits, so that it can be any thread but one of the transport's
  /// (an `.immediate` handler).
  ///
  /// ```swift
  /// let response = try client.prepare(.get("/report")).wait(atMost: .seconds(5))
  /// ```
  /// - Parameter limit: nil and zero wait until the end, however long that takes.
  /// - Throws: `RequestError.waitedTooLong` when the limit passes first; the request is cancelled then.
  @available(*, noasync, message: "Await response() instead.")
  public func wait(atMost limit: Duration? = nil) throws(RequestError) -> Response {
    let thread = BlockingExecutor<Result<Response, RequestError>>()
    Task(executorPreference: thread) { thread.finish(with: await self.result()) }
    if let result = thread.run(atMost: limit == .zero ? nil : limit) { return try result.get() }
    cancel()
    throw .waitedTooLong(limit ?? .zero)
  }
}
