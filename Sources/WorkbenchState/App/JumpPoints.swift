import ParleyModel
package import TerminalKit
import WorkbenchParts
import WorkbenchServices

// The places of each pane that one can go to besides the pane itself.

extension ResponsePane {
  package var jumpPoints: [Point] {
    let layout = layout(in: Rect(origin: .zero, size: size).inset(left: 1))
    guard !layout.tabs.isEmpty, head != nil || stage.isOver else { return [] }
    return tabLine.jumpPoints.map { $0.moved(right: layout.tabs.x, down: layout.tabs.y) }
  }
}

extension TabbedBodyPane {
  package var jumpPoints: [Point] {
    tabLine.jumpPoints.map { $0.moved(right: 1, down: Self.aboveLines - 1) }
  }
}
