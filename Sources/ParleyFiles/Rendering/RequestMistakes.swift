internal import ParleyEngine

/// The mistakes that keep a request from being sent, found before anything is asked or run.
package struct RequestMistakes {
  package private(set) var diagnostics: [Diagnostic] = []
  @CopyOnWrite private var effective: EffectiveRequest
  private let workspace: Workspace

  package init(
    _ effective: EffectiveRequest, workspace: Workspace, environment: WorkspaceEnvironment?, scope: TemplateScope
  ) {
    self.effective = effective
    self.workspace = workspace
    checkURL()
    checkServer()
    checkPath()
    checkEnvelope()
    if let mistake = workspace.loginMistake(
      of: effective.id, by: effective.auth.value, environment: environment)
    {
      diagnostics.append(mistake)
    }
    for text in effective.texts { check(text, in: scope) }
  }

  private mutating func checkURL() {
    guard effective.definition.url.value.isEmpty else { return }
    note(.missingKey, at: effective.definition.url.place, "the request has no URL")
  }

  private mutating func checkServer() {
    let known = workspace.definition.servers.map(\.name.value)
    if let server = effective.definition.server, !known.contains(server.value) {
      diagnostics.append(.unknownServer(server.value, at: server.place ?? start, known: known))
    } else if effective.server == nil, effective.definition.needsServer {
      diagnostics.append(.noServer(at: effective.definition.url.place ?? start))
    }
  }

  private mutating func checkPath() {
    let given = effective.definition.path.filter(\.isOn).map(\.name)
    for name in effective.definition.pathVariables where !given.contains(name) {
      diagnostics.append(.noValue(of: name, at: effective.definition.url.place ?? start))
    }
  }

  /// Inherited ones are looked at where they stand.
  private mutating func checkEnvelope() {
    let envelope = effective.response.envelope.value
    guard !workspace.definition.knows(envelope) else { return }
    let place = effective.definition.response.envelope?.place ?? start
    diagnostics.append(.unknownEnvelope(envelope.rawValue, at: place, in: workspace.definition))
  }

  private mutating func check(_ text: Located<String>, in scope: TemplateScope) {
    for problem in scope.analysis(of: text.value).problems {
      diagnostics.append(Diagnostic(problem, at: workspace.place(of: problem.range, in: text) ?? start))
    }
  }

  private mutating func note(
    _ code: Diagnostic.Code, at place: SourcePlace?, _ message: String, hint: String? = nil
  ) {
    diagnostics.append(Diagnostic(code, at: place ?? start, message, hint: hint))
  }

  private var start: SourcePlace { .start(of: WorkspacePaths.file(ofRequest: effective.id)) }
}

extension RequestDefinition {
  /// The names of what has a colon in front in the path, as far as it is written there.
  var pathVariables: [String] { PathTemplate(url.value).names }
}

extension Diagnostic {
  init(_ problem: TemplateProblem, _ severity: Severity = .error, at place: SourcePlace) {
    self.init(problem.code, severity, at: place, problem.message, nearest: problem.nearest, hint: problem.hint)
  }
}
