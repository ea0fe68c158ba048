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
    /// Nothing is ever sent; the client leaves some time.
    case silent
    /// All is sent, and what still comes is thrown away: a client that is still sending would otherwise lose the response.
    case leaving
  }

  enum Event {
    case request(ServedRequest)
    case mistake(ServingMistake)
  }

  let descriptor: Int32
  let id: Int
  private(set) var phase = Phase.reading
  private var reader: RequestReader
  private var output: ArraySlice<UInt8> = []
  private var method = ""
  private var keepsConnection = true
  private var hasInputEnded = false
  private(set) var deadline: ContinuousClock.Instant
  private var headDeadline: ContinuousClock.Instant?
  /// The deadline of what is coming, or going.
  private var lastMoment: ContinuousClock.Instant?
  /// Of the request that is being answered, in bytes.
  private var requestSize = 0
  private let limits: ServingLimits

  init(_ descriptor: Int32, id: Int, _ limits: ServingLimits, now: ContinuousClock.Instant) {
    (self.descriptor, self.id, self.limits) = (descriptor, id, limits)
    reader = RequestReader(limits)
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
    case (.answering, _), (.writing, _): nil
    }
  }

  /// The events to wait for with poll(2).
  var interest: Int16 {
    switch phase {
    // Requests that are sent ahead are taken as far as there is room for them.
    case .answering where hasInputEnded || reader.waiting > limits.head: 0
    case .reading, .answering, .silent, .leaving: Int16(POLLIN)
    case .writing: Int16(POLLOUT)
    }
  }

  /// Reads what has come.
  /// - Returns: nil while more is needed.
  /// - Throws: `Gone` when the client has left.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer, now: ContinuousClock.Instant) throws(Gone) -> Event? {
    let count = retryingInterrupts { Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
    if count < 0 && errno == EAGAIN { return nil }
    guard count > 0 else {
      // A client may end its side and still wait for what it asked for.
      guard count == 0, phase == .answering else { throw Gone() }
      hasInputEnded = true
      return nil
    }
    guard phase == .reading || phase == .answering else { return nil }
    reader.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    return phase == .reading ? advance(now: now) : nil
  }

  /// Looks at what was read.
  private mutating func advance(now: ContinuousClock.Instant) -> Event? {
    do throws(ServingMistake) {
      switch try reader.next() {
      case .request(let request, let keeps):
        (phase, method, keepsConnection) = (.answering, request.method, keeps)
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

  /// - Returns: the event of input that came meanwhile, if the response is already sent.
  /// - Throws: `Gone` if the connection ends with the response.
  mutating func answer(
    _ response: ServedResponse, closes: Bool, now: ContinuousClock.Instant
  ) throws(Gone) -> Event? {
    (headDeadline, lastMoment, requestSize) = (nil, nil, 0)
    switch response.ending {
    case .reset:
      var linger = linger(l_onoff: 1, l_linger: 0)
      setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
      throw Gone()
    case .silence:
      if hasInputEnded { throw Gone() }
      phase = .silent
      return nil
    case .response:
      let closes = closes || !keepsConnection
      output = ResponseBytes(response, to: method, closes: closes).bytes[...]
      (phase, deadline) = (.writing(closes: closes), now + limits.stillness)
      lastMoment = now + limits.responseTime
      return try write(now: now)
    }
  }

  /// Writes as much as there is room for.
  mutating func write(now: ContinuousClock.Instant) throws(Gone) -> Event? {
    guard case .writing(let closes) = phase else { return nil }
    while !output.isEmpty {
      let count = output.withUnsafeBytes { bytes in
        retryingInterrupts { send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) }
      }
      if count < 0 && errno == EAGAIN { return nil }
      guard count > 0 else { throw Gone() }
      output = output.dropFirst(count)
      deadline = min(now + limits.stillness, lastMoment ?? now + limits.responseTime)
    }
    (output, lastMoment) = ([], nil)
    return try closes ? leave(now: now) : goOn(now: now)
  }

  private mutating func leave(now: ContinuousClock.Instant) throws(Gone) -> Event? {
    guard !hasInputEnded, shutdown(descriptor, Int32(SHUT_WR)) == 0 else { throw Gone() }
    (phase, deadline) = (.leaving, now + .seconds(2))
    return nil
  }

  /// With what was sent ahead.
  private mutating func goOn(now: ContinuousClock.Instant) throws(Gone) -> Event? {
    phase = .reading
    let event = advance(now: now)
    if event == nil, hasInputEnded { throw Gone() }
    return event
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
  var hasDeadline: Bool { phase != .answering && phase != .silent }

  /// Whether nobody waits for anything: it may be closed without harm.
  var isAtRest: Bool { phase == .silent || phase == .leaving || phase == .reading && reader.progress == .between }
}

/// The client has left, or is to be left.
struct Gone: Error {}
