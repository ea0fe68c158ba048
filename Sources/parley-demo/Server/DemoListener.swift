import ArgumentParser
import FlyingFox
import FlyingSocks
import Glibc

/// The API, listening on a port of 127.0.0.1.
struct DemoListener {
  let port: UInt16
  private let running: Task<Void, any Error>

  /// Listens on the first candidate that is free.
  ///
  /// - Throws: `ValidationError` naming the port that is taken, when no candidate is free.
  static func open(_ choice: PortChoice, api: DemoAPI) async throws -> DemoListener {
    for port in choice.candidates {
      if let listener = try await listen(on: port, api: api) { return listener }
    }
    throw portTaken(choice)
  }

  /// Serves until the listening socket fails.
  func run() async throws {
    try await running.value
  }

  private static func portTaken(_ choice: PortChoice) -> ValidationError {
    switch choice {
    case .exactly(let port):
      ValidationError("Port \(port) of 127.0.0.1 cannot be had. Choose another with --port, or any with --port 0.")
    case .firstFree(let ports):
      ValidationError(
        "No port of 127.0.0.1 from \(ports.lowerBound) to \(ports.upperBound) is free. Take any with --port 0.")
    }
  }

  private enum Beginning: Sendable { case listening, failed }

  private static func listen(on port: UInt16, api: DemoAPI) async throws -> DemoListener? {
    let server = HTTPServer(config: try configuration(port: port))
    await server.appendRoute(HTTPRoute(methods: HTTPMethod.known, path: "*"), to: api)
    let (beginnings, report) = AsyncStream.makeStream(of: Beginning.self, bufferingPolicy: .bufferingOldest(1))
    let running = Task {
      defer { report.yield(.failed) }
      try await server.run()
    }
    Task {
      try await server.waitUntilListening()
      report.yield(.listening)
    }
    for await case .listening in beginnings.prefix(1) {
      return DemoListener(port: try await boundPort(of: server), running: running)
    }
    return nil
  }

  private static func configuration(port: UInt16) throws -> HTTPServer.Configuration {
    HTTPServer.Configuration(
      address: try sockaddr_in.inet(ip4: "127.0.0.1", port: port),
      timeout: handlerTimeout,
      sharedRequestBufferSize: ByteStreams.pieceSize,
      sharedRequestReplaySize: 0,
      pool: PromptSocketPool(wrapping: HTTPServer.defaultPool()),
      logger: .disabled)
  }

  /// FlyingFox ends a handler after this many seconds; a slow response here is meant to be slow.
  private static let handlerTimeout: Double = 24 * 3600

  private static func boundPort(of server: HTTPServer) async throws -> UInt16 {
    guard case .ip4(_, let port) = await server.listeningAddress else { throw SocketError.unsupportedAddress }
    return port
  }
}

extension HTTPMethod {
  /// FlyingFox hands on no method it was not told of, so these are the ones people try besides the common ones.
  fileprivate static let known: [HTTPMethod] = [
    .GET, .HEAD, .POST, .PUT, .PATCH, .DELETE, .OPTIONS, .TRACE, .CONNECT,
    "QUERY", "SEARCH", "REPORT", "PURGE", "LINK", "UNLINK", "CUSTOM",
    "PROPFIND", "PROPPATCH", "MKCOL", "COPY", "MOVE", "LOCK", "UNLOCK",
  ]
}
