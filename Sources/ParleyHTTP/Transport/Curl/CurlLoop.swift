import CCurl
import Dispatch
import Glibc

/// The thread that owns the multi handle, and the mailbox through which others speak to it:
///
///     sleep until something happens → sockets that are ready → mailbox → timers → ended transfers → bodies to decode → progress
///                                   → timeouts
///
/// Without transfers it sleeps until the next command. libcurl says which sockets it waits for and when it wants to be
/// called, so that a round costs as much as there is to do, however many transfers are in flight.
///
/// Its lists are unchecked for exclusive access: only its thread gets there, and nobody is called while one of them is changed.
final class CurlLoop: @unchecked Sendable {  // others reach only `mailbox` and `poll.wake`; the rest is its thread's
  enum Command {
    case start(CurlTransfer)
    case cancel(CurlTransfer)
    case pause(CurlTransfer)
    case resume(CurlTransfer)
    case resize(Int)
    case stop
  }

  private struct Mailbox {
    var commands: [Command] = []
    var isAsleep = false
    var isClosed = false
  }

  /// Connections that are kept alive; beyond these the oldest is closed.
  private static let keptConnections = 128
  private static let keptHandles = 128

  private let mailbox = Lock(Mailbox())
  private let poll: EventPoll
  private let multi: UnsafeMutableRawPointer
  private let settings: CurlSettings
  /// Done once the thread has let go of everything.
  private let end = DispatchGroup()
  private var isStopping = false
  private var isAdmitting = false
  @exclusivity(unchecked) private var batch: [Command] = []
  /// Those that have started and not ended, in line or in flight.
  @exclusivity(unchecked) private var live: [CurlTransfer] = []
  private let line = TransferQueue()
  @exclusivity(unchecked) private var idle: [CurlHandle] = []
  private let names = HeaderNames()
  /// Those of which there is more to decode than one round allows.
  @exclusivity(unchecked) private var decoding: [CurlTransfer] = []
  /// Those that ask again for a stream of events, and when.
  @exclusivity(unchecked) private var waiting: [(transfer: CurlTransfer, until: Monotonic)] = []
  /// Counts the rounds.
  private(set) var round = 0
  /// The time at which libcurl wants to be called.
  private var nextTimer = Monotonic.distantFuture
  /// The time at which the next transfer has postponed progress to report; none has any before this.
  private var nextTelling = Monotonic.distantFuture
  /// No deadline lies before this; after it, somebody's may.
  private var nextDeadline = Monotonic.distantFuture

  private init?(_ settings: CurlSettings) {
    guard ccurl_trouble() == nil, let poll = EventPoll(), ccurl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK,
      let multi = ccurl_multi_init()
    else { return nil }
    self.settings = settings
    self.poll = poll
    self.multi = multi
    _ = ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, Self.keptConnections)
    let context = Unmanaged.passUnretained(self).toOpaque()
    ccurl_multi_on_socket(multi, Self.onSocket, context)
    ccurl_multi_on_timer(multi, Self.onTimer, context)
  }

  /// A loop on a thread of its own; nil when the system gives none.
  static func running(_ settings: CurlSettings) -> CurlLoop? {
    guard let loop = CurlLoop(settings) else { return nil }
    loop.end.enter()
    if DetachedThread.start(isAwaited: false, { loop.run() }) { return loop }
    loop.end.leave()
    return nil
  }

  /// Hands a command to the loop, from any thread. After the end it goes nowhere.
  func post(_ command: Command) {
    mailbox.withLock { mailbox in
      guard !mailbox.isClosed else { return }
      mailbox.commands.append(command)
      // The first command wakes; those behind it find the loop awake.
      if mailbox.isAsleep { poll.wake() }
      mailbox.isAsleep = false
    }
  }

  func stop() {
    post(.stop)
  }

  /// Ends every transfer and the thread; returns once libcurl has let go of all connections.
  func close() async {
    stop()
    await withCheckedContinuation { done in end.notify(queue: .global()) { done.resume() } }
  }
}

// The loop's own thread.
extension CurlLoop {
  private func run() {
    while !isStopping {
      round &+= 1
      workOnSockets(within: fallsAsleep() ? timeToSleep() : 0)
      obeyCommands()
      if nextTimer <= .now { workOnTimers() }
      collectEnded()
      goOnDecoding()
      endWaiting()
      tellProgress()
      enforceDeadlines()
    }
    close()
  }

  private func workOnSockets(within milliseconds: Int32) {
    for index in 0..<poll.wait(milliseconds: milliseconds) {
      if let event = poll.event(at: index) { work(on: event.socket, readiness: event.readiness) }
    }
  }

  private func work(on socket: Int32, readiness: Int32) {
    var running: Int32 = 0
    ccurl_multi_socket_action(multi, socket, readiness, &running)
  }

  private func workOnTimers() {
    nextTimer = .distantFuture
    work(on: CURL_SOCKET_TIMEOUT, readiness: 0)
  }

  /// The mailbox gets the emptied batch in exchange, so that both keep their memory.
  private func obeyCommands() {
    mailbox.withLock { mailbox in
      mailbox.isAsleep = false
      swap(&mailbox.commands, &batch)
    }
    for command in batch { obey(command) }
    batch.removeAll(keepingCapacity: true)
  }

  private func fallsAsleep() -> Bool {
    mailbox.withLock { mailbox in
      mailbox.isAsleep = mailbox.commands.isEmpty
      return mailbox.isAsleep
    }
  }

  private func obey(_ command: Command) {
    switch command {
    case .start(let transfer): start(transfer)
    case .cancel(let transfer): fail(transfer, with: TransportError(.cancelled, "The transfer was cancelled."))
    case .pause(let transfer): pause(transfer)
    case .resume(let transfer): resume(transfer)
    case .resize(let size):
      line.poolSize = size
      admit()
    case .stop: isStopping = true
    }
  }

  private func close() {
    for transfer in live { fail(transfer, with: TransportError(.cancelled, "The transport was closed.")) }
    mailbox.withLock { mailbox in
      mailbox.isClosed = true
      mailbox.commands = []
    }
    idle = []
    ccurl_multi_cleanup(multi)
    end.leave()
  }
}

// One transfer from its start to its end.
extension CurlLoop {
  private func start(_ transfer: CurlTransfer) {
    transfer.index = live.count
    live.append(transfer)
    nextDeadline = min(nextDeadline, transfer.deadline.at)
    enter(transfer)
  }

  /// Goes on at once where there is a place in the pool, else into the line.
  private func enter(_ transfer: CurlTransfer) {
    if line.admits(transfer) { launch(transfer) }
  }

  /// Those in line whose turn has come.
  private func admit() {
    // One that fails at once gives its place on; the loop here hands it to the next.
    isAdmitting = true
    while let next = line.next() { launch(next) }
    isAdmitting = false
  }

  private func launch(_ transfer: CurlTransfer) {
    guard let handle = idle.popLast() ?? CurlHandle(settings, names: names) else {
      line.leave()
      return fail(transfer, with: TransportError(.other, "libcurl could not make a handle."))
    }
    transfer.take(handle)
    if let error = transfer.openDownload() { return fail(transfer, with: error) }
    send(transfer)
  }

  /// Sends the transfer's current hop.
  private func send(_ transfer: CurlTransfer) {
    guard let handle = transfer.handle else { return }
    transfer.beginHop()
    if transfer.isPaused { return park(transfer) }
    if let error = handle.prepare(transfer.hop) { return fail(transfer, with: error) }
    guard ccurl_multi_add_handle(multi, handle.easy) == CURLM_OK else {
      return fail(transfer, with: TransportError(.other, "libcurl did not accept the request."))
    }
  }

  private func pause(_ transfer: CurlTransfer) {
    guard transfer.pauseNow(), let handle = transfer.handle else { return }
    ccurl_multi_remove_handle(multi, handle.easy)
    park(transfer)
  }

  /// Frees the handle and the place of a transfer that was paused before it was sent.
  private func park(_ transfer: CurlTransfer) {
    release(transfer)
    if !isAdmitting { admit() }
  }

  private func resume(_ transfer: CurlTransfer) {
    guard transfer.resumeNow() else { return }
    nextDeadline = min(nextDeadline, transfer.deadline.at)
    guard let handle = transfer.handle else {
      // Its turn may have come while it was paused.
      if !transfer.isQueued { enter(transfer) }
      return
    }
    if transfer.decoding?.hasWork == true {
      transfer.isHeldBack = true
      return decodeLater(transfer)
    }
    letFlow(transfer, through: handle)
  }

  private func letFlow(_ transfer: CurlTransfer, through handle: CurlHandle) {
    let result = ccurl_easy_pause(handle.easy, CURLPAUSE_CONT)
    // Of a transfer that has just ended libcurl takes no such wish: the message of its end waits to be read.
    if result != CURLE_OK, result != CURLE_BAD_FUNCTION_ARGUMENT { ended(transfer, with: result) }
  }

  private func collectEnded() {
    var result = CURLE_OK
    while let easy = ccurl_next_ended(multi, &result) {
      if let transfer = CurlHandle.transfer(of: easy) { ended(transfer, with: result) }
    }
  }

  private func ended(_ transfer: CurlTransfer, with result: CURLcode) {
    guard let handle = transfer.handle else { return }
    ccurl_multi_remove_handle(multi, handle.easy)
    if transfer.failure == nil, transfer.decoding?.hasWork == true {
      transfer.endedWith = result
      return
    }
    if transfer.follows(after: result) { return send(transfer) }
    if let moment = transfer.reconnection(after: result) { return waiting.append((transfer, until: moment)) }
    finish(transfer, transfer.outcome(of: result))
  }

  private func endWaiting() {
    guard !waiting.isEmpty else { return }
    let now = Monotonic.now
    let due = waiting.filter { $0.until <= now }
    waiting.removeAll { $0.until <= now || $0.transfer.index == nil }
    for (transfer, _) in due where transfer.index != nil { send(transfer) }
  }

  private func fail(_ transfer: CurlTransfer, with error: TransportError) {
    guard transfer.index != nil else { return }
    if let handle = transfer.handle { ccurl_multi_remove_handle(multi, handle.easy) }
    finish(transfer, .failure(error))
  }

  private func finish(_ transfer: CurlTransfer, _ outcome: Result<TransportResponse, TransportError>) {
    forget(transfer)
    release(transfer)
    transfer.finish(outcome)
    if !isAdmitting { admit() }
  }

  private func forget(_ transfer: CurlTransfer) {
    guard let index = transfer.index, let last = live.popLast() else { return }
    if last !== transfer {
      live[index] = last
      last.index = index
    }
    transfer.index = nil
  }

  private func release(_ transfer: CurlTransfer) {
    guard let handle = transfer.handle else { return line.abandon(transfer) }
    transfer.letGo()
    line.leave()
    if idle.count < Self.keptHandles { idle.append(handle) }
  }
}

// Bodies that hold more than one round can decode.
extension CurlLoop {
  /// Goes on with a transfer in the next round.
  func decodeLater(_ transfer: CurlTransfer) {
    if !decoding.contains(where: { $0 === transfer }) { decoding.append(transfer) }
  }

  private func goOnDecoding() {
    guard !decoding.isEmpty else { return }
    let waiting = decoding.filter { $0.index != nil && !$0.isPaused && $0.decoded.round != round }
    decoding.removeAll { $0.index == nil || $0.isPaused || $0.decoded.round != round }
    for transfer in waiting { goOnDecoding(transfer) }
  }

  private func goOnDecoding(_ transfer: CurlTransfer) {
    guard let handle = transfer.handle, let decoding = transfer.decoding else { return }
    guard transfer.decode(by: decoding) else { return ended(transfer, with: CURLE_WRITE_ERROR) }
    guard !decoding.hasWork else { return }
    if let result = transfer.endedWith { return ended(transfer, with: result) }
    guard transfer.isHeldBack else { return }
    transfer.isHeldBack = false
    letFlow(transfer, through: handle)
  }
}

// Progress of which nothing more may come for long.
extension CurlLoop {
  /// However many transfers there are, they are looked through no more often than this.
  private static let tellingPause = Duration.milliseconds(30)

  func tellProgress(at moment: Monotonic) {
    nextTelling = min(nextTelling, moment)
  }

  private func tellProgress() {
    guard nextTelling != .distantFuture, nextTelling <= .now else { return }
    let next = live.compactMap { $0.tellDueProgress() }.min()
    nextTelling = next.map { max($0, .now.advanced(by: Self.tellingPause)) } ?? .distantFuture
  }
}

// Time.
extension CurlLoop {
  private func enforceDeadlines() {
    guard nextDeadline != .distantFuture, nextDeadline <= .now else { return }
    let now = Monotonic.now
    for transfer in live where transfer.deadline.at <= now { fail(transfer, with: transfer.timedOut) }
    nextDeadline = live.map(\.deadline.at).min() ?? .distantFuture
  }

  /// In milliseconds; -1 when there is nothing to wait for but a command.
  private func timeToSleep() -> Int32 {
    guard decoding.isEmpty else { return 0 }
    let next = min(nextTimer, live.isEmpty ? .distantFuture : min(nextDeadline, nextTelling))
    let wakening = waiting.isEmpty ? .distantFuture : waiting.map(\.until).min() ?? .distantFuture
    guard min(next, wakening) != .distantFuture else { return -1 }
    return Int32(clamping: Monotonic.now.milliseconds(until: min(next, wakening)))
  }
}

// What libcurl asks of the loop.
extension CurlLoop {
  private static func loop(_ context: UnsafeMutableRawPointer?) -> CurlLoop? {
    context.map { Unmanaged<CurlLoop>.fromOpaque($0).takeUnretainedValue() }
  }

  private static let onSocket: curl_socket_callback = { _, socket, interest, context, _ in
    loop(context)?.poll.watch(socket, for: interest)
    return 0
  }

  private static let onTimer: curl_multi_timer_callback = { _, milliseconds, context in
    loop(context)?.nextTimer = milliseconds < 0 ? .distantFuture : .now.advanced(byMilliseconds: milliseconds)
    return 0
  }
}
