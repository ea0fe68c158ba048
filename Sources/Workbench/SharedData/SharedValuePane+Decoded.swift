import ParleyEngine
import ParleyText
import TerminalKit

// The line above a value that stands for something else.
extension SharedValuePane {
  var headLines: Int { decoded == nil || size.height < 3 ? 0 : 1 }

  func drawHead(into frame: inout Frame, _ area: Rect, _ now: Timestamp) {
    guard let decoded, headLines > 0 else { return }
    let line: StyledText = [
      Span(decoded.title(at: now), decoded.urgency(at: now)),
      Span(showsDecoded ? "  d shows it raw" : "  d decodes", .hint),
    ]
    frame.put(line, at: area.origin, maxWidth: area.width)
  }
}

extension DecodedValue {
  /// Of a token, as its end comes nearer.
  fileprivate func urgency(at now: Timestamp) -> Role {
    guard let end = token?.expires else { return .info }
    let left = now.duration(to: end)
    return left <= .seconds(60) ? .failure : left <= .seconds(3600) ? .warning : .info
  }
}
