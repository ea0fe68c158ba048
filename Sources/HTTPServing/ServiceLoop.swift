import Glibc
import ParleyEngine
import SystemCalls

/// The thread that looks after all connections of a service.
struct ServiceLoop {
  private let socket: ListeningSocket
  private let mailbox: ServiceMailbox
  private let limits: ServingLimits
  private let taking: HTTPService.Taking?
  private let refusing: HTTPService.Refusal
  private let handler: HTTPService.Handler
  private var connections: [Int: Connection] = [:]
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var nextID = 0
  /// The bytes that all connections hold together.
  private var held = 0
  private var stopDeadline: ContinuousClock.Instant?

  /// The time that a response in flight gets when the service is stopped.
  private static let grace = Duration.seconds(2)
  /// How much is read at once, in bytes.
  private static let pieceSize = 64 << 10

  init(
    _ socket: ListeningSocket, _ mailbox: ServiceMailbox, _ limits: ServingLimits, _ taking: HTTPService.Taking?,
    _ refusing: @escaping HTTPService.Refusal, _ handler: @escaping HTTPService.Handler
  ) {
    (self.socket, self.mailbox, self.limits) = (socket, mailbox, limits)
    (self.taking, self.refusing, self.handler) = (taking, refusing, handler)
  }

  consuming func run() {
    while !isOver { turn() }
    for id in Array(connections.keys) { drop(id) }
  }

  private var isOver: Bool {
    guard let stopDeadline else { return false }
    return connections.isEmpty || ContinuousClock.now >= stopDeadline
  }

  private mutating func turn() {
    let ids = Array(connections.keys)
    let takesMore = stopDeadline == nil && (connections.count < limits.connections || yielding != nil)
    var files = [
      pollfd(fd: mailbox.wakeUp, events: Int16(POLLIN), revents: 0),
      pollfd(fd: takesMore ? socket.descriptor : -1, events: Int16(POLLIN), revents: 0),
    ]
    for id in ids {
      guard let connection = connections[id] else { continue }
      files.append(pollfd(fd: connection.descriptor, events: connection.interest, revents: 0))
    }
    _ = retryingInterrupts { poll(&files, nfds_t(files.count), timeout) }
    let now = ContinuousClock.now
    takeMail(now)
    for (id, file) in zip(ids, files.dropFirst(2)) where file.revents != 0 { serve(id, file.revents, now) }
    if files[1].revents != 0 { accept(now) }
    expire(now)
  }

  /// Until the first deadline, in milliseconds; none is not looked for.
  private var timeout: Int32 {
    let deadlines = connections.values.filter(\.hasDeadline).map(\.deadline) + [stopDeadline].compactMap(\.self)
    guard let first = deadlines.min() else { return -1 }
    let rest = ContinuousClock.now.duration(to: first) / .milliseconds(1)
    return Int32(max(0, min(rest.rounded(.up), 60_000)))
  }

  private mutating func accept(_ now: ContinuousClock.Instant) {
    while hasPlace, let descriptor = socket.accept() {
      makePlace()
      // Head and body of a response in two packets would wait for each other.
      var isOn: Int32 = 1
      setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
      let (mailbox, id) = (mailbox, nextID)
      connections[id] = Connection(
        descriptor, limits, RequestReader(limits, taking: taking), wake: { mailbox.post(.webSocket, to: id) }, now: now)
      nextID += 1
    }
  }

  private var hasPlace: Bool { connections.count < limits.connections || yielding != nil }

  /// The connection that yields to a new one; nil where all are being answered.
  private var yielding: Int? {
    let open = connections.compactMap { id, connection in connection.patience.map { (id: id, patience: $0) } }
    return open.min { $0.patience < $1.patience }?.id
  }

  private mutating func makePlace() {
    if connections.count >= limits.connections, let id = yielding { drop(id) }
  }

  private mutating func takeMail(_ now: ContinuousClock.Instant) {
    let (letters, isStopping) = mailbox.take()
    if isStopping, stopDeadline == nil { beginStopping(now) }
    for (id, letter) in letters {
      tasks[id] = nil
      change(id) { connection throws(Gone) in
        switch letter {
        case .response(let response): try connection.answer(response, closes: isStopping, now: now)
        case .piece(let piece): try connection.goOn(with: piece, now: now)
        case .webSocket: try connection.converse(now: now)
        }
      }
    }
  }

  private mutating func beginStopping(_ now: ContinuousClock.Instant) {
    stopDeadline = now + Self.grace
    for (id, connection) in connections where connection.isAtRest { drop(id) }
  }

  private mutating func serve(_ id: Int, _ events: Int16, _ now: ContinuousClock.Instant) {
    // Both sides are closed: whoever asked is no longer there.
    if events & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 { return drop(id) }
    if events & Int16(POLLOUT) != 0 { change(id) { connection throws(Gone) in try connection.write(now: now) } }
    guard events & Int16(POLLIN) != 0 else { return }
    withUnsafeTemporaryAllocation(byteCount: Self.pieceSize, alignment: 1) { buffer in
      change(id) { connection throws(Gone) in try connection.read(into: buffer, now: now) }
    }
  }

  private mutating func expire(_ now: ContinuousClock.Instant) {
    for (id, connection) in connections where connection.hasDeadline && connection.deadline <= now {
      change(id) { connection throws(Gone) in try connection.expire() }
    }
  }

  /// Does something with a connection, and sees to what comes of it.
  private mutating func change(_ id: Int, _ body: (inout Connection) throws(Gone) -> Connection.Event?) {
    guard var connection = connections.removeValue(forKey: id) else { return }
    held -= connection.held
    defer { held += connections[id]?.held ?? 0 }
    do throws(Gone) {
      var event = try body(&connection)
      if event == nil, held + connection.held > limits.bodies { event = connection.makeRoom() }
      connections[id] = connection
      if let event { handle(event, of: id) }
    } catch {
      held += connection.held
      connections[id] = connection
      drop(id)
    }
  }

  private mutating func handle(_ event: Connection.Event, of id: Int) {
    switch event {
    case .request(let request):
      let (handler, mailbox) = (handler, mailbox)
      tasks[id] = Task { mailbox.post(.response(await handler(request)), to: id) }
    case .piece(let source):
      let mailbox = mailbox
      tasks[id] = Task { mailbox.post(.piece(await MadePiece(of: source)), to: id) }
    case .mistake(let mistake): mailbox.post(.response(refusing(mistake)), to: id)
    }
  }

  private mutating func drop(_ id: Int) {
    tasks.removeValue(forKey: id)?.cancel()
    guard let connection = connections.removeValue(forKey: id) else { return }
    connection.end()
    held -= connection.held
    close(connection.descriptor)
  }
}
