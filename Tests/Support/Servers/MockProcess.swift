import Glibc

/// `parley mock`, run as a program of its own until the test ends it.
public final class MockProcess: Sendable {
  public let url: String
  public let process: ChildProcess
  private let directory: TemporaryDirectory

  private init(url: String, process: ChildProcess, directory: TemporaryDirectory) {
    self.url = url
    self.process = process
    self.directory = directory
  }

  /// - Parameter arguments: behind `mock --json --port 0`.
  public static func start(_ arguments: [String], environment: [String: String]) async throws -> MockProcess {
    try await blocking {
      let directory = try TemporaryDirectory()
      let process = try ChildProcess.start(
        try Executables.built("parley"), ["mock", "--json", "--port", "0"] + arguments, environment: environment,
        errorFile: directory.path("errors.log"))
      let line = try process.readLine()
      guard let start = line.firstRange(of: "http://")?.lowerBound, let end = line[start...].firstIndex(of: "\"") else {
        throw process.failure("said \(line)")
      }
      return MockProcess(url: String(line[start..<end]), process: process, directory: directory)
    }
  }

  /// The next line of its log.
  public func line() async throws -> String { try await blocking { [process] in try process.readLine() } }

  deinit { stop() }

  /// Ends it. It does not look at its standard input, whose end would be waited for in vain.
  public func stop() {
    process.send(signal: SIGTERM)
    process.stop()
  }

  /// Ends it by a signal, and waits for its end.
  public func end(by signal: Int32) async throws -> Int32 {
    try await blocking { [process] in
      process.send(signal: signal)
      return process.waitForExit()
    }
  }
}
