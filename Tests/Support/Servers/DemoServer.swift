/// The demo API (`docs/demo-api.md`), on a port of its own.
public final class DemoServer: Sendable {
  public let port: UInt16
  public let process: ChildProcess
  private let directory: TemporaryDirectory

  private init(port: UInt16, process: ChildProcess, directory: TemporaryDirectory) {
    self.port = port
    self.process = process
    self.directory = directory
  }

  /// `http://127.0.0.1:PORT`, without a path.
  public var url: String { "http://127.0.0.1:\(port)" }

  /// - Throws: ``SupportError`` when `parley-demo` is not built, or does not come up.
  public static func start() async throws -> DemoServer {
    try await blocking {
      let directory = try TemporaryDirectory()
      let process = try ChildProcess.start(
        try Executables.built("parley-demo"), ["--port", "0", "--with-parent"],
        errorFile: directory.path("errors.log"))
      let line = try process.readLine()
      guard let port = line.split(separator: ":").last.flatMap({ UInt16($0) }) else {
        throw process.failure("said \(line)")
      }
      return DemoServer(port: port, process: process, directory: directory)
    }
  }

  public func stop() { process.stop() }
}

/// Runs `body` with a demo API that lives as long.
@discardableResult
public func withDemoServer<Result>(_ body: (DemoServer) async throws -> Result) async throws -> Result {
  let server = try await DemoServer.start()
  defer { server.stop() }
  return try await body(server)
}
