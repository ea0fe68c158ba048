import ParleyEngine
import ParleyModel

/// The runs of a group as a tree: those that replay or fork another stand below it, all others newest first.
struct RunTree {
  struct Row: Hashable, Sendable {
    let run: KeptRun
    /// How many runs stand above it in the tree.
    let depth: Int
    /// The number of the run that it replays or forks, where that is in the list.
    let parent: Int64?
  }

  private(set) var rows: [Row] = []
  private let inner: [String: [KeptRun]]

  /// - Parameter runs: the newest first.
  init(_ runs: [KeptRun]) {
    let known = Dictionary(runs.map { ($0.id, $0.sequence) }) { first, _ in first }
    inner = Dictionary(grouping: runs.filter { $0.summary.origin.map { known[$0.run] != nil } == true }) {
      $0.summary.origin?.run ?? ""
    }
    for run in runs where run.summary.origin.flatMap({ known[$0.run] }) == nil { append(run, depth: 0, below: nil) }
  }

  private mutating func append(_ run: KeptRun, depth: Int, below parent: Int64?) {
    rows.append(Row(run: run, depth: depth, parent: parent))
    for next in inner[run.id] ?? [] where next.id != run.id {
      append(next, depth: depth + 1, below: run.sequence)
    }
  }
}
