package import TerminalKit

/// Help and other pop-ups that explain the program, over any screen.
package enum OverlayAction: Sendable {
  case palette
  case run(CommandID)
  case help
  /// Commands have other keys from now on.
  case rebound(KeyPlan)
  /// Looks for shared keys, for what is typed in the palette.
  case findKeys(String, for: String)
  case foundKeys([String], for: String)
  /// Goes where a line of the palette leads, in another environment if one is named.
  case go(PaletteTarget, in: String?)
  /// Asks from which snapshot of shared data a group is run.
  case askSnapshot(of: String)
}
