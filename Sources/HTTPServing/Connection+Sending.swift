import Glibc
import ParleyEngine
import SystemCalls

// Responses.
extension Connection {
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
      if case .webSocket(let channel) = response.rest { return try begin(channel, response, now: now) }
      let closes = closes || !keepsConnection || response.length == nil && !knowsChunks
      let bytes = ResponseBytes(response, to: method, closes: closes, knowsChunks: knowsChunks)
      (phase, pieces) = (.writing(closes: closes), bytes.pieces)
      put(bytes.bytes, now: now)
      return try write(now: now)
    }
  }

  private mutating func put(_ bytes: [UInt8], now: ContinuousClock.Instant) {
    guard output.isEmpty else { return output += bytes }
    (output, deadline, lastMoment) = (bytes[...], now + limits.stillness, now + limits.responseTime)
  }

  /// Writes as much as there is room for.
  mutating func write(now: ContinuousClock.Instant) throws(Gone) -> Event? {
    if phase == .conversing { return try converse(now: now) }
    guard case .writing(let closes) = phase else { return nil }
    try sendOutput(now: now)
    guard pieces == nil else { return nextPiece() }
    guard output.isEmpty else { return nil }
    return try closes ? leave(now: now) : goOn(now: now)
  }

  private mutating func sendOutput(now: ContinuousClock.Instant) throws(Gone) {
    while !output.isEmpty {
      let count = output.withUnsafeBytes { bytes in
        retryingInterrupts { send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) }
      }
      if count < 0 && errno == EAGAIN { return }
      guard count > 0 else { throw Gone() }
      output = output.dropFirst(count)
      deadline = min(now + limits.stillness, lastMoment ?? now + limits.responseTime)
    }
    (output, lastMoment) = ([], nil)
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
}

// Bodies that are made while they are sent.
extension Connection {
  /// While so much waits to be sent, nothing more is made, and nothing more comes that asks for a reply.
  static let ahead = 64 << 10

  /// The event that the next piece is to be made, while one is sent.
  private mutating func nextPiece() -> Event? {
    output.count < Self.ahead ? pieces?.takeSource().map(Event.piece) : nil
  }

  mutating func goOn(with piece: MadePiece, now: ContinuousClock.Instant) throws(Gone) -> Event? {
    guard let bytes = try pieces?.add(piece) else { return nil }
    if pieces?.isOver == true { pieces = nil }
    put(bytes, now: now)
    return try write(now: now)
  }
}

// WebSockets.
extension Connection {
  /// The time that the client has to close as well.
  private static let closePatience = Duration.seconds(5)
  private static let messageLimit = 16 << 20

  private mutating func begin(
    _ channel: WebSocketChannel, _ response: ServedResponse, now: ContinuousClock.Instant
  ) throws(Gone) -> Event? {
    put(ResponseBytes(response, to: method, closes: false).bytes, now: now)
    webSocket = ServedWebSocket(channel, limit: min(limits.body, Self.messageLimit), wake: wake)
    phase = .conversing
    return try converse(with: reader.takeRest(), now: now)
  }

  mutating func converse(with bytes: some Collection<UInt8>, now: ContinuousClock.Instant) throws(Gone) -> Event? {
    webSocket?.take(bytes)
    return try converse(now: now)
  }

  /// Sends what there is to be sent, and leaves when both sides have closed.
  mutating func converse(now: ContinuousClock.Instant) throws(Gone) -> Event? {
    guard let hadClosed = webSocket?.hasClosed else { return nil }
    while let bytes = webSocket?.takeOutput(waiting: output.count), !bytes.isEmpty {
      put(bytes, now: now)
      try sendOutput(now: now)
    }
    try sendOutput(now: now)
    if !hadClosed, webSocket?.hasClosed == true { deadline = now + Self.closePatience }
    guard webSocket?.isOver == true, output.isEmpty else { return nil }
    end()
    webSocket = nil
    return try leave(now: now)
  }

  /// The connection is gone.
  func end() { webSocket?.end() }
}
