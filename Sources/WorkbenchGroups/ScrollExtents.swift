package import TerminalKit
import WorkbenchParts

// The part of each pane that is in view.

extension GroupList { package var scrollExtent: ScrollExtent? { cursor.extent } }
extension StepTree { package var scrollExtent: ScrollExtent? { cursor.extent } }
extension ComparedTree { var scrollExtent: ScrollExtent? { cursor.extent } }
extension ComparedPane { var scrollExtent: ScrollExtent? { cursor.extent } }
