import Glibc

/// PyPI's httpbin on loopback, run by gunicorn.
///
/// The Python is `.venv/bin/python` of the repository, or the one that the environment variable `PARLEY_PYTHON` names.
public final class HttpbinServer: Sendable {
  public let port: UInt16
  private let process: ChildProcess
  private let directory: TemporaryDirectory

  private init(port: UInt16, process: ChildProcess, directory: TemporaryDirectory) {
    self.port = port
    self.process = process
    self.directory = directory
  }

  /// - Throws: ``SupportError`` saying what to install, or with Python's own words.
  public static func start() async throws -> HttpbinServer {
    try await blocking {
      let directory = try TemporaryDirectory()
      let socket = try LoopbackSocket.listening()
      let process = try Guardian.start(
        try python(),
        [
          "-m", "gunicorn", "--bind", "fd://3", "--threads", "8", "--graceful-timeout", "1", "--log-level", "warning",
          "--worker-tmp-dir", directory.path, "httpbin:app",
        ],
        handing: [socket], errorFile: directory.path("errors.log"))
      let server = HttpbinServer(port: socket.port, process: process, directory: directory)
      socket.letGo()
      try Readiness.wait(for: process, port: server.port, path: "/get")
      return server
    }
  }

  /// `http://127.0.0.1:PORT`, without a path.
  public var url: String { "http://127.0.0.1:\(port)" }

  public func stop() { process.stop() }

  private static func python() throws -> String { try Python.path() }
}

/// The Python of the tests: `.venv/bin/python` of the repository, or the one that the environment variable `PARLEY_PYTHON` names.
enum Python {
  static func path() throws -> String {
    let path = getenv("PARLEY_PYTHON").map { String(cString: $0) } ?? "\(Repository.root)/.venv/bin/python"
    guard Executables.isExecutable(path) else {
      throw SupportError(
        """
        There is no Python at \(path). Make one: apt-get install python3-venv, then python3 -m venv .venv and \
        .venv/bin/pip install httpbin gunicorn websockets. Or name one that has them by PARLEY_PYTHON.
        """)
    }
    return path
  }
}

/// Runs `body` with an httpbin that lives as long.
@discardableResult
public func withHttpbinServer<Result>(_ body: (HttpbinServer) async throws -> Result) async throws -> Result {
  let server = try await HttpbinServer.start()
  defer { server.stop() }
  return try await body(server)
}
