package import WorkbenchServices

/// Actions that show an API's description, and how much of it the workspace covers.
package enum DescriptionAction: Sendable {
  case described(String, SendingExplained)
  case reported(DescriptionReport, [String])
}
