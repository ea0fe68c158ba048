import HTTPTypes
import ParleyEngine
import TerminalKit
import Testing

@testable import WorkbenchState

@Suite("The messages of a WebSocket, a row each", .timeLimit(.minutes(1))) struct MessageRowTests {
  private func row(_ text: String, type: String = "text") throws -> String {
    let entry = try JSONValue(
      encoding: ["time": "2026-11-21T14:03:07.123Z", "from": "server", "type": type, "text": text, "size": "1"])
    return JSONPrinter.compact.string(of: entry) + "\n"
  }

  @Test("nothing in a message can steer the terminal or turn the direction of writing")
  func hostile() async throws {
    let texts = [
      "a\u{1B}[2Jb", "\u{1B}]0;title\u{7}", "\u{9B}31m\u{85}\u{90}q\u{9C}",
      "\u{202E}evil\u{202C}\u{2066}x\u{2069}\u{200F}", "a\u{0}b\u{8}c\r",
      "\u{FEFF}\u{200B}zero",
    ]
    // As it stands in a transcript, and raw, as a damaged one could hold it.
    var bytes = Array(try texts.map { try row($0) }.joined().utf8)
    bytes += Array(try row("x", type: "close").utf8)
    bytes +=
      Array(#"{"time":"\u001b[31m","from":"server","type":"text","size":3,"text":"raw "#.utf8) + [0xFF, 0xC0, 0x1B]
    bytes += Array("\"}\n".utf8)
    var test = try await ResponsePaneUnderTest(InMemoryBytes(bytes), type: WebSocketEntry.contentType)
    #expect(test.picture.contains("zero"))
    for key in ["j", "G", "w", "Esc", "v"] {
      try await test.press(key)
      let scalars = test.picture.unicodeScalars.filter { scalar in
        scalar.value < 0x20 && scalar != "\n" || (0x7F...0x9F).contains(scalar.value)
          || (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
          || [0x200B, 0x200F, 0xFEFF].contains(scalar.value)
      }
      #expect(scalars.isEmpty, "\(scalars.map { String($0.value, radix: 16) }) after \(key)")
    }
  }

  @Test("there is a scroll bar where there are more messages than rows")
  func scrollBar() async throws {
    let body = InMemoryBytes(try (0..<500).map { try row("message \($0)") }.joined())
    let test = try await ResponsePaneUnderTest(body, type: WebSocketEntry.contentType)
    let extent = try #require(test.pane.scrollExtent)
    #expect(extent.count == 500 && extent.shown < 60)
  }
}
