import CCurl
import HTTPTypes

/// An open WebSocket until its end: reads and writes frames, replies to pings, and keeps the transcript.
final class WebSocketConversation {
  /// A ping that has not been replied to.
  struct Ping {
    let payload: [UInt8]
    let sentAt: Monotonic
    let done: WebSocketChannel.Done
  }

  /// The callback to call when the bytes up to `end` have been written.
  struct Written {
    let end: Int
    let done: WebSocketChannel.Done
  }

  /// The most bytes of a message where nobody says anything.
  static let standardLimit = 16_000_000
  /// How long the other side may take to close as well.
  static let closePatience = Duration.seconds(5)
  /// So much waits to be written at most before more is taken.
  static let outboxLimit = 256 * 1024
  /// So much is read in one round; then others have their turn.
  static let readPerRound = 1 << 20

  let transfer: WebSocketTransfer
  let opening: WebSocketOpening
  let head: ResponseHead
  let body: any BodySink
  let transcript: WebSocketTranscript
  var reader: WebSocketFrameReader
  var assembler: WebSocketAssembler
  var outbox: [UInt8] = []
  var written = 0
  var awaitingWrite: [Written] = []
  var pings: [Ping] = []
  /// The close that we sent, and the time until which the other side may reply; nil before that.
  var ownClose: (close: WebSocketClose, until: Monotonic)?
  /// How it ended.
  var end: WebSocketClose?
  var received = 0
  var sent = 0
  var isReadable = true
  var meter: ProgressMeter

  init(over opening: WebSocketOpening, _ head: ResponseHead, for transfer: WebSocketTransfer) {
    self.opening = opening
    self.head = head
    self.transfer = transfer
    body = transfer.sink()
    transcript = WebSocketTranscript(body)
    let limit = transfer.hop.options.maxBody ?? Self.standardLimit
    reader = WebSocketFrameReader(limit: limit)
    assembler = WebSocketAssembler(limit: limit)
    meter = ProgressMeter(interval: Self.progressInterval, from: .now)
  }

  static let progressInterval = Duration.milliseconds(30)

  /// - Returns: the response when the session is over.
  func run() throws(TransportError) -> TransportResponse {
    transfer.handler(.head(head, body: body))
    transfer.channel.open()
    transfer.handler(.progress(TransferProgress()))
    defer { letGo() }
    do {
      try arrive(opening.rest)
      while try goOn() { wait() }
      try body.finish()
    } catch let error as TransportError {
      throw error
    } catch {
      throw TransportError(storing: error)
    }
    transfer.channel.end()
    var response = opening.response(head, body)
    response.bytesOnWire = received
    response.validationFailure = failure
    return response
  }

  private func letGo() {
    transfer.channel.end()
    for one in awaitingWrite { one.done(.failure(WebSocketClosed())) }
    for ping in pings { ping.done(.failure(WebSocketClosed())) }
  }

  private var failure: ValidationFailure? {
    if let failure = transfer.channel.failureAtEnd() { return failure }
    return end?.failure
  }

  /// One round.
  /// - Returns: whether another follows.
  private func goOn() throws -> Bool {
    if transfer.isCancelled {
      // What has come is kept all the same.
      sendLast(WebSocketClose(code: 1001))
      try breakOff("It was cancelled here.")
      return false
    }
    do throws(TransportError) {
      try writeAll()
      try readAll()
      try writeAll()
    } catch {
      guard error.kind == .reset else { throw error }
      try breakOff(error.summary)
    }
    if let ownClose, ownClose.until <= .now {
      try breakOff("No close came within \(Self.closePatience.components.seconds) s.")
    }
    tellProgress()
    return end == nil || hasToWrite
  }

  var hasToWrite: Bool { written < outbox.count }

  private func breakOff(_ reason: String) throws(TransportError) {
    outbox = []
    written = 0
    guard end == nil else { return }
    end = WebSocketClose(code: WebSocketClose.abnormal, reason: reason)
    try note {
      try $0.note(WebSocketClose(code: WebSocketClose.abnormal, reason: reason), from: nil)
    }
  }

  private func tellProgress() {
    let progress = TransferProgress(sent: sent, received: body.count)
    if meter.tells(progress) { transfer.handler(.progress(progress)) }
  }

  private func wait() {
    let reading = isReading
    // More of what libcurl has read already may wait in it.
    if isReadable, reading { return }
    var limit: Int32 = meter.untold == nil ? -1 : Int32(Self.progressInterval.inMilliseconds)
    if let ownClose {
      let left = Int32(clamping: Monotonic.now.milliseconds(until: ownClose.until))
      limit = limit < 0 ? left : min(limit, left)
    }
    opening.wire.wait(reading: reading, writing: hasToWrite, milliseconds: limit)
    isReadable = true
  }

  /// Whether the other side has to wait, because nobody takes what comes.
  private var isReading: Bool { end == nil && !transfer.isPaused && !transfer.channel.isFull }

  func note(_ entry: (WebSocketTranscript) throws -> Void) throws(TransportError) {
    do { try entry(transcript) } catch { throw TransportError(storing: error) }
  }
}

// What comes.
extension WebSocketConversation {
  private func readAll() throws(TransportError) {
    var count = 0
    while isReading, count < Self.readPerRound {
      switch try opening.wire.read() {
      case .nothingYet:
        isReadable = false
        return
      case .end:
        try breakOff("The connection was closed without a close of the WebSocket.")
        return
      case .bytes(let bytes):
        count += bytes.count
        try arrive(bytes)
      }
    }
  }

  private func arrive(_ bytes: [UInt8]) throws(TransportError) {
    guard !bytes.isEmpty else { return }
    received += bytes.count
    transfer.record(CURLINFO_DATA_IN, bytes)
    reader.add(bytes)
    do {
      while end == nil, let frame = try reader.next() {
        if let arrival = try assembler.take(frame) { try take(arrival) }
      }
    } catch let violation as WebSocketViolation {
      try fail(by: violation)
    } catch {
      throw error as? TransportError ?? TransportError(storing: error)
    }
  }

  private func take(_ arrival: WebSocketAssembler.Arrival) throws(TransportError) {
    switch arrival {
    case .message(let message):
      try note { try $0.note(message, from: .server) }
      transfer.channel.deliver(message)
    case .ping(let payload):
      try note { try $0.note(control: .ping, payload, from: .server) }
      if ownClose == nil { put(WebSocketFrame(opcode: .pong, payload: payload)) }
    case .pong(let payload): try takePong(payload)
    case .close(let close): try takeClose(close)
    }
  }

  private func takePong(_ payload: [UInt8]) throws(TransportError) {
    guard let index = pings.firstIndex(where: { $0.payload == payload }) else {
      return try note { try $0.note(control: .pong, payload, from: .server) }
    }
    let ping = pings.remove(at: index)
    let roundTrip = ping.sentAt.duration(to: .now)
    try note { try $0.note(control: .pong, [], from: .server, roundTrip: roundTrip) }
    ping.done(.success(roundTrip))
  }

  private func takeClose(_ close: WebSocketClose) throws(TransportError) {
    try note { try $0.note(close, from: .server) }
    if ownClose == nil { put(WebSocketFrame(close: close)) }
    end = close
    ownClose = ownClose ?? (close, Monotonic.now.advanced(by: Self.closePatience))
  }

  private func fail(by violation: WebSocketViolation) throws(TransportError) {
    if ownClose == nil {
      put(WebSocketFrame(close: violation.close))
      try note { try $0.note(violation.close, from: .client) }
    }
    end = violation.close
    ownClose = (violation.close, Monotonic.now.advanced(by: Self.closePatience))
  }
}
