import ParleyEngine
import ParleyStore
import ParleyWorkspace
package import WorkbenchServices

extension LiveGroups {
  package func breakpoints() async throws -> [String: [StepBreakpoint]] { try breakpointFile.all() }

  package func keep(_ breakpoints: [StepBreakpoint], of group: String) async throws {
    try breakpointFile.keep(breakpoints, of: group)
  }

  package func language(ofCondition text: String) async throws -> ConditionLanguage {
    switch try StepCondition(text) {
    case .jq: .jq
    case .filter: .filter
    }
  }

  /// Those that are kept for a group.
  func breakpoints(of group: String) throws -> [StepBreakpoint] { try breakpointFile.all()[group] ?? [] }

  var breakpointFile: BreakpointFile { BreakpointFile(folder: session.location.folder) }

  /// The condition of a breakpoint. One that no longer parses stops the run, with the reason.
  func condition(_ text: String, in session: Session) -> Debugger.Condition? {
    guard !text.isEmpty else { return nil }
    let condition = Result { try StepCondition(text) }
    return { [bus] node in
      do {
        return try await condition.get().holds(at: node, in: session)
      } catch {
        let problem = Problem(error)
        throw Problem(code: problem.code, bus.secrets.all.maskingForeign(problem.summary))
      }
    }
  }
}
