import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("A program that a secret comes from", .timeLimit(.minutes(2)))
struct SecretCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func run(_ arguments: String..., timeout: Duration = .seconds(30)) async throws -> String {
    try await SecretCommand(directory: folder.path, timeout: timeout, limit: 1_000).output(of: arguments)
  }

  @Test("gives what it prints, without the line break at the end")
  func output() async throws {
    #expect(try await run("printf", "a b\n\n") == "a b\n")
    #expect(try await run("printf", "ü\r\n") == "ü")
    #expect(try await run("printf", "") == "")
  }

  @Test("gets its arguments as they are: no shell reads them")
  func noShell() async throws {
    #expect(try await run("printf", "%s|", "$HOME", "; ls", "*") == "$HOME|; ls|*|")
  }

  @Test("runs in the workspace, and may be a file of it")
  func directory() async throws {
    try folder.write("tools/token.sh", "#!/bin/sh\npwd\n")
    #expect(try await run("/bin/sh", "tools/token.sh") == folder.path)
    let error = await #expect(throws: CommandError.self) { try await run("./tools/token.sh") }
    guard case .notStarted = error else { return #expect(Bool(false), "\(String(describing: error))") }
  }

  @Test("reads nothing from standard input, and has no terminal")
  func noInput() async throws {
    #expect(try await run("cat") == "")
    #expect(try await run("/bin/sh", "-c", "(: < /dev/tty) 2>/dev/null && echo yes || echo no") == "no")
  }

  @Test("that fails tells its status and its last words")
  func failure() async throws {
    await #expect(throws: CommandError.failed(status: 3, standardError: "b / c")) {
      try await run("/bin/sh", "-c", "echo secret; printf 'b\\nc\\n' >&2; exit 3")
    }
  }

  @Test("that takes too long is ended, and all it started")
  func timeout() async throws {
    await #expect(throws: CommandError.timedOut(.milliseconds(50))) {
      try await run("/bin/sh", "-c", "sleep 1000 & sleep 1000", timeout: .milliseconds(50))
    }
  }

  @Test("that prints without end is ended")
  func endless() async throws {
    await #expect(throws: CommandError.tooMuchOutput(limit: 1_000)) { try await run("yes") }
  }

  @Test("that prints no text is refused")
  func noText() async throws {
    await #expect(throws: CommandError.noText) { try await run("printf", "\\377\\376") }
  }

  @Test("that is not there is told")
  func missing() async throws {
    let error = await #expect(throws: CommandError.self) { try await run("no-such-program-here") }
    guard case .notStarted = error else { return #expect(Bool(false), "\(String(describing: error))") }
  }
}
