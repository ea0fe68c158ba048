import ParleyModel
package import TerminalKit
import WorkbenchParts
import WorkbenchServices

// The places of each pane that one can go to besides the pane itself.

extension Composer {
  /// Method, URL, Send, the tabs, the kind of the body, and the rows of the tab.
  package var jumpPoints: [Point] {
    guard onDisk.faulty == nil else { return [] }
    let layout = layout(in: Rect(origin: .zero, size: size))
    let method = CellWidth.columns(of: draft.method.isEmpty ? "GET" : draft.method)
    let line = request.defaults == nil ? [Point(x: 1, y: layout.url.y), Point(x: method + 5, y: layout.url.y)] : []
    let button = sendButton(in: layout.url)
    let send = button.isEmpty ? [] : [button.origin.moved(right: 1)]
    let tabs = tabLine.jumpPoints.map { $0.moved(right: 1, down: layout.tabs.y) }
    let kind = tab == .body && !layout.kind.isEmpty ? [layout.kind.origin.moved(right: 1)] : []
    let rows = showsRows ? cursor.visible.map { layout.content.origin.moved(right: 1, down: $0 - cursor.top) } : []
    return line + send + tabs + kind + rows.filter(layout.content.contains)
  }
}

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
