import ParleyEngine
import TerminalKit

/// One line of what went over the wire.
struct WireLine: Hashable, Sendable {
  var direction: WireLog.Direction
  var text: String

  /// The log, line by line, without what nobody may see.
  static func lines(of log: WireLog, masking secrets: Secrets) -> [WireLine] {
    log.entries.flatMap { entry in
      var lines = split(entry.bytes).map { WireLine(direction: entry.direction, text: secrets.masking($0)) }
      let missing = entry.count - entry.bytes.count
      if missing > 0 { lines.append(WireLine(direction: entry.direction, text: "… \(missing.asBytes) more")) }
      return lines
    }
  }

  private static func split(_ bytes: [UInt8]) -> [String] {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  /// As on curl's screen: `>` sent, `<` received, `*` noted.
  var drawn: StyledText {
    let shown = text.replacing("\t", with: "    ")
    switch direction {
    case .sentHead, .sentBody: return [Span("> ", .info), Span(shown, direction == .sentHead ? .text : .muted)]
    case .receivedHead, .receivedBody:
      return [Span("< ", .success), Span(shown, direction == .receivedHead ? .text : .muted)]
    case .note: return [Span("* ", .muted), Span(shown, .muted)]
    }
  }
}
