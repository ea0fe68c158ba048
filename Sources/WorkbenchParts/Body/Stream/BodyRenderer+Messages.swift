package import ParleyEngine
import ParleyText
import TerminalKit

// The messages of a WebSocket, a row each.
extension BodyRenderer {
  private static let longestMessage = 1000

  /// `← 14:03:07.123   110 B  {"type":"welcome"}`
  func line(_ message: WebSocketEntry, number: Int) -> BodyLine {
    var text: StyledText = [message.arrow, Span("\(message.clock)  ", .muted)]
    let size = message.kind == .close ? "" : ByteCount.text(message.size)
    text.append(size.leftPadded(to: 7) + "  ", .muted)
    return BodyLine(number: String(number + 1), text: text + content(of: message))
  }

  private func content(of message: WebSocketEntry) -> StyledText {
    let shown = String(shown(message.text.replacing("\n", with: "⏎")).prefix(Self.longestMessage))
    switch message.kind {
    case .text: return message.json == nil ? StyledText(shown) : JSONColours.line(shown)
    case .binary: return [Span("binary  ", .accent), Span(shown)]
    case .ping, .pong:
      let time = message.milliseconds.map { "  \(Duration.milliseconds($0).short)" } ?? ""
      return [Span(message.kind.rawValue, .info), Span("\(time)  \(shown)", .muted)]
    case .close: return [Span("close  ", .info), Span(shown, Style(message.isGoodClose ? .success : .failure))]
    }
  }
}

extension WebSocketEntry {
  /// The sender as an arrow; a cross if there is none.
  fileprivate var arrow: Span {
    switch from {
    case .client: Span("→ ", .accent)
    case .server: Span("← ", .success)
    case nil: Span("✗ ", .failure)
    }
  }

  fileprivate var clock: String { sentAt?.preciseLocalClock ?? time }

  fileprivate var isGoodClose: Bool { code.map { WebSocketClose(code: $0).isGood } ?? false }

  /// For the title of its sheet.
  package var facts: [String] {
    [from == .client ? "sent" : from == .server ? "received" : "", clock, ByteCount.text(size)].filter { !$0.isEmpty }
  }
}
