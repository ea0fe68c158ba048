import HTTPTypes
package import ParleyEngine
package import TerminalKit

/// One line of what went over the wire.
package struct WireLine: Hashable, Sendable {
  var direction: WireLog.Direction
  var text: String

  /// The log, line by line.
  /// - Parameter secrets: the secrets to mask; nil shows everything.
  package static func lines(of log: WireLog, masking secrets: Secrets?) -> [WireLine] {
    log.entries.flatMap { entry in
      var lines = split(entry.bytes).map { line in
        WireLine(direction: entry.direction, text: secrets.map { masked(line, entry.direction, $0) } ?? line)
      }
      let missing = entry.count - entry.bytes.count
      if missing > 0 { lines.append(WireLine(direction: entry.direction, text: "… \(ByteCount.text(missing)) more")) }
      return lines
    }
  }

  /// Of an exchange out of the history the secrets are not known any more, but where they stood is.
  private static func masked(_ line: String, _ direction: WireLog.Direction, _ secrets: Secrets) -> String {
    let name = line.prefix { $0 != ":" }.lowercased()
    if direction == .receivedHead, name == "set-cookie" {
      let field = HTTPField(name: .setCookie, value: String(line.dropFirst(name.count + 1)))
      return secrets.maskingForeign(line.prefix(name.count + 1) + Secrets.maskingCookies(in: field))
    }
    guard direction == .sentHead || direction == .sentBody else { return secrets.maskingForeign(line) }
    guard direction == .sentHead, credentials.contains(name) else { return secrets.masking(line) }
    return line.prefix(name.count) + ": " + Secrets.mask
  }

  private static let credentials: Set<String> = ["authorization", "proxy-authorization", "cookie", "x-api-key"]

  private static func split(_ bytes: [UInt8]) -> [String] {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  /// As on curl's screen: `>` sent, `<` received, `*` noted.
  package var drawn: StyledText {
    let shown = text.replacing("\t", with: "    ")
    switch direction {
    case .sentHead, .sentBody: return [Span("> ", .info), Span(shown, direction == .sentHead ? .text : .muted)]
    case .receivedHead, .receivedBody:
      return [Span("< ", .success), Span(shown, direction == .receivedHead ? .text : .muted)]
    case .note: return [Span("* ", .muted), Span(shown, .muted)]
    }
  }
}
