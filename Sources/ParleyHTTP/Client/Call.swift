/// The handle of one request: idle until started, then in flight, then at one of its ends.
///
/// ```swift
/// let call = client.prepare(.get("/report"))
/// call.onChange { state in show(state) }
/// call.start()
/// …
/// call.cancel()
/// ```
public final class Call: Sendable {
  /// The states of a request. The last three are final.
  public enum State: Sendable {
    /// Nobody has started it.
    case idle
    /// The part that is done, from 0 to 1.
    case running(Double)
    /// Stopped by ``Call/pause()``, until ``Call/resume()``.
    case paused
    /// There is a response, whatever its status, accepted or not.
    case completed(Response)
    /// There is none.
    case failed(RequestError)
    /// Somebody cancelled it.
    case cancelled
  }

  private struct Inner {
    var state = State.idle
    var task: (any TransportTask)?
    var isPaused = false
    /// Whether its response is being stored, which nothing ends any more.
    var isStoring = false
    /// How far it is, as far as it was looked at, and as far as it was told.
    var progress = TransferProgress()
    var told = TransferProgress()
    var arriving: (head: ResponseHead, body: any ByteSource)?
    var wire: WireLog?
    var log: SendLog?
    var duplication: Duplication?
    var waiters: [CheckedContinuation<Result<Response, RequestError>, Never>] = []
    var onChange: (@Sendable (State) -> Void)?
    var handlers: [CallHandlers] = []

    /// Whether anybody is told of what changes.
    var isWatched: Bool { onChange != nil || !handlers.isEmpty }

    mutating func move(to state: State) {
      self.state = state
      for handler in handlers { handler.note(state) }
    }

    /// How far it is at this moment, whether or not that was told.
    mutating func look() -> TransferProgress {
      if let live = task?.progress { progress = live }
      return progress
    }

    var progressListeners: [ProgressListener] = []
    var verdicts: [(verdict: Verdict, promise: Verdict.Promise)] = []
  }

  /// The request to send.
  public let request: Request
  /// The name under which history will know this exchange.
  public let id: ExchangeID

  private let client: Client
  private let inner = Lock(Inner())

  init(_ request: Request, through client: Client) {
    self.request = request
    self.client = client
    id = ExchangeID()
  }

  /// A call of the same client that this one needs in flight.
  func beside(_ request: Request) -> Call {
    Call(request, through: client)
  }

  /// The secrets its client knows, for masking its response on screen.
  package var knownSecrets: Secrets { client.events.secrets.all }

  /// The state of the request at this moment, whether or not anybody observes it.
  public var state: State {
    inner.withLock { inner in
      if case .running = inner.state { .running(inner.look().fraction) } else { inner.state }
    }
  }

  /// How far the transfer is at this moment, in bytes, whether or not anybody observes it; all zero before it begins.
  public var progress: TransferProgress {
    inner.withLock { $0.look() }
  }

  /// The head and the growing body of the response, from the moment the head is here.
  public var arriving: (head: ResponseHead, body: any ByteSource)? {
    inner.withLock { $0.arriving }
  }

  /// The bytes as sent and received of a request that got no response, when its options asked for them; a response has them
  /// itself.
  public var wire: WireLog? {
    inner.withLock { $0.wire }
  }

  /// How its request was sent, once it has ended; of a request of a run that was sent.
  package var log: SendLog? {
    inner.withLock { $0.log }
  }

  /// The effect of another call in flight with the same request; nil where there was none, or each was sent by itself.
  public var duplication: Duplication? {
    inner.withLock { $0.duplication }
  }

  /// Records how another call affected this one. Does nothing after the call has ended.
  func note(_ duplication: Duplication) {
    inner.withLock { inner in
      if !inner.state.isFinal { inner.duplication = duplication }
    }
  }

  /// Told of every change from now on, on whatever thread brings it, so it must not block.
  public func onChange(_ call: (@Sendable (State) -> Void)?) {
    inner.withLock { $0.onChange = call }
  }

  /// Sends the request. Only the first call counts.
  public func start() {
    guard begin() else { return }
    Task { await self.run() }
  }

  /// Starts if nobody has, and waits for the end. Cancelling the waiting task cancels the request.
  public func response() async throws(RequestError) -> Response {
    let result = await withTaskCancellationHandler {
      if begin() { return await run() }
      return await outcome()
    } onCancel: {
      cancel()
    }
    return try result.get()
  }

  /// The same without throwing.
  package func result() async -> Result<Response, RequestError> {
    do throws(RequestError) {
      return .success(try await response())
    } catch {
      return .failure(error)
    }
  }

  /// Ends the request at any moment before its response is stored; nothing happens afterwards. Once the response is being
  /// stored, the call completes with it: what the cache, the history and the events have is what the caller gets.
  public func cancel() {
    let (isEnded, task) = inner.withLock { inner -> (Bool, (any TransportTask)?) in
      guard !inner.isStoring else { return (false, nil) }
      guard !inner.state.isFinal else { return (true, nil) }
      inner.move(to: .cancelled)
      return (true, inner.task)
    }
    guard isEnded else { return }
    task?.cancel()
    settle()
  }

  /// Whether its response has arrived and is being stored, so that cancelling comes too late.
  package var isStoring: Bool { inner.withLock { $0.isStoring } }

  /// Stops the transfer until `resume()`; the connection stays.
  public func pause() {
    change { inner in
      guard case .running = inner.state else { return nil }
      inner.isPaused = true
      inner.move(to: .paused)
      return inner.task
    }?.pause()
  }

  /// - Returns: the position at which the transfer goes on, or that nothing was paused.
  @discardableResult
  public func resume() -> Resumption {
    var resumption = Resumption.failed(.nothingPaused)
    change { inner in
      guard case .paused = inner.state else { return nil }
      let progress = inner.look()
      resumption = .resumed(at: progress.received)
      inner.isPaused = false
      inner.move(to: .running(progress.fraction))
      return inner.task
    }?.resume()
    return resumption
  }
}

extension Call.State {
  /// Whether nothing can follow.
  public var isFinal: Bool {
    switch self {
    case .idle, .running, .paused: false
    case .completed, .failed, .cancelled: true
    }
  }
}

// What the pipeline tells the handle.
extension Call {
  /// Whether nobody is interested any more.
  var isOver: Bool {
    inner.withLock { $0.state.isFinal }
  }

  /// Takes the next thing on that is done for the call; one that was cancelled or paused meanwhile is told so at once.
  func took(_ task: any TransportTask) {
    let (isCancelled, isPaused) = inner.withLock { inner in
      _ = inner.look()
      inner.task = task
      return (inner.state.isFinal, inner.isPaused)
    }
    if isCancelled { task.cancel() }
    if isPaused { task.pause() }
  }

  /// From now on the response is stored, captured from and told.
  /// - Returns: false where it was cancelled before.
  func beginsStoring() -> Bool {
    inner.withLock { inner in
      inner.isStoring = !inner.state.isFinal
      return inner.isStoring
    }
  }

  func received(_ head: ResponseHead, body: any ByteSource) {
    change { inner in
      inner.arriving = (head, body)
      return nil
    }
  }

  /// Discards the progress and the partial response of the attempt before.
  func beginsAnew() {
    inner.withLock { inner in
      (inner.arriving, inner.task, inner.wire) = (nil, nil, nil)
      (inner.progress, inner.told) = (TransferProgress(), TransferProgress())
    }
  }

  func recorded(_ wire: WireLog) {
    inner.withLock { $0.wire = wire }
  }

  func sent(_ log: SendLog) {
    inner.withLock { $0.log = log }
  }

  /// - Returns: the progress reported before.
  @discardableResult
  func progressed(_ progress: TransferProgress) -> TransferProgress {
    var before = TransferProgress()
    change { inner in
      before = inner.told
      (inner.progress, inner.told) = (progress, progress)
      if case .running = inner.state { inner.move(to: .running(progress.fraction)) }
      return nil
    }
    let listeners = inner.withLock(\.progressListeners)
    guard !listeners.isEmpty else { return before }
    let update = Progress(name: request.displayName, transfer: progress)
    for listener in listeners { listener.tell(update) }
    return before
  }

  /// For who listens since later than the start: the transport did not know that the end of a small body interests anybody.
  private func tellLastProgress() {
    let untold = inner.withLock { inner -> TransferProgress? in
      let last = inner.look()
      return inner.progressListeners.isEmpty || last == inner.told || inner.state.isFinal ? nil : last
    }
    if let untold { progressed(untold) }
  }

  var wantsProgress: Bool {
    inner.withLock { !$0.progressListeners.isEmpty }
  }

  /// - Returns: false when nothing will follow.
  func add(_ listener: ProgressListener) -> Bool {
    inner.withLock { inner in
      guard !inner.state.isFinal else { return false }
      inner.progressListeners.append(listener)
      return true
    }
  }

  var verdicts: [(verdict: Verdict, promise: Verdict.Promise)] { inner.withLock(\.verdicts) }

  private var isJudged: Bool { inner.withLock { !$0.verdicts.isEmpty } }

  /// Its own result is not told, but what becomes of it.
  func await(_ verdict: Verdict, by promise: Verdict.Promise) {
    inner.withLock { $0.verdicts.append((verdict, promise)) }
  }

  func remove(_ listener: ProgressListener) {
    inner.withLock { inner in
      inner.progressListeners.removeAll { $0 === listener }
    }
  }
}

extension Call {
  func add(_ handlers: CallHandlers) {
    inner.withLock { inner in
      if inner.state.isFinal { handlers.note(inner.state) } else { inner.handlers.append(handlers) }
    }
    handlers.tell()
  }

  private func begin() -> Bool {
    let handlers = inner.withLock { inner -> [CallHandlers]? in
      guard case .idle = inner.state else { return nil }
      inner.move(to: .running(0))
      return inner.handlers
    }
    for handler in handlers ?? [] { handler.tell() }
    return handlers != nil
  }

  @discardableResult
  nonisolated(nonsending) private func run() async -> Result<Response, RequestError> {
    var result: Result<Response, RequestError>
    do throws(RequestError) {
      result = .success(try await client.pipeline().send(self))
    } catch {
      result = .failure(error)
    }
    inner.withLock { $0.isStoring = false }
    if request.completion != nil { result = await completed(result) }
    if isJudged { result = await judged(result) }
    return end(with: result)
  }

  /// The first terminal state wins: a cancelled call stays cancelled even if a response arrives later.
  private func end(with result: Result<Response, RequestError>) -> Result<Response, RequestError> {
    tellLastProgress()
    let isLate = inner.withLock { inner in
      inner.task = nil
      guard !inner.state.isFinal else { return true }
      inner.move(to: State(result))
      return false
    }
    // Nobody will ever know where it is.
    if isLate, request.destination == .temporary { try? result.get().download?.removeFile() }
    return settle() ?? result
  }

  private func outcome() async -> Result<Response, RequestError> {
    await withCheckedContinuation { continuation in
      let result = inner.withLock { inner -> Result<Response, RequestError>? in
        if let result = inner.state.result { return result }
        inner.waiters.append(continuation)
        return nil
      }
      if let result { continuation.resume(returning: result) }
    }
  }

  /// Tells the end to everyone who waits for it, once.
  @discardableResult
  private func settle() -> Result<Response, RequestError>? {
    let (state, waiters, onChange, handlers, listeners) = inner.withLock { inner in
      defer { (inner.waiters, inner.onChange, inner.handlers, inner.progressListeners) = ([], nil, [], []) }
      return (inner.state, inner.waiters, inner.onChange, inner.handlers, inner.progressListeners)
    }
    request.webSocket?.end()
    onChange?(state)
    for handler in handlers { handler.tell() }
    for listener in listeners { listener.end() }
    guard let result = state.result else { return nil }
    for waiter in waiters { waiter.resume(returning: result) }
    return result
  }

  @discardableResult
  private func change(_ body: (inout sending Inner) -> (any TransportTask)?) -> (any TransportTask)? {
    let (task, watched) = inner.withLock { inner in
      let task = body(&inner)
      return (task, inner.isWatched ? (inner.state, inner.onChange, inner.handlers) : nil)
    }
    guard let (state, onChange, handlers) = watched else { return task }
    onChange?(state)
    for handler in handlers { handler.tell() }
    return task
  }
}

extension Call.State {
  fileprivate init(_ result: Result<Response, RequestError>) {
    switch result {
    case .success(let response): self = .completed(response)
    case .failure(.cancelled): self = .cancelled
    case .failure(let error): self = .failed(error)
    }
  }

  package var result: Result<Response, RequestError>? {
    switch self {
    case .idle, .running, .paused: nil
    case .completed(let response): .success(response)
    case .failed(let error): .failure(error)
    case .cancelled: .failure(.cancelled)
    }
  }
}
