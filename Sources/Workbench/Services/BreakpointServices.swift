/// What breakpoints ask of the world behind the workbench.
package protocol BreakpointServices: Sendable {
  /// Those that are kept for the workspace, by the names of groups.
  func breakpoints() async throws -> [String: [StepBreakpoint]]
  /// Keeps those of one group in place of all it had.
  func keep(_ breakpoints: [StepBreakpoint], of group: String) async throws
  /// In which language a condition is written.
  /// - Throws: why it is none.
  func language(ofCondition text: String) async throws -> ConditionLanguage
}
