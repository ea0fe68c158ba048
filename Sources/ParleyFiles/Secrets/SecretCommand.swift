internal import ParleyEngine
internal import ParleyText
internal import Subprocess
internal import SystemPackage  // swift-subprocess speaks of files by its FilePath

/// Runs the programs that secrets come from: no shell, no terminal, nothing on standard input, and bounds on time and output.
package struct SecretCommand: Sendable {
  private let directory: String
  private let timeout: Duration
  private let limit: Int

  /// - Parameters:
  ///   - directory: the folder in which programs run, and from which relative paths to them start: the workspace's.
  ///   - limit: of output in bytes.
  package init(directory: String, timeout: Duration = .seconds(30), limit: Int = 64 << 10) {
    self.directory = directory
    self.timeout = timeout
    self.limit = limit
  }

  /// Returns the program's output, without the line break at the end.
  package func output(of arguments: [String]) async throws(CommandError) -> String {
    guard let program = arguments.first else { throw .notStarted("no program is named") }
    let result = await withTaskGroup(of: Result<String, CommandError>.self) { group in
      group.addTask { await run(program, Array(arguments.dropFirst())) }
      group.addTask { await timeOut() }
      let first = await group.next() ?? .failure(.timedOut(timeout))
      group.cancelAll()
      return first
    }
    return try result.get()
  }

  private func timeOut() async -> Result<String, CommandError> {
    try? await Task.sleep(for: timeout)
    return .failure(.timedOut(timeout))
  }

  private func run(_ program: String, _ arguments: [String]) async -> Result<String, CommandError> {
    do {
      let result = try await Subprocess.run(
        executable(program), arguments: Arguments(arguments), workingDirectory: FilePath(directory),
        platformOptions: Self.platformOptions, output: .bytes(limit: limit), error: .string(limit: limit))
      guard result.terminationStatus.isSuccess else {
        return .failure(failure(result.terminationStatus, result.standardError))
      }
      return text(of: result.standardOutput)
    } catch let error as SubprocessError where error.code == .outputLimitExceeded {
      return .failure(.tooMuchOutput(limit: limit))
    } catch {
      return .failure(.notStarted("\(error)"))
    }
  }

  /// A name is searched in PATH; a path starts from the workspace.
  private func executable(_ program: String) -> Executable {
    guard program.contains("/") else { return .name(program) }
    return .path(FilePath(program.hasPrefix("/") ? program : directory.appendingPath(program)))
  }

  /// A session of its own, so that the program cannot draw on the terminal nor read from it.
  private static var platformOptions: PlatformOptions {
    var options = PlatformOptions()
    options.createSession = true
    options.teardownSequence = [.gracefulShutDown(toProcessGroup: true, allowedDurationToNextStep: .milliseconds(500))]
    return options
  }

  private func failure(_ status: TerminationStatus, _ standardError: String?) -> CommandError {
    let code: Int =
      switch status {
      case .exited(let code): Int(code)
      case .signaled(let signal): 128 + Int(signal)
      }
    let lastLines = (standardError ?? "").split(whereSeparator: \.isNewline).suffix(3).joined(separator: " / ")
    return .failed(status: code, standardError: String(lastLines.prefix(300)))
  }

  private func text(of output: [UInt8]) -> Result<String, CommandError> {
    var bytes = output[...]
    if bytes.last == .newline { bytes.removeLast() }
    if bytes.last == .carriageReturn { bytes.removeLast() }
    return String(validating: bytes, as: UTF8.self).map { .success($0) } ?? .failure(.noText)
  }
}
