package import TerminalKit
package import WorkbenchServices

package enum PaneSizeAction: Sendable {
  case read(PaneSizes)
  /// A list was arranged otherwise.
  case arranged(ListArrangement, on: ScreenID)
}

/// The panes as a person has sized them, and the divider that the mouse holds.
package struct PaneSizing: Sendable {
  package var sizes = PaneSizes()
  package var held: (divider: PaneDivider, from: Point)?
}
