import ParleyModel
package import TerminalKit
import WorkbenchParts
import WorkbenchServices

// The places of each pane that one can go to besides the pane itself.

extension TabbedBodyPane {
  package var jumpPoints: [Point] {
    tabLine.jumpPoints.map { $0.moved(right: 1, down: Self.aboveLines - 1) }
  }
}
