package import TerminalKit
import WorkbenchParts

// The part of each pane that is in view.

extension Sidebar { package var scrollExtent: ScrollExtent? { cursor.extent } }
