internal import CPostgres
import Glibc
import ParleyEngine

/// A connection to a server. One thread at a time uses it; none waits longer than ``longestSilence`` for a sign of life.
final class PostgresConnection {
  /// The time that a server may be silent before it counts as lost.
  static let longestSilence: Duration = .seconds(10)
  /// The same while it is connected to.
  static let longestConnect: Duration = .seconds(5)

  private let handle: OpaquePointer
  private var isBroken = false

  /// Connects.
  init(_ settings: ConnectionSettings) throws(PostgresFailure) {
    let words = settings.values.keys.sorted()
    let handle = withCStrings(words) { words in
      withCStrings(settings.values.sorted { $0.key < $1.key }.map(\.value)) { cpq_connectStartParams(words, $0, 0) }
    }
    guard let handle else { throw .lost(.init("out of memory")) }
    self.handle = handle
    cpq_ignoreNotices(handle)
    cpq_setErrorVerbosity(handle, PQERRORS_VERBOSE)
    try establish()
    cpq_setnonblocking(handle, 1)
  }

  deinit { cpq_finish(handle) }

  private func establish() throws(PostgresFailure) {
    let deadline = ContinuousClock.now + Self.longestConnect
    guard cpq_status(handle) != CONNECTION_BAD else { throw connectionFailure }
    var step = PGRES_POLLING_WRITING
    while step != PGRES_POLLING_OK {
      guard step != PGRES_POLLING_FAILED else { throw connectionFailure }
      let events = step == PGRES_POLLING_WRITING ? POLLOUT : POLLIN
      guard wait(for: Int16(events), until: deadline) != 0 else { throw .lost(.init("no response within 5 seconds")) }
      step = cpq_connectPoll(handle)
    }
  }

  private var connectionFailure: PostgresFailure {
    let message = PostgresFailure.Message(ofConnection: libraryMessage)
    return message.state.isEmpty ? .lost(message) : PostgresFailure(message)
  }

  private var libraryMessage: String { cpq_errorMessage(handle).map { String(cString: $0) } ?? "" }

  /// Whether the server holds it still, as far as it has said: what is at rest hears nothing but the end, and news. Nothing is sent.
  func isOpen() -> Bool {
    while !isBroken {
      var polled = pollfd(fd: cpq_socket(handle), events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, 0) > 0 else { return true }
      isBroken = cpq_consumeInput(handle) == 0 || cpq_status(handle) != CONNECTION_OK
    }
    return false
  }

  /// Returns a parameter that the server reports about itself.
  func parameter(_ name: String) -> String? { cpq_parameterStatus(handle, name).map { String(cString: $0) } }

  /// Such as `TLSv1.3`; nil without TLS.
  var protocolOfTLS: String? {
    guard cpq_sslInUse(handle) != 0 else { return nil }
    return cpq_sslAttribute(handle, "protocol").map { String(cString: $0) } ?? "TLS"
  }

  /// Runs one statement.
  @discardableResult
  func run(_ statement: String, _ parameters: [PostgresParameter] = []) throws(PostgresFailure) -> PostgresRows {
    try perform { send(statement, parameters) }
  }

  /// Runs several statements without parameters, as one transaction unless they say otherwise.
  func runScript(_ script: String) throws(PostgresFailure) {
    _ = try perform { cpq_sendQuery(handle, script) }
  }

  private func perform(_ call: () -> Int32) throws(PostgresFailure) -> PostgresRows {
    guard !isBroken, call() == 1 else { throw broken() }
    try flush()
    return try receive()
  }

  private func send(_ statement: String, _ parameters: [PostgresParameter]) -> Int32 {
    let encoded = parameters.map(\.encoded)
    let buffers = encoded.map { bytes -> UnsafeMutablePointer<CChar>? in
      guard let bytes else { return nil }
      let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: max(1, bytes.count))
      bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(start: buffer, count: bytes.count).copyMemory(from: $0) }
      return buffer
    }
    defer { for buffer in buffers { buffer?.deallocate() } }
    return cpq_sendQueryParams(
      handle, statement, Int32(parameters.count), parameters.map(\.type), buffers.map { UnsafePointer($0) },
      encoded.map { Int32($0?.count ?? 0) }, encoded.map { _ in 1 }, 1)
  }

  /// The server may have to say something before it takes more.
  private func flush() throws(PostgresFailure) {
    while case let left = cpq_flush(handle), left != 0 {
      guard left > 0 else { throw broken() }
      let ready = try waitForLife(Int16(POLLIN | POLLOUT))
      if ready & Int16(POLLIN) != 0, cpq_consumeInput(handle) == 0 { throw broken() }
    }
  }

  /// The last result, or the first error.
  private func receive() throws(PostgresFailure) -> PostgresRows {
    var rows: PostgresRows?
    var failure: PostgresFailure?
    while let result = try nextResult() {
      let status = cpq_resultStatus(result)
      if status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK || status == PGRES_EMPTY_QUERY {
        rows = PostgresRows(result)
      } else {
        failure = failure ?? self.failure(of: result)
        cpq_clear(result)
      }
    }
    if let failure {
      if failure.isLost { isBroken = true }
      throw failure
    }
    guard let rows, cpq_status(handle) == CONNECTION_OK else { throw broken() }
    return rows
  }

  private func nextResult() throws(PostgresFailure) -> OpaquePointer? {
    while cpq_isBusy(handle) != 0 {
      _ = try waitForLife(Int16(POLLIN))
      guard cpq_consumeInput(handle) == 1 else { throw broken() }
    }
    return cpq_getResult(handle)
  }

  private func failure(of result: OpaquePointer) -> PostgresFailure {
    guard let state = field(Character("C"), of: result) else { return .lost(.init(libraryMessage)) }
    return PostgresFailure(
      .init(state: state, field("M", of: result) ?? "", detail: field("D", of: result) ?? ""))
  }

  /// By the letters that PG_DIAG_… stand for.
  private func field(_ letter: Character, of result: OpaquePointer) -> String? {
    cpq_resultErrorField(result, Int32(letter.asciiValue ?? 0)).map { String(cString: $0) }
  }
}

// Waiting.
extension PostgresConnection {
  /// Waits until the server sends a notification, something is written to `wake`, or the time is over.
  /// - Returns: the payloads of the server's notifications.
  func notifications(orWake wake: Int32, within limit: Duration) throws(PostgresFailure) -> [String] {
    var polled = [
      pollfd(fd: cpq_socket(handle), events: Int16(POLLIN), revents: 0),
      pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
    ]
    let told = takeNotifications()
    guard told.isEmpty else { return told }
    _ = poll(&polled, 2, limit.pollTimeout)
    if polled[0].revents != 0, cpq_consumeInput(handle) == 0 { throw broken() }
    return takeNotifications()
  }

  private func takeNotifications() -> [String] {
    var payloads: [String] = []
    while let notification = cpq_notifies(handle) {
      payloads.append(String(cString: notification.pointee.extra))
      cpq_freemem(notification)
    }
    return payloads
  }

  private func waitForLife(_ events: Int16) throws(PostgresFailure) -> Int16 {
    let ready = wait(for: events, until: .now + Self.longestSilence)
    guard ready != 0 else {
      isBroken = true
      throw .lost(.init("no response within 10 seconds"))
    }
    return ready
  }

  /// - Returns: the events that are ready; 0 at the deadline.
  private func wait(for events: Int16, until deadline: ContinuousClock.Instant) -> Int16 {
    while true {
      var polled = pollfd(fd: cpq_socket(handle), events: events, revents: 0)
      let count = poll(&polled, 1, (deadline - .now).pollTimeout)
      if count > 0 { return polled.revents }
      if count == 0 || errno != EINTR { return 0 }
    }
  }

  private func broken() -> PostgresFailure {
    isBroken = true
    let message = libraryMessage
    return .lost(.init(message.isEmpty ? "the connection is closed" : message))
  }
}

extension Duration {
  /// In whole milliseconds, not less than it is.
  fileprivate var pollTimeout: Int32 { Int32(clamping: max(0, (inMicroseconds + 999) / 1000)) }
}

/// Null-terminated C strings, and a null pointer behind them, for as long as `body` runs.
private func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
  let copies = strings.map { strdup($0) }
  defer { copies.forEach { free($0) } }
  return (copies.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { buffer in
    // Never nil: it holds one element at least.
    buffer.baseAddress.map(body) ?? body([nil])
  }
}
