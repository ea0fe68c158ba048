import ParleyEngine
import TestSupport
import Testing

@Suite("parley send over a WebSocket", .timeLimit(.minutes(2)))
struct WebSocketTests {
  private let parley: ParleyProgram
  private let demo = ParleyProgram.demoWorkspace()

  init() throws {
    parley = try ParleyProgram()
  }

  private func send(_ arguments: String..., input: String = "", to server: DemoServer) async throws -> FinishedProcess {
    try await parley.run(["send"] + arguments + ["-w", demo, "--set", "baseUrl=\(server.url)"], input: input)
  }

  @Test("sends each line of standard input, prints what comes, and closes at the end")
  func echo() async throws {
    try await withDemoServer { server in
      let sent = try await send("live/echo", input: "hello\n{ \"locale\": \"{{locale}}\" }\n", to: server)
      #expect(sent.status == 0)
      #expect(sent.outputText == "hello\n{\"locale\":\"en\"}\n")
      #expect(sent.errorText.contains("closed by the server: 1000 normal"))
      #expect(sent.errorText.contains("101 Switching Protocols"))
    }
  }

  @Test("with --messages ends after so many, with --json prints every entry as a line")
  func prices() async throws {
    try await withDemoServer { server in
      let sent = try await send("live/prices", "--messages", "3", "--json", to: server)
      #expect(sent.status == 0)
      let entries = try sent.outputText.split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
      let types = entries.filter { $0["from"] == "server" }.compactMap { $0["json"]?["type"]?.string }
      #expect(types == ["welcome", "subscribed", "price"])
      #expect(entries.contains { $0["from"] == "client" && $0["json"]?["subscribe"] == 3 })
      #expect(entries.last?["type"] == "close")
    }
  }

  @Test("with --filter prints what the filter gives for each message")
  func filtered() async throws {
    try await withDemoServer { server in
      let sent = try await send("live/prices", "--messages", "4", "-r", "-f", "select(.price).number", to: server)
      #expect(sent.outputText == "1\n2\n")
    }
  }

  @Test("nothing of what comes reaches a terminal as control characters")
  func harmless() async throws {
    try await withDemoServer { server in
      let sent = try await send("live/echo", input: "a\u{1B}]0;title\u{7}b\n", to: server)
      #expect(sent.outputText == "a\u{1B}]0;title\u{7}b\n")
      let json = try await send("live/echo", "--json", input: "a\u{1B}]0;title\u{7}b\n", to: server)
      #expect(!json.outputText.contains("\u{1B}"))
    }
  }

  @Test("a group sends and waits over a WebSocket")
  func group() async throws {
    try await withDemoServer { server in
      let run = try await parley.run("run", "live", "-w", demo, "--set", "baseUrl=\(server.url)", "--json")
      #expect(run.status == 0, "\(run.errorText)")
      #expect(run.outputText.contains("highest"))
    }
  }
}
