@testable import ParleyFiles

extension Workspace {
  /// The mistakes that keep a request from being sent with an environment. Nothing is asked, run or sent.
  func mistakes(
    in definition: RequestDefinition, id: String, environment: WorkspaceEnvironment?
  ) -> [Diagnostic] {
    let scope = TemplateScope(self, environment: environment)
    let effective = effective(definition, id: id, environment: environment)
    return RequestMistakes(effective, workspace: self, environment: environment, scope: scope).diagnostics
  }
}
