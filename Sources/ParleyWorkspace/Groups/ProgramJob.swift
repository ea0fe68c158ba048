internal import Glibc
internal import ParleyEngine
internal import Subprocess
internal import SystemPackage  // swift-subprocess speaks of files by its FilePath

/// Runs a program as a step of a group: JSON on its standard input, JSON on its standard output; what it writes to standard
/// error is for the log.
///
/// No shell, no terminal, and a session of its own: when it takes too long, or nobody wants it any longer, it ends with all it
/// started.
struct ProgramJob: Sendable {
  struct Output: Sendable {
    /// Nil when it printed nothing.
    let value: JSONValue?
    let log: [String]
  }

  let arguments: [String]
  /// Where it runs, and what a relative path to it starts from.
  let directory: String
  var timeout = Duration.seconds(30)
  /// Of each output in bytes.
  var limit = 16 << 20

  func run(on input: JSONValue?) async throws(ProgramError) -> Output {
    let result = await withTaskGroup(of: Result<Output, ProgramError>?.self) { group in
      group.addTask { await start(on: JSONPrinter.compact.bytes(of: input ?? .null)) }
      group.addTask { await timeOut() }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first ?? .failure(ProgramError(.cancelled, program))
    }
    return try result.get()
  }

  private var program: String { arguments.first ?? "" }

  /// Nil when the task was cancelled.
  private func timeOut() async -> Result<Output, ProgramError>? {
    do {
      try await Task.sleep(for: timeout)
      return .failure(ProgramError(.timedOut(timeout), program))
    } catch {
      return nil
    }
  }

  private func start(on input: [UInt8]) async -> Result<Output, ProgramError> {
    do {
      let result = try await Subprocess.run(
        executable, arguments: Arguments(Array(arguments.dropFirst())), workingDirectory: FilePath(directory),
        platformOptions: Self.platformOptions,
        input: .fileDescriptor(try .inMemory(input), closeAfterSpawningProcess: true),
        output: .bytes(limit: limit),
        error: .bytes(limit: limit))
      // What it left running in the background goes with it.
      kill(-result.processIdentifier.value, SIGKILL)
      let log = Self.lines(of: result.standardError)
      switch result.terminationStatus {
      case .exited(0): return .success(Output(value: try value(of: result.standardOutput), log: log))
      case .exited(let status): return .failure(ProgramError(.failed(status: Int(status)), program, log: log))
      case .signaled(let signal): return .failure(ProgramError(.signaled(Int(signal)), program, log: log))
      }
    } catch let error as ProgramError {
      return .failure(error)
    } catch let error as SubprocessError where error.code == .outputLimitExceeded {
      return .failure(ProgramError(.tooMuchOutput(limit: limit), program))
    } catch {
      return .failure(ProgramError(.notStarted("\(error)"), program))
    }
  }

  private func value(of output: [UInt8]) throws(ProgramError) -> JSONValue? {
    guard output.contains(where: { !$0.isBlank && !$0.isLineBreak }) else { return nil }
    do throws(JSONSyntaxError) {
      return try JSONValue(parsing: output)
    } catch {
      throw ProgramError(.notJSON("expected \(error.expected), found \(error.found)"), program)
    }
  }

  /// A name is searched in PATH; a path starts from the workspace.
  private var executable: Executable {
    guard program.contains("/") else { return .name(program) }
    return .path(FilePath(program.hasPrefix("/") ? program : directory.appendingPath(program)))
  }

  private static var platformOptions: PlatformOptions {
    var options = PlatformOptions()
    options.createSession = true
    options.teardownSequence = [.gracefulShutDown(toProcessGroup: true, allowedDurationToNextStep: .milliseconds(500))]
    return options
  }

  private static let mostLines = 1_000

  private static func lines(of output: [UInt8]) -> [String] {
    String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline).prefix(mostLines).map {
      Printable.text(String($0.prefix(1_000)))
    }
  }
}

/// Why a program gave nothing that the next step could use. Never holds what it printed on standard output.
struct ProgramError: ExplainedError {
  enum Reason: Sendable, Equatable {
    case notStarted(String)
    case failed(status: Int)
    case signaled(Int)
    case timedOut(Duration)
    /// In bytes.
    case tooMuchOutput(limit: Int)
    case notJSON(String)
    case cancelled
  }

  let reason: Reason
  let program: String
  /// What it wrote to standard error.
  let log: [String]

  init(_ reason: Reason, _ program: String, log: [String] = []) {
    self.reason = reason
    self.program = program
    self.log = log
  }

  var code: String {
    switch reason {
    case .notStarted: "program.notStarted"
    case .failed: "program.failed"
    case .signaled: "program.signaled"
    case .timedOut: "program.timedOut"
    case .tooMuchOutput: "program.tooMuchOutput"
    case .notJSON: "program.notJSON"
    case .cancelled: "program.cancelled"
    }
  }

  var summary: String { Printable.text("The program \(program) \(clause).") }

  var detail: String? {
    if case .notStarted(let reason) = reason { return Printable.text(reason) }
    return log.isEmpty ? nil : log.suffix(3).joined(separator: " / ")
  }

  var advice: String? {
    switch reason {
    case .timedOut: "Allow it more with `timeout`."
    case .notJSON: "It prints JSON and nothing else on standard output; what is for people goes to standard error."
    case .notStarted: "Is it there, and may it be executed? A path starts from the workspace: ./sign.sh."
    default: nil
    }
  }

  private var clause: String {
    switch reason {
    case .notStarted: "could not be started"
    case .failed(let status): "ended with status \(status)"
    case .signaled(let signal): "was ended by signal \(signal)"
    case .timedOut(let limit): "took longer than \(DurationText.text(of: limit))"
    case .tooMuchOutput(let limit): "printed more than \(limit >> 20) MB"
    case .notJSON(let problem): "printed no JSON: \(problem)"
    case .cancelled: "was stopped"
    }
  }
}
