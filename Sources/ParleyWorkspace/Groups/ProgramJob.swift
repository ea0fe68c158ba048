internal import Glibc
internal import ParleyEngine
internal import ParleyFiles
internal import ParleyText
internal import Subprocess
internal import SystemPackage  // swift-subprocess speaks of files by its FilePath

/// Runs a program as a step of a group: JSON on its standard input, JSON on its standard output; what it writes to standard
/// error is for the log.
///
/// No shell, no terminal, and a session of its own: when it ends, takes too long, or nobody wants it any longer, all that it started
/// ends with it (``ProcessFamily``).
struct ProgramJob: Sendable {
  struct Output: Sendable {
    /// Null when it printed nothing.
    let value: JSONValue
    let log: [String]
  }

  let arguments: [String]
  /// The working directory, against which relative paths of the program are resolved.
  let directory: String
  /// The files that were allowed, which are the ones that run.
  let files: CommandFiles
  /// Variables of this program that it does not get.
  var withheld: Set<String> = []
  /// Those of the session.
  var families = ProcessFamilies()
  var timeout = Duration.seconds(30)
  /// Of each output in bytes.
  var limit = 16 << 20

  func run(on input: JSONValue?) async throws(ProgramError) -> Output {
    let copy: CommandCopy
    do throws(FileError) { copy = try files.copied() } catch {
      throw ProgramError(.notStarted(error.summary), program)
    }
    defer { copy.remove() }
    let family = ProcessFamily()
    families.add(family)
    defer { families.remove(family) }
    let result = await withTaskGroup(of: Result<Output, ProgramError>?.self) { group in
      group.addTask { await start(copy, as: family, on: JSONPrinter.compact.bytes(of: input ?? .null)) }
      group.addTask { await timeOut() }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first ?? .failure(ProgramError(.cancelled, program))
    }
    // What it left running in the background goes with it, and so does what a stop did not reach.
    let isSure = if case .failure = result { true } else { false }
    _ = await Blocking.result { () throws(Never) in family.end(isSure: isSure) }
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

  private func start(_ copy: CommandCopy, as family: ProcessFamily, on input: [UInt8]) async -> Result<
    Output, ProgramError
  > {
    do {
      let result = try await Subprocess.run(
        executable(copy.arguments.first ?? ""), arguments: Arguments(Array(copy.arguments.dropFirst())),
        environment: .without(withheld, adding: [ProcessFamily.variable: family.mark]),
        workingDirectory: FilePath(directory),
        platformOptions: Self.platformOptions,
        input: .fileDescriptor(try .inMemory(input), closeAfterSpawningProcess: true),
        output: .bytes(limit: limit),
        error: .bytes(limit: limit))
      kill(-result.processIdentifier.value, SIGKILL)
      let (printed, log) = (result.standardOutput, Self.lines(of: result.standardError).map(copy.original))
      if let reason = ProgramError.Reason(result.terminationStatus) {
        return .failure(ProgramError(reason, program, log: log, printed: printed))
      }
      do throws(JSONSyntaxError) {
        return .success(Output(value: try value(of: printed), log: log))
      } catch {
        let reason = error.code == .tooDeep ? ProgramError.Reason.tooDeep(error.verdict) : .notJSON(error.verdict)
        return .failure(ProgramError(reason, program, log: log, printed: printed))
      }
    } catch let error as SubprocessError where error.code == .outputLimitExceeded {
      return .failure(ProgramError(.tooMuchOutput(limit: limit), program))
    } catch {
      return .failure(ProgramError(.notStarted(copy.original("\(error)")), program))
    }
  }

  private func value(of output: [UInt8]) throws(JSONSyntaxError) -> JSONValue {
    guard output.contains(where: { !$0.isBlank && !$0.isLineBreak }) else { return .null }
    return try JSONValue(parsing: output)
  }

  /// A name is searched in PATH; a path starts from the workspace.
  private func executable(_ program: String) -> Executable {
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

  /// The lines of an output as they are shown to people, limited in number and length.
  fileprivate static func lines(of output: some Sequence<UInt8>) -> [String] {
    String(decoding: Array(output), as: UTF8.self).split(whereSeparator: \.isNewline).prefix(mostLines).map {
      Printable.text($0.count > longestLine ? $0.prefix(longestLine) + "…" : String($0))
    }
  }

  private static let longestLine = 1_000
}

extension ProgramError.Reason {
  /// Nil for a program that ended well.
  fileprivate init?(_ status: TerminationStatus) {
    switch status {
    case .exited(0): return nil
    case .exited(let status): self = .failed(status: Int(status))
    case .signaled(let signal): self = .signaled(Int(signal))
    }
  }
}

/// The reason why a program gave no output that the next step could use.
struct ProgramError: ExplainedError {
  enum Reason: Sendable, Equatable {
    case notStarted(String)
    case failed(status: Int)
    case signaled(Int)
    case timedOut(Duration)
    /// In bytes.
    case tooMuchOutput(limit: Int)
    case notJSON(String)
    case tooDeep(String)
    case cancelled
  }

  let reason: Reason
  let program: String
  /// The lines that the program wrote to standard error.
  private(set) var log: [String]
  /// The beginning of the program's standard output, line by line. It may contain secrets, since the program's input
  /// may.
  private(set) var printed: [String]

  private static let mostPrinted = 2_000
  private static let shownLines = 5
  private static let longestLine = 200

  init(_ reason: Reason, _ program: String, log: [String] = [], printed: [UInt8] = []) {
    self.reason = reason
    self.program = program
    self.log = log
    let sign = printed.count > Self.mostPrinted ? Array("…".utf8) : []
    self.printed = ProgramJob.lines(of: printed.prefix(Self.mostPrinted) + sign)
  }

  /// The same without what it printed.
  var withoutOutput: ProgramError {
    var copy = self
    copy.printed = []
    return copy
  }

  /// The same without values that the program was given, however short.
  func hiding(_ values: [String]) -> ProgramError {
    var copy = self
    (copy.log, copy.printed) = (log.hiding(values), printed.hiding(values))
    return copy
  }

  var code: String {
    switch reason {
    case .notStarted: "program.notStarted"
    case .failed: "program.failed"
    case .signaled: "program.signaled"
    case .timedOut: "program.timedOut"
    case .tooMuchOutput: "program.tooMuchOutput"
    case .notJSON: "program.notJSON"
    case .tooDeep: "program.tooDeep"
    case .cancelled: "program.cancelled"
    }
  }

  var summary: String { Printable.text("The program \(program) \(clause).") }

  var detail: String? {
    if case .notStarted(let reason) = reason { return Printable.text(reason) }
    let lines = printed.prefix(Self.shownLines).map {
      $0.count > Self.longestLine ? $0.prefix(Self.longestLine) + "…" : $0
    }
    let rest = printed.count > lines.count ? " / …" : ""
    let output = lines.isEmpty ? nil : "It printed: \(lines.joined(separator: " / "))\(rest)"
    let errors = log.isEmpty ? nil : "On standard error: \(log.suffix(3).joined(separator: " / "))"
    let parts = [output, errors].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "  ")
  }

  var advice: String? {
    switch reason {
    case .timedOut: "Allow more time with `timeout`."
    case .notJSON: "Print only JSON to standard output, and messages to standard error."
    case .notStarted: "Check that it exists and is executable. Paths are relative to the workspace: ./sign.sh."
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
    case .notJSON(let verdict), .tooDeep(let verdict): "printed what \(verdict)"
    case .cancelled: "was stopped"
    }
  }
}

extension [String] {
  /// Lines that a program wrote without values that it was given, in whatever form, and without any line of such a value.
  func hiding(_ values: [String]) -> [String] {
    guard !values.isEmpty else { return self }
    let pieces = values + values.flatMap { $0.split(whereSeparator: \.isNewline).map(String.init) }
    let secrets = Secrets(pieces)
    return map { line in
      secrets.short.reduce(secrets.maskingForeign(line)) { $0.replacing($1, with: Secrets.mask) }
    }
  }
}
