import Glibc

/// A program that has run to its end.
public struct FinishedProcess: Sendable {
  /// Its exit status, or 128 and the signal that ended it.
  public let status: Int32
  public let output: [UInt8]
  public let errors: [UInt8]
  /// It had not ended after the limit it was given, and was killed.
  public let isKilled: Bool

  public var outputText: String { String(decoding: output, as: UTF8.self) }
  public var errorText: String { String(decoding: errors, as: UTF8.self) }

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - executable: A full path; see ``Executables``.
  ///   - environment: Set beside what this process has.
  ///   - input: What it finds on standard input.
  ///   - limit: It is killed after that time, with everything it started; what it wrote until then is there.
  public static func run(
    _ executable: String, _ arguments: [String], environment: [String: String] = [:], input: [UInt8] = [],
    limit: Duration? = nil
  ) async throws -> FinishedProcess {
    try await blocking {
      try runHere(executable, arguments, environment: environment, input: input, limit: limit)
    }
  }

  /// Runs a program to its end, on the thread that calls.
  public static func runHere(
    _ executable: String, _ arguments: [String], environment: [String: String] = [:], input: [UInt8] = [],
    limit: Duration? = nil
  ) throws -> FinishedProcess {
    let directory = try TemporaryDirectory()
    let process = try ChildProcess.start(
      executable, arguments, environment: environment, errorFile: directory.path("errors"))
    let killer = limit.map { Killer(of: process.pid, after: $0) }
    process.write(input)
    process.endInput()
    let output = process.readToEnd()
    let isKilled = killer?.cancel() ?? false
    return FinishedProcess(
      status: process.waitForExit(), output: output, errors: try directory.read("errors"), isKilled: isKilled)
  }
}
