import ParleyEngine
import ParleyText
import TerminalKit

// The line above a value that stands for something else.
extension SharedValuePane {
  /// The number of lines above the value. Two if one has no room for the note that a token has not been verified, which
  /// must not be cut off.
  var headLines: Int {
    guard let decoded, size.height >= 3 else { return 0 }
    return decoded.hasToken && size.width < Self.roomForToken && size.height > 5 ? 2 : 1
  }

  private static let roomForToken = 72

  func drawHead(into frame: inout Frame, _ area: Rect, _ now: Timestamp) {
    guard let decoded, headLines > 0 else { return }
    let style = decoded.urgency(at: now)
    var parts = decoded.title(at: now).split(separator: " · ").map(String.init)
    let last = headLines == 2 ? parts.popLast() : nil
    let hint = Span(showsDecoded ? "  d shows it raw" : "  d decodes", .hint)
    let first = Span(Self.end(of: parts, in: area.width), style)
    frame.put(last == nil ? [first, hint] : [first], at: area.origin, maxWidth: area.width)
    guard let last else { return }
    frame.put([Span(last, style), hint], at: area.inset(top: 1).origin, maxWidth: area.width)
  }

  /// As many of the last parts as fit: how long it holds is worth more than how it is packed, and where it stands.
  private static func end(of parts: [String], in columns: Int) -> String {
    for start in parts.indices {
      let words = parts[start...].joined(separator: " · ")
      if CellWidth.columns(of: words) <= columns { return words }
    }
    return "…" + (parts.last ?? "").suffix(max(0, columns - 1))
  }
}

extension DecodedValue {
  /// Of a token, as its end comes nearer.
  fileprivate func urgency(at now: Timestamp) -> Role {
    guard let end = expires else { return .info }
    let left = now.duration(to: end)
    return left <= .seconds(60) ? .failure : left <= .seconds(3600) ? .warning : .info
  }
}
