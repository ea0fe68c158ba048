/// A TCP server on loopback that says what its script says, byte for byte, and records what it hears.
///
///     let server = try RawServer.start { connection in
///       try connection.readRequest()
///       try connection.send(.truncated("too short", promising: 100))
///     }
///     // … send something to server.url …
///     #expect(server.requests.first?.headerLines.contains("X-Odd-Casing: 1") == true)
///
/// Each connection gets its own run of the script, on its own thread; when the script returns or throws, the
/// connection is closed.
public final class RawServer: Sendable {
  public typealias Script = @Sendable (RawConnection) throws -> Void

  struct Log: Sendable {
    var connections = 0
    var running: [Int: Int32] = [:]
    var requests: [RawRequest] = []
    var received: [Int: [UInt8]] = [:]
    var isStopped = false
  }

  private let socket: LoopbackSocket
  private let log: Monitor<Log>

  private init(_ socket: LoopbackSocket) {
    self.socket = socket
    log = Monitor(Log())
  }

  deinit { stop() }

  public static func start(_ script: @escaping Script) throws -> RawServer {
    let server = RawServer(try LoopbackSocket.listening())
    startThread { [socket = server.socket, log = server.log] in serve(socket, log, script) }
    return server
  }

  /// A server that gives every request on every connection this response.
  public static func answering(_ reply: RawReply) throws -> RawServer {
    try start { connection in
      while try connection.readRequest() != nil { try connection.send(reply) }
    }
  }

  /// A server that gives these responses one after the other, over all connections; the last one stays.
  public static func answering(inTurn replies: [RawReply]) throws -> RawServer {
    let waiting = Monitor(replies[...])
    return try start { connection in
      while try connection.readRequest() != nil {
        let reply = waiting.withLock { $0.count > 1 ? $0.removeFirst() : $0.first }
        if let reply { try connection.send(reply) }
      }
    }
  }

  /// Ends every connection and returns when no script runs any more.
  public func stop() {
    log.withLock { log in
      log.isStopped = true
      for descriptor in log.running.values { LoopbackSocket.shutDown(descriptor) }
    }
    socket.shutDown()
    _ = log.wait { $0.running.isEmpty }
  }

  private static func serve(_ socket: LoopbackSocket, _ log: Monitor<Log>, _ script: @escaping Script) {
    while let descriptor = socket.accept() {
      guard let number = enter(descriptor, log) else { return LoopbackSocket.close(descriptor) }
      startThread {
        // A script that throws has lost its client, which is for the test to notice at the other end.
        try? script(RawConnection(number: number, descriptor: descriptor, log: log))
        leave(number, log)
      }
    }
  }

  private static func enter(_ descriptor: Int32, _ log: Monitor<Log>) -> Int? {
    log.withLock { log in
      guard !log.isStopped else { return nil }
      defer { log.connections += 1 }
      log.running[log.connections] = descriptor
      return log.connections
    }
  }

  /// Closes under the lock, so that ``stop()`` never shuts down a descriptor that is somebody else's by then.
  private static func leave(_ number: Int, _ log: Monitor<Log>) {
    log.withLock { log in
      if let descriptor = log.running.removeValue(forKey: number) { LoopbackSocket.close(descriptor) }
    }
  }
}

extension RawServer {
  public var port: UInt16 { socket.port }

  /// `http://127.0.0.1:PORT`, without a path.
  public var url: String { "http://127.0.0.1:\(port)" }

  /// The requests the scripts have read, in the order they were complete.
  public var requests: [RawRequest] { log.withLock { $0.requests } }

  /// How many connections there have been.
  public var connectionCount: Int { log.withLock { $0.connections } }

  /// Every byte received on a connection.
  public func received(on connection: Int) -> [UInt8] { log.withLock { $0.received[connection] ?? [] } }

  /// The first `count` requests, once they are there.
  ///
  /// - Throws: ``SupportError`` when they do not come.
  public func requests(atLeast count: Int) async throws -> [RawRequest] {
    try await blocking { [log] in
      guard log.wait(until: { $0.requests.count >= count }) else {
        throw SupportError("Only \(log.withLock { $0.requests.count }) of \(count) requests came.")
      }
      return log.withLock { $0.requests }
    }
  }

  /// Returns once no connection is open.
  ///
  /// - Throws: ``SupportError`` when one stays open.
  public func waitUntilIdle() async throws {
    try await blocking { [log] in
      guard log.wait(until: { $0.running.isEmpty }) else { throw SupportError("A connection stays open.") }
    }
  }
}

/// Runs `body` with a raw server that lives as long.
@discardableResult
public func withRawServer<Result>(
  _ script: @escaping RawServer.Script, body: (RawServer) async throws -> Result
) async throws -> Result {
  let server = try RawServer.start(script)
  defer { server.stop() }
  return try await body(server)
}
