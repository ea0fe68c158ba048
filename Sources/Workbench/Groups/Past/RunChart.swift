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
    guard shown.count >= Self.least, let longest = shown.map(\.time).max(), longest > .zero else { return "" }
    return StyledText(shown.map { Span(Self.sign($0.time / longest), $0.state.glyph.style) })
  }

  private static func sign(_ part: Double) -> String {
    signs[max(0, Int((min(max(0, part), 1) * Double(signs.count)).rounded(.up)) - 1)]
  }
}
