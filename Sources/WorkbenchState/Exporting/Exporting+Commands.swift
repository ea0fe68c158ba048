import ParleyModel
import TerminalKit

/// Commands that give requests and groups to other programs.
package enum Exporting {
  private static let title = "Export or copy as…"

  private static let needsOpenRequest: @Sendable (State) -> String? = { state in
    guard let composer = state.composer else { return "No request is open." }
    return composer.guest == nil ? nil : "The request is part of a step: press 1 for the request itself."
  }

  /// On the screen of requests.
  static var commands: [CommandRow] {
    [
      CommandRow(
        .exportRequest, "export.listedRequest", in: [.sidebar], does: .exporting(.askRequest(isListed: true)),
        disabledReason: { $0.sidebar.selected == nil ? "The cursor is not on a request." : nil }),
      CommandRow(
        .exportRequest, "export.request", ownKeys: ["y e"], in: [.composer],
        does: .exporting(.askRequest(isListed: false)), disabledReason: needsOpenRequest),
      copy("y s", .swift), copy("y P", .python), copy("y j", .javascript), copy("y g", .go), copy("y k", .k6),
      copy("y h", .http),
    ]
  }

  private static func copy(_ keys: String, _ format: ExportFormat) -> CommandRow {
    CommandRow(
      CommandID("export.copy.\(format.rawValue)"), "Copy as \(format.words)",
      help: "Copies the request as \(format.words); secrets are read from the environment or are names.", keys: [keys],
      in: [.composer], does: .exporting(.copy(format)), disabledReason: needsOpenRequest)
  }
}
