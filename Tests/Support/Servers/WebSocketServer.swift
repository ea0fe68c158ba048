/// PyPI's `websockets` on loopback, with compression offered: another implementation of RFC 6455 for ours to talk to.
///
/// | path | what it does |
/// |---|---|
/// | `/echo` | sends every message back |
/// | `/fragments` | sends a text and bytes in several frames, and closes |
/// | `/ping` | pings, and says when the pong has come |
/// | `/close/CODE` | closes with that code and the reason `because` |
/// | `/large` | sends 1,000,000 letters, and the length of what comes back |
/// | `/extensions` | says which extensions were agreed upon |
/// | `/refused` | 401 with a body |
public final class WebSocketServer: Sendable {
  public let port: UInt16
  private let process: ChildProcess
  private let directory: TemporaryDirectory

  private init(port: UInt16, process: ChildProcess, directory: TemporaryDirectory) {
    (self.port, self.process, self.directory) = (port, process, directory)
  }

  public static func start() async throws -> WebSocketServer {
    try await blocking {
      let directory = try TemporaryDirectory()
      let socket = try LoopbackSocket.listening()
      let process = try Guardian.start(
        try Python.path(), ["-c", program], handing: [socket], errorFile: directory.path("errors.log"))
      let server = WebSocketServer(port: socket.port, process: process, directory: directory)
      socket.letGo()
      try Readiness.wait(for: process, port: server.port, path: "/ready")
      return server
    }
  }

  /// `ws://127.0.0.1:PORT`, without a path.
  public var url: String { "ws://127.0.0.1:\(port)" }

  public func stop() { process.stop() }

  private static let program = """
    import asyncio, http, socket
    from websockets.asyncio.server import serve

    async def talk(peer):
        path = peer.request.path
        if path == "/fragments":
            await peer.send(["one ", "two ", "three"])
            await peer.send([b"\\x00\\x01", b"\\xff"])
        elif path == "/ping":
            await (await peer.ping(b"there?"))
            await peer.send("pong")
            await peer.recv()
        elif path.startswith("/close/"):
            await peer.close(int(path.rsplit("/", 1)[1]), "because")
        elif path == "/large":
            await peer.send("x" * 1_000_000)
            await peer.send(str(len(await peer.recv())))
        elif path == "/extensions":
            await peer.send(str(len(peer.protocol.extensions)))
        else:
            async for message in peer:
                await peer.send(message)

    def answer(connection, request):
        if request.path == "/ready":
            return connection.respond(http.HTTPStatus.OK, "ready")
        if request.path == "/refused":
            return connection.respond(http.HTTPStatus.UNAUTHORIZED, "sign in first")

    async def main():
        listening = socket.socket(fileno=3)
        async with serve(talk, sock=listening, process_request=answer, compression="deflate", max_size=None):
            await asyncio.get_running_loop().create_future()

    asyncio.run(main())
    """
}

/// Runs `body` with such a server that lives as long.
@discardableResult
public func withWebSocketServer<Result>(_ body: (WebSocketServer) async throws -> Result) async throws -> Result {
  let server = try await WebSocketServer.start()
  defer { server.stop() }
  return try await body(server)
}
