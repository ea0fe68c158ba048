package import ParleyEngine
import ParleyModel

/// Two recorded runs, and what became of each step in both.
package struct ComparedRuns: Sendable {
  package let left, right: RunRecording
  package let rows: [RunComparison.Row]

  package init(_ left: RunRecording, _ right: RunRecording, _ rows: [RunComparison.Row]) {
    (self.left, self.right, self.rows) = (left, right, rows)
  }
}
