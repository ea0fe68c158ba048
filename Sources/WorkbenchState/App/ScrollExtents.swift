package import TerminalKit
import WorkbenchParts

// The part of each pane that is in view.

extension Sidebar { package var scrollExtent: ScrollExtent? { cursor.extent } }

extension ResponsePane {
  package var scrollExtent: ScrollExtent? {
    switch tab {
    case .body: browser.pane.cursor.extent
    case .headers: headers.cursor.extent
    case .timing: timing.cursor.extent
    case .wire: wire.cursor.extent
    case .cookies, .history: self[tab].cursor.extent
    }
  }
}
