import ParleyEngine
import ParleyModel
import TerminalKit

/// The times of a group's runs as a row of bars, the newest at the right, in the colours of how they ended.
struct RunChart {
  private static let signs = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  /// With fewer there is nothing to see.
  private static let least = 2

  private let runs: [(time: Duration, state: RunRecording.State)]

  /// - Parameter runs: the newest first; those that have not ended have no bar.
  init(_ runs: [KeptRun]) {
    self.runs = runs.sorted { $0.sequence < $1.sequence }.compactMap { run in
      run.summary.duration.map { ($0, run.summary.state) }
    }
  }

  /// As many of the newest as there are columns.
  func text(columns: Int) -> StyledText {
    let shown = runs.suffix(max(0, columns))
    guard shown.count >= Self.least, let top = Self.top(of: shown.map(\.time)), top > .zero else { return "" }
    return StyledText(shown.map { Span(Self.sign($0.time / top), $0.state.glyph.style) })
  }

  /// The time of a full bar: the longest, unless that is so much longer than the others that they would all look alike.
  private static func top(of times: [Duration]) -> Duration? {
    let times = times.sorted()
    guard let longest = times.last else { return nil }
    let median = times[times.count / 2]
    return longest / 4 > median ? median * 4 : longest
  }

  private static func sign(_ part: Double) -> String {
    signs[max(0, Int((min(max(0, part), 1) * Double(signs.count)).rounded(.up)) - 1)]
  }
}
