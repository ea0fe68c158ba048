import TestSupport
import Testing

/// Every command line here goes through a shell, which says where its output goes.
@Suite("Output that cannot be written", .timeLimit(.minutes(5)))
struct OutputTests {
  private let parley: ParleyProgram
  private let shop: ShopUnderTest

  init() throws {
    parley = try ParleyProgram()
    shop = try ShopUnderTest(parley)
    try shop.write("serial: [{ request: one }]\n", to: "groups/g.yaml")
    try shop.write("url: /three\ncache: { ttl: 60s }\n", to: "requests/three.yaml")
  }

  private func shell(_ line: String) async throws -> FinishedProcess {
    try await FinishedProcess.run(
      "/bin/bash", ["-o", "pipefail", "-c", line],
      environment: parley.environment.merging(
        ["P": try Executables.built("parley"), "W": shop.folder]) { $1 })
  }

  static let commands = [
    "send one -w $W", "send one --json -w $W", "send one --curl -w $W", "send nothing --json -w $W",
    "run g --json -w $W", "run gg --json -w $W", "runs list -w $W", "runs list --json -w $W", "runs show last -w $W",
    "runs compare 1 1 -w $W", "runs check last -w $W", "shared list -w $W", "shared list --json -w $W",
    "shared get k -w $W", "shared history k -w $W", "cache list -w $W", "cache list --json -w $W",
    "cache why three -w $W", "check --json -w $W", "--help", "--version", "send --help",
  ]

  @Test("is exit status 3 with a sentence, for each command: on a full disk, and where it is closed")
  func lost() async throws {
    let made = try await shell("$P send three -w $W && $P run g -w $W && echo 1 | $P shared set k -w $W")
    #expect(made.status == 0, "\(made.errorText)")
    for command in Sample.of(Self.commands, 8) {
      let full = try await shell("$P \(command) > /dev/full")
      #expect(full.status == 3, "\(command): \(full.errorText)")
      #expect(
        full.errorText.contains("parley: Cannot write to standard output: No space left on device."), "\(command)")
      let closed = try await shell("$P \(command) >&-")
      #expect(closed.status == 3, "\(command): \(closed.errorText)")
      #expect(closed.errorText.contains("parley: Cannot write to standard output: it is closed."), "\(command)")
    }
  }

  @Test("is exit status 3 on standard error too, unless somebody closed it on purpose")
  func errors() async throws {
    #expect(try await shell("$P run g -w $W 2> /dev/full").status == 3)
    #expect(try await shell("$P new $W/other 2> /dev/full").status == 3)
    #expect(try await shell("$P run g -w $W 2>&-").status == 0)
    #expect(try await shell("$P run g -w $W <&- >&- 2>&-").status == 0)
  }

  @Test("a closed stream leaves its number to no file: the store is whole, and nothing was printed into it")
  func closedStreams() async throws {
    #expect(try await shell("$P send one -w $W <&- >&- 2>&-").status == 3)
    #expect(try await shell("$P shared list -w $W && $P check -w $W").status == 0)
    #expect(try await shell("grep -rl '200 OK' $W").status == 1)
  }

  @Test("is no failure where the reader has had enough: the command ends quietly, and has done its work")
  func reader() async throws {
    try await withDemoServer { server in
      try shop.write("url: '\(server.url)/bytes/4000000'\n", to: "requests/long.yaml")
      let read = try await shell("$P send long -w $W 2> $W/told | head -c 20")
      #expect(read.status == 0 && read.output.count == 20)
      #expect(try await shell("cat $W/told").outputText.hasPrefix("200 OK  4000000 bytes"))
      let ignored = try await shell("trap '' PIPE; $P send long -w $W 2> $W/told | head -c 20")
      #expect(ignored.status == 0)
      #expect(try await shell("grep -c parley: $W/told").status == 1)
    }
  }

  @Test("ends an endless command when its reader is gone")
  func watching() async throws {
    let line = "$P shared watch -w $W | head -n 1"
    let terminal = try await TmuxTerminal.open(
      ["/bin/bash", "-c", "\(line); echo ended"],
      environment: parley.environment.merging(["P": try Executables.built("parley"), "W": shop.folder]) { $1 })
    // Until it watches nothing is told, and one change only tells it that the reader has gone.
    for n in 1...40 {
      _ = try await shop.run("shared", "set", "k", input: "\(n)\n")
      if terminal.screen.contains("ended") { break }
    }
    try await terminal.wait(for: "ended")
  }
}
