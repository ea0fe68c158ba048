import TestSupport
import Testing

/// A WebSocket in a real terminal.
@Suite("A WebSocket in a real terminal", .serialized, .timeLimit(.minutes(2)))
struct WebSocketJourneyTests {
  @Test("F5 opens it, messages go both ways with templates, a ping is replied to, and it is closed and kept")
  func session() async throws {
    let parley = try ParleyProgram()
    try await withDemoServer { server in
      let folder = try await parley.copyOfDemo()
      let terminal = try await parley.open(
        ["-w", folder, "--set", "baseUrl=\(server.url)"], columns: 120, rows: 36)
      try await terminal.wait(for: "nobody")
      try await terminal.press("/")
      try await terminal.type("live/echo")
      try await terminal.wait(for: "/ live/echo")
      try await terminal.press("Enter", "Enter")
      try await terminal.wait(for: "┌ live/echo ")
      try await terminal.press("F5")
      try await terminal.wait("the open WebSocket") { $0.contains("● open") && $0.contains("i message") }
      try await terminal.press("i")
      try await terminal.type("in {{locale}}")
      try await terminal.wait(for: "→ in {{locale}}")
      try await terminal.press("Enter")
      try await terminal.wait("both rows") { $0.ranges(of: "B  in en").count == 2 }
      try await terminal.press("M-i")
      try await terminal.wait(for: "pong")
      try await terminal.press("Escape")
      try await terminal.wait(for: "X close")
      try await terminal.press("X")
      try await terminal.wait(for: "Close the WebSocket")
      try await terminal.press("Enter", "Enter")
      try await terminal.wait("the close") { $0.contains("■ closed") && $0.contains("close  1000 normal") }
      try await terminal.press("6")
      try await terminal.wait("the history") { $0.contains("101") && $0.contains("live/echo") }
    }
  }
}
