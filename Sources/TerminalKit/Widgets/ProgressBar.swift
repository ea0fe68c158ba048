/// How far something is, in eighths of a column.
package enum ProgressBar: Hashable, Sendable {
  /// 0…1.
  case fraction(Double)
  /// Nobody knows how long it takes; the phase moves the mark, one step a frame.
  case indeterminate(phase: Int)

  package func draw(into frame: inout Frame, rect: Rect, style: Style = Style(.accent)) {
    guard !rect.isEmpty else { return }
    frame.put(String(repeating: "░", count: rect.width), at: rect.origin, style: .muted)
    switch self {
    case .fraction(let fraction):
      frame.put(Self.blocks(fraction, width: rect.width), at: rect.origin, style: style)
    case .indeterminate(let phase):
      let length = max(1, rect.width / 4)
      let start = Self.bounce(phase, room: rect.width - length)
      frame.put("█", repeated: length, at: rect.origin.moved(right: start), style: style)
    }
  }

  /// A bar of blocks, the last one partly filled: `blocks(0.3, width: 5)` is `█▌`.
  package static func blocks(_ fraction: Double, width: Int) -> String {
    let part = fraction.isNaN ? 0 : min(1, max(0, fraction))
    let eighths = Int((part * Double(width) * 8).rounded())
    let partial = eighths % 8
    return String(repeating: "█", count: eighths / 8) + (partial == 0 ? "" : String(partials[partial - 1]))
  }

  private static let partials: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  private static func bounce(_ phase: Int, room: Int) -> Int {
    guard room > 0 else { return 0 }
    let step = (phase % (2 * room) + 2 * room) % (2 * room)
    return step <= room ? step : 2 * room - step
  }
}
