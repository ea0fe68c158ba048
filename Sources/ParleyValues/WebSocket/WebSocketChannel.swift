import DequeModule
import Dispatch

/// The channel between the users of a WebSocket and the thread that owns its connection.
///
/// Outgoing messages wait here until the connection takes them. Incoming ones wait for their reader; when much waits,
/// the connection is not read, so that the server has to wait as well.
package final class WebSocketChannel: Sendable {
  package enum Command: Sendable {
    case message(WebSocketMessage)
    case ping
    case close(WebSocketClose)
  }

  /// Told once that what it stands for was written, or never will be.
  package typealias Done = @Sendable (Result<Duration, WebSocketClosed>) -> Void

  package struct Outgoing: Sendable {
    package let command: Command
    package let done: Done
  }

  fileprivate enum Phase {
    case opening, open, ended
  }

  /// How far what is done at the opening is.
  fileprivate enum Progress {
    case pending, running, done
  }

  fileprivate struct State {
    var phase = Phase.opening
    var outgoing: Deque<Outgoing> = []
    var isClosing = false
    var inbox: Deque<WebSocketMessage> = []
    var inboxBytes = 0
    var reader: CheckedContinuation<WebSocketMessage?, Never>?
    var openers: [CheckedContinuation<Bool, Never>] = []
    /// Whether the other side has said that nothing more comes.
    var hasInputEnded = false
    var wake: (@Sendable () -> Void)?
    var failure: ValidationFailure?
    var conversing: Progress
    /// Whether it is closed as soon as that is done.
    var closesThen = false
    /// Whether messages wait for somebody who receives them; without one they stand in the transcript alone.
    var keepsMessages: Bool

    var isFull: Bool { inbox.count >= WebSocketChannel.inboxCount || inboxBytes >= WebSocketChannel.inboxSize }
  }

  fileprivate static let inboxCount = 1024
  fileprivate static let inboxSize = 1 << 20

  private let state: Lock<State>
  private let conversing = DispatchGroup()
  /// The conversation that begins as soon as the connection is open; nil for none.
  private let conversation: (@Sendable (WebSocketChannel) async -> ValidationFailure?)?

  /// - Parameters:
  ///   - keepsMessages: whether somebody receives messages.
  ///   - conversation: begins when the WebSocket is open, and says why the session is not what was expected.
  package init(
    keepsMessages: Bool, conversation: (@Sendable (WebSocketChannel) async -> ValidationFailure?)? = nil
  ) {
    state = Lock(State(conversing: conversation == nil ? .done : .pending, keepsMessages: keepsMessages))
    self.conversation = conversation
  }
}

// For those who use it.
extension WebSocketChannel {
  /// Hands a command over. Before the connection stands it waits.
  package func post(_ command: Command, done: @escaping Done = { _ in }) {
    let (isTaken, wake) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
      guard state.phase != .ended, !state.isClosing else { return (false, nil) }
      if case .close = command { state.isClosing = true }
      state.outgoing.append(Outgoing(command: command, done: done))
      return (true, state.wake)
    }
    guard isTaken else { return done(.failure(WebSocketClosed())) }
    wake?()
  }

  /// Returns when the connection stands (true), or never will.
  package func opened() async -> Bool {
    await withCheckedContinuation { continuation in
      let known = state.withLock { state -> Bool? in
        if state.phase != .opening { return state.phase == .open }
        state.openers.append(continuation)
        return nil
      }
      if let known { continuation.resume(returning: known) }
    }
  }

  /// The next message; nil after the last, and when the waiting task is cancelled.
  package func receive() async -> WebSocketMessage? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        switch state.withLock({ $0.take(for: continuation) }) {
        case .message(let message, let wake):
          wake?()
          continuation.resume(returning: message)
        case .over: continuation.resume(returning: nil)
        case .waits: if Task.isCancelled { giveUpReceiving() }
        }
      }
    } onCancel: {
      giveUpReceiving()
    }
  }

  private func giveUpReceiving() {
    state.withLock { $0.reader.take() }?.resume(returning: nil)
  }

  /// Nobody receives any more.
  package func stopReceiving() {
    let wake = state.withLock { state in
      state.keepsMessages = false
      (state.inbox, state.inboxBytes) = ([], 0)
      return state.wake
    }
    wake?()
  }

  package var isOpen: Bool { state.withLock { $0.phase == .open && !$0.isClosing } }
}

extension WebSocketChannel.State {
  fileprivate enum Taking {
    case message(WebSocketMessage, wake: (@Sendable () -> Void)?)
    case waits
    case over
  }

  fileprivate mutating func take(for continuation: CheckedContinuation<WebSocketMessage?, Never>) -> Taking {
    let wasFull = isFull
    if let message = inbox.popFirst() {
      inboxBytes -= message.count
      return .message(message, wake: wasFull && !isFull ? wake : nil)
    }
    guard phase != .ended, !hasInputEnded, reader == nil else { return .over }
    reader = continuation
    return .waits
  }
}

extension WebSocketChannel {
  /// Hands a message over without waiting until it is sent.
  package func post(_ text: String) { post(.message(.text(text))) }

  /// Sends a text message, and returns when the connection has taken it.
  /// - Returns: false when it is closed.
  package func send(_ text: String) async -> Bool { await send(.text(text)) }

  /// Sends a message, and returns when the connection has taken it.
  /// - Returns: false when it is closed.
  package func send(_ message: WebSocketMessage) async -> Bool {
    await withCheckedContinuation { continuation in
      post(.message(message)) { result in
        if case .success = result {
          continuation.resume(returning: true)
        } else {
          continuation.resume(returning: false)
        }
      }
    }
  }

  /// Begins to close as soon as what is done at the opening is done.
  package func postCloseAfterConversation() {
    let isDone = state.withLock { state in
      state.closesThen = true
      return state.conversing == .done
    }
    if isDone { postClose() }
  }

  /// Asks whether the other side is there; the reply stands in the transcript.
  package func postPing() { post(.ping) }

  /// Begins to close, without waiting for the other side.
  package func postClose(_ close: WebSocketClose = .normal) { post(.close(close)) }
}

// For the connection.
extension WebSocketChannel {
  /// - Parameter wake: called when there is something to do, from any thread.
  package func begin(wake: @escaping @Sendable () -> Void) {
    state.withLock { state in
      // Another attempt begins where the one before ended.
      if state.phase == .ended { (state.phase, state.isClosing, state.failure) = (.opening, false, nil) }
      state.hasInputEnded = false
      if conversation != nil { state.conversing = .pending }
      state.wake = wake
    }
  }

  package func open() {
    let openers = state.withLock { state in
      if state.phase == .opening { state.phase = .open }
      return state.openers.takeAll()
    }
    for opener in openers { opener.resume(returning: true) }
    guard let conversation else { return }
    state.withLock { $0.conversing = .running }
    conversing.enter()
    Task {
      let failure = await conversation(self)
      let closes = state.withLock { state in
        (state.failure, state.conversing) = (failure, .done)
        return state.closesThen
      }
      conversing.leave()
      if closes { postClose() }
    }
  }

  /// The reason the session is not as expected, when it has ended; nil when it is. Blocks until its conversation has
  /// noticed the end.
  package func failureAtEnd() -> ValidationFailure? {
    conversing.wait()
    return state.withLock(\.failure)
  }

  /// Takes the next command to carry out; nil when none waits.
  package func next() -> Outgoing? {
    state.withLock { $0.outgoing.popFirst() }
  }

  /// Whether messages wait to be read, so many that no more are wanted.
  package var isFull: Bool {
    state.withLock { $0.isFull }
  }

  package func deliver(_ message: WebSocketMessage) {
    let reader = state.withLock { state -> CheckedContinuation<WebSocketMessage?, Never>? in
      guard state.keepsMessages else { return nil }
      if let reader = state.reader.take() { return reader }
      state.inbox.append(message)
      state.inboxBytes += message.count
      return nil
    }
    reader?.resume(returning: message)
  }

  /// Nothing comes any more. What has come can still be received, and replied to.
  func endInput() {
    let reader = state.withLock { state in
      state.hasInputEnded = true
      return state.reader.take()
    }
    reader?.resume(returning: nil)
  }

  /// Nothing comes or goes any more. What has come can still be received.
  package func end() {
    let (outgoing, reader, openers) = state.withLock { state in
      (state.phase, state.wake) = (.ended, nil)
      return (state.outgoing.takeAll(), state.reader.take(), state.openers.takeAll())
    }
    for one in outgoing { one.done(.failure(WebSocketClosed())) }
    reader?.resume(returning: nil)
    for opener in openers { opener.resume(returning: false) }
  }
}

extension RangeReplaceableCollection {
  fileprivate mutating func takeAll() -> Self {
    defer { self = Self() }
    return self
  }
}

extension WebSocketChannel: Hashable {
  /// One is only itself.
  package static func == (left: WebSocketChannel, right: WebSocketChannel) -> Bool { left === right }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The connection was closed before something was written.
package struct WebSocketClosed: Error {
  package init() {}
}
