package import ParleyModel
package import WorkbenchServices

/// Requests and groups for other programs.
package enum ExportingAction: Sendable {
  /// The open request, or the one under the cursor of the tree.
  case askRequest(isListed: Bool)
  /// The group under the cursor of the list, or the one that is shown.
  case askGroup(isListed: Bool)
  /// Copies the open request, without a question.
  case copy(ExportFormat)
  case export(FormatExport)
  case exported(FormatExport, FormatExportOutcome)
}
