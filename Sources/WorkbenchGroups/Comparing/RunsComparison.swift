import ParleyEngine
import ParleyModel
import TerminalKit
import WorkbenchServices
import WorkbenchState

/// Two runs that are compared: their steps in one tree, and the parts of the step under the cursor.
package struct RunsComparison: Sendable {
  /// The older one is the left.
  let left, right: KeptRun
  @CopyOnWrite private(set) var runs: ComparedRuns
  /// The paths that are left out, as they were written.
  private(set) var ignored: [String]
  @CopyOnWrite var tree: ComparedTree
  @CopyOnWrite var pane = ComparedPane()

  init(_ left: KeptRun, _ right: KeptRun, _ runs: ComparedRuns, ignoring ignored: [String]) {
    (self.left, self.right, self.runs, self.ignored) = (left, right, runs, ignored)
    tree = ComparedTree(left, right, runs)
    tree.ignoredCount = ignored.count
    tree.goToFirstDifference()
  }

  var group: String { right.summary.group ?? "" }
  var paths: IgnoredPaths { (try? IgnoredPaths(ignored)) ?? IgnoredPaths() }

  /// Takes the place of one of the same runs: the cursor stays where it is.
  mutating func renew(_ other: RunsComparison) {
    (runs, ignored) = (other.runs, other.ignored)
    tree.show(other.runs.rows)
    tree.ignoredCount = ignored.count
  }

  func isOf(_ other: RunsComparison) -> Bool { left.id == other.left.id && right.id == other.right.id }

  /// The step to be read for the comparison; nil if none has to be.
  mutating func missing() -> RunComparison.Row? {
    pane.turn(to: tree.selected, ignoring: paths) ? tree.selected : nil
  }
}

/// Reads two runs and compares them.
indirect enum ComparisonEffect: ServiceEffect {
  /// - Parameter ignored: nil for what is kept for the group.
  case compare(KeptRun, KeptRun, ignoring: [String]?)
  case parts(RunComparison.Row, in: ComparedRuns)

  var lane: Lane? {
    switch self {
    case .compare: Lane("comparison", keepsOnlyNewest: true)
    case .parts: Lane("compared step", keepsOnlyNewest: true)
    }
  }

  func perform(with services: Services) async throws -> [Action] {
    switch self {
    case .compare(let left, let right, let ignored):
      let group = right.summary.group ?? ""
      if let ignored { try await services.groups.keepIgnoredPaths(ignored, of: group) }
      let paths = try await services.groups.ignoredPaths(of: group)
      let runs = try await services.groups.compare(left.id, right.id, ignoring: IgnoredPaths(paths))
      return [.groups(.compare(.shown(RunsComparison(left, right, runs, ignoring: paths))))]
    case .parts(let row, let runs):
      do {
        return [.groups(.compare(.parts(try await services.groups.parts(of: row, in: runs), of: row.place)))]
      } catch {
        return [.groups(.compare(.unreadable(Problem(error, hiding: services.secrets), of: row.place)))]
      }
    }
  }
}
