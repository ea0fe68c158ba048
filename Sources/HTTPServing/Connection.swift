import Glibc
import ParleyEngine
import SystemCalls

/// One client's connection: what came, what goes, and how far its request is. One request is answered after the other; those
/// that a client sends ahead wait in the buffers.
struct Connection {
  enum Phase: Equatable {
    case reading
    /// Somebody makes the response.
    case answering
    case writing(closes: Bool)
    /// It is a WebSocket.
    case conversing
    /// Nothing is ever sent; the client leaves some time.
    case silent
    /// All is sent, and what still comes is thrown away: a client that is still sending would otherwise lose the response.
    case leaving
  }

  enum Event {
    case request(ServedRequest)
    /// The next piece of a response is to be made.
    case piece(any PieceSource)
    case mistake(ServingMistake)
  }

  let descriptor: Int32
  let limits: ServingLimits
  /// Called when a WebSocket has something to send.
  let wake: @Sendable () -> Void
  var phase = Phase.reading
  var reader: RequestReader
  var output: ArraySlice<UInt8> = []
  /// The part of the response that is not made yet.
  var pieces: OutgoingPieces?
  var webSocket: ServedWebSocket?
  private(set) var method = ""
  private(set) var knowsChunks = true
  private(set) var keepsConnection = true
  private(set) var hasInputEnded = false
  var deadline: ContinuousClock.Instant
  var headDeadline: ContinuousClock.Instant?
  /// The deadline of what is coming, or going.
  var lastMoment: ContinuousClock.Instant?
  /// Of the request that is being answered, in bytes.
  var requestSize = 0

  init(
    _ descriptor: Int32, _ limits: ServingLimits, _ reader: RequestReader, wake: @escaping @Sendable () -> Void,
    now: ContinuousClock.Instant
  ) {
    (self.descriptor, self.limits, self.reader, self.wake) = (descriptor, limits, reader, wake)
    deadline = now + limits.idle
  }

  /// How many bytes of requests and responses it holds.
  var held: Int { reader.held + requestSize + output.count }

  /// Which one yields first where there are too many: one at rest, then the one that has been sending its headers longest, then its
  /// body; none whose response is on its way.
  var patience: (rank: Int, since: ContinuousClock.Instant)? {
    switch (phase, reader.progress) {
    case (.leaving, _), (.silent, _), (.reading, .between): (0, deadline)
    case (.reading, .head): (1, headDeadline ?? deadline)
    case (.reading, .body): (2, lastMoment ?? deadline)
    case (.answering, _), (.writing, _), (.conversing, _): nil
    }
  }

  /// The events to wait for with poll(2).
  var interest: Int16 {
    switch phase {
    case .writing where !output.isEmpty: Int16(POLLOUT)
    // Requests that are sent ahead are taken as far as there is room for them.
    case .answering, .writing: hasInputEnded || reader.waiting > limits.head ? 0 : Int16(POLLIN)
    case .reading, .silent, .leaving: Int16(POLLIN)
    case .conversing: (output.isEmpty ? 0 : Int16(POLLOUT)) | (isConversationRead ? Int16(POLLIN) : 0)
    }
  }

  private var isConversationRead: Bool { output.count < Self.ahead && webSocket?.isReading == true }

  /// Reads what has come.
  /// - Returns: nil while more is needed.
  /// - Throws: `Gone` when the client has left.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer, now: ContinuousClock.Instant) throws(Gone) -> Event? {
    let count = retryingInterrupts { Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
    if count < 0 && errno == EAGAIN { return nil }
    guard count > 0 else {
      // A client may end its side and still wait for what it asked for.
      guard count == 0, isAnswering else { throw Gone() }
      hasInputEnded = true
      return nil
    }
    let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
    if phase == .conversing { return try converse(with: bytes, now: now) }
    guard phase == .reading || isAnswering else { return nil }
    reader.append(bytes)
    return phase == .reading ? advance(now: now) : nil
  }

  /// Whether a response is being made, or is on its way.
  private var isAnswering: Bool {
    switch phase {
    case .answering, .writing: true
    case .reading, .conversing, .silent, .leaving: false
    }
  }

  /// Looks at what was read.
  mutating func advance(now: ContinuousClock.Instant) -> Event? {
    do throws(ServingMistake) {
      switch try reader.next() {
      case .request(let request, let keeps):
        (phase, method, keepsConnection) = (.answering, request.method, keeps)
        knowsChunks = request.knowsChunks
        (requestSize, lastMoment) = (request.body.count, nil)
        return .request(request)
      case .expectsContinue: sendAtOnce(ResponseBytes.goOn)
      case nil: break
      }
    } catch {
      return refuse(error)
    }
    wait(now: now)
    return nil
  }

  /// The times that reading may take.
  private mutating func wait(now: ContinuousClock.Instant) {
    switch reader.progress {
    case .between: (deadline, headDeadline, lastMoment) = (now + limits.idle, nil, nil)
    case .head:
      let end = headDeadline ?? now + limits.headTime
      (deadline, headDeadline) = (end, end)
    case .body:
      let end = lastMoment ?? now + limits.bodyTime
      (deadline, headDeadline, lastMoment) = (min(end, now + limits.stillness), nil, end)
    }
  }

  /// Few bytes, for which there is room: nothing else is on its way.
  private func sendAtOnce(_ bytes: [UInt8]) {
    _ = retryingInterrupts { send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
  }

  /// Ends the connection when its time is over. A late request gets a response that says so.
  mutating func expire() throws(Gone) -> Event? {
    guard phase == .reading, reader.progress != .between else { throw Gone() }
    return refuse(.late)
  }

  /// Nothing more is taken: what others hold leaves no room.
  mutating func makeRoom() -> Event? {
    guard phase == .reading, reader.progress == .body else { return nil }
    reader = RequestReader(limits)
    return refuse(.busy)
  }

  private mutating func refuse(_ mistake: ServingMistake) -> Event {
    (phase, method, keepsConnection) = (.answering, "", false)
    return .mistake(mistake)
  }

  /// Whether time ends what it does.
  var hasDeadline: Bool {
    switch phase {
    case .answering, .silent: false
    case .reading, .leaving: true
    // The next piece may take any time to be made.
    case .writing: !output.isEmpty
    case .conversing: !output.isEmpty || webSocket?.hasClosed == true
    }
  }

  /// Whether nobody waits for anything: it may be closed without harm.
  var isAtRest: Bool { phase == .silent || phase == .leaving || phase == .reading && reader.progress == .between }
}

/// The client has left, or is to be left.
struct Gone: Error {}
