import ParleyEngine
import ParleyFiles
import ParleyModel
import ParleyText
import ParleyWorkspace
import WorkbenchServices

extension Preview {
  /// The values that a step overrides, with those of its request below.
  init(of overrides: StepOverrides, on sample: StepSample?, in session: Session) {
    let scope = session.sending.scope.inStep()
    self.init(names: scope.templateNames)
    let draft = overrides.draft
    for (field, text) in draft.templateTexts {
      uses += scope.uses(of: text, in: field) { TemplateFilling.value(of: $0, sample).map { String($0.prefix(200)) } }
    }
    guard let request = session.workspace.request(overrides.request.rawValue) else { return }
    let effective = session.workspace.effective(
      request.definition, id: request.id, environment: session.environment)
    url = scope.previewed(draft.url, on: effective.server)
    inherited = effective.headers.filter(\.value.isOn).map {
      InheritedHeader(
        $0.value.name, scope.previewed($0.value.value),
        from: scope.origin(
          of: $0.value.value,
          written: $0.origin == .request ? "requests/\(request.id)" : $0.origin.description))
    }
    let origin = "requests/\(request.id)"
    inheritedQuery = request.definition.query.filter(\.isOn).map {
      InheritedHeader($0.name, scope.previewed($0.value), from: scope.origin(of: $0.value, written: origin))
    }
    let values = request.definition.path.filter(\.isOn).map {
      ($0.name, InheritedSetting(scope.previewed($0.value), from: scope.origin(of: $0.value, written: origin)))
    }
    inheritedPath = Dictionary(values) { first, _ in first }
  }
}
