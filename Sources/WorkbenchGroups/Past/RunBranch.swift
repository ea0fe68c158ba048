import ParleyEngine
import ParleyModel
import TerminalKit

/// How a run stands below the one that it replays or forks: `↳ 14 … from pay`.
struct RunBranch {
  /// In front of its number.
  let sign: String
  let number: String
  private let step: String?

  private static let columns = 4
  private static let deepest = 3

  init(_ run: KeptRun, depth: Int) {
    let isBranch = run.summary.origin != nil
    number = String(run.sequence)
    let lead = String(repeating: " ", count: min(Self.deepest, max(0, depth - 1))) + (isBranch ? "↳ " : "")
    sign = lead + String(repeating: " ", count: max(0, Self.columns - lead.count - number.count))
    step = run.summary.origin.map { run.from ?? "\($0.from)" }
  }

  /// From which step, as far as there is room for it.
  func origin(in columns: Int) -> String {
    guard let step, columns >= 5 else { return "" }
    let words = " from \(step)"
    return CellWidth.columns(of: words) <= columns ? words : " \(step)".fitted(to: columns)
  }
}
