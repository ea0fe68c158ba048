import ParleyWorkspace
import TestSupport
import Testing

@Suite("A curl command is sent as curl itself sends it", .timeLimit(.minutes(5)))
struct CurlJudgeTests {
  private static let generated: [String] = {
    var random = SeededGenerator(seed: 41)
    return Sample.of((0..<200).map { number in CurlCommands.generated(number) { Int(random.next() % UInt64($0)) } }, 40)
  }()

  @Test("each of the manual's ways, and of generated commands, byte for byte")
  func sameAsCurl() async throws {
    let judge = try ImportJudge()
    for (name, text) in CurlCommands.files { try judge.write(text, to: name) }
    let curl = try Executables.installed("curl", package: "curl")
    var (commands, expected) = ([String](), [(command: Int, text: String)]())
    for command in CurlCommands.manual + Self.generated {
      let before = judge.server.requests.count
      let script = "curl() { '\(curl)' -s \"$@\"; }\n" + command.replacing("HOST", with: judge.host)
      let ran = try await FinishedProcess.run(
        "/bin/bash", ["-c", "cd '\(judge.path("source"))'\n\(script)"], environment: ["HOME": judge.path("home")],
        limit: .seconds(20))
      let sent = judge.server.requests[before...]
      // A command that curl itself refuses says nothing.
      guard !sent.isEmpty, ran.status == 0 else {
        #expect(!CurlCommands.manual.contains(command), "curl refuses \(command): \(ran.errorText)")
        continue
      }
      expected += sent.map { (commands.count, $0.meaning) }
      commands.append(command)
    }
    #expect(commands.count > CurlCommands.manual.count + Self.generated.count / 2)
    let path = try judge.write(commands.joined(separator: "\n\n"), to: "all.sh")
    let result = try await judge.send(path)
    #expect(result.arrived.count == expected.count)
    for (arrived, expected) in zip(result.arrived, expected) {
      let isListed = result.notes.contains { $0.hasPrefix("\(arrived.id): ") }
      // Of what somebody writes by hand, all is sent as curl sends it.
      let mayDiffer = isListed && expected.command >= CurlCommands.manual.count
      #expect(arrived.text == expected.text || mayDiffer, "\(commands[expected.command])")
    }
    #expect(result.mistakes.isEmpty)
  }
}
