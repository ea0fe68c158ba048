import Glibc
import TestSupport

/// Counts the instructions of programs with valgrind, which counts the same on a busy machine.
struct InstructionCount {
  private let valgrind: String
  private let folder: TemporaryDirectory

  init() throws {
    valgrind = try Executables.installed("valgrind", package: "valgrind")
    folder = try TemporaryDirectory()
  }

  /// What would differ between machines and runs: the seed of hashes, and code that is chosen by the processor.
  private static let environment = [
    "SWIFT_DETERMINISTIC_HASHING": "1", "SWIFT_BACKTRACE": "enable=no", "OPENSSL_ia32cap": "0:0",
    "GLIBC_TUNABLES":
      "glibc.cpu.hwcaps=-AVX_Usable,-AVX2_Usable,-AVX2,-AVX_Fast_Unaligned_Load,-ERMS,-AVX512F,-SSE4_2,-SSSE3",
  ]

  /// All instructions of a program, of all its threads.
  func of(_ program: String, _ arguments: [String]) async throws -> Int {
    let told = try await run(program, arguments, writing: "/dev/null")
    guard let count = Self.count(in: told) else {
      throw SupportError("\(program) \(arguments) was not counted:\n\(told)")
    }
    return count
  }

  /// The instructions between each two moments at which a program asks for a count.
  func betweenRequests(of program: String, _ arguments: [String]) async throws -> [Int] {
    try await withTemporaryDirectory { counts in
      // Nothing is counted before the first request: a program starts several times as fast.
      _ = try await run(program, arguments, writing: counts.path("count"), "--instr-atstart=no")
      var found: [Int] = []
      // The first is of all that was before; what comes after the last request has no number.
      for number in 2... {
        guard let text = try? counts.read("count.\(number)"), let count = Self.summary(in: text) else { break }
        found.append(count)
      }
      return found
    }
  }

  /// - Returns: what valgrind says at the end.
  private func run(
    _ program: String, _ arguments: [String], writing file: String, _ options: String...
  ) async throws -> String {
    // Threads take turns: otherwise one that waits for another in a loop may never let it run.
    let counted =
      ["--tool=callgrind", "--fair-sched=yes", "--callgrind-out-file=\(file)"] + options + [try await stripped(program)]
    let done = try await FinishedProcess.run(
      valgrind, counted + arguments,
      environment: Self.environment.merging(["XDG_STATE_HOME": folder.path("state")]) { $1 })
    guard done.status == 0 else {
      throw SupportError("\(program) \(arguments): status \(done.status)\n\(done.outputText)\(done.errorText)")
    }
    return done.errorText
  }

  /// Without its debug information, which valgrind would read each time.
  private func stripped(_ program: String) async throws -> String {
    let copy = folder.path("\(program)-stripped")
    if access(copy, X_OK) == 0 { return copy }
    let strip = try Executables.installed("strip", package: "binutils")
    let done = try await FinishedProcess.run(strip, ["-o", copy, try Executables.built(program)])
    guard done.status == 0 else { throw SupportError("strip: \(done.errorText)") }
    return copy
  }

  private static func summary(in file: [UInt8]) -> Int? {
    String(decoding: file, as: UTF8.self).split(separator: "\n").lazy.compactMap { line in
      line.wholeMatch(of: #/(?:summary|totals): (\d+)/#).flatMap { Int($0.output.1) }
    }.first
  }

  private static func count(in text: String) -> Int? {
    text.split(separator: "\n").lazy.compactMap { line in
      line.wholeMatch(of: #/==\d+== Collected : (\d+)/#).flatMap { Int($0.output.1) }
    }.first
  }
}
