internal import ParleyEngine

/// The way from a request's file to what the engine sends:
///
///     RequestDefinition  what the file says
///       → effective      with the defaults of its folders and of the workspace
///       → checked        every mistake at once, before anything is asked
///       → prepared       trust looked at, questions asked
///       → rendered       templates filled in                               → RenderedRequest
package struct RequestRenderer: Sendable {
  private let workspace: Workspace
  private let environment: WorkspaceEnvironment?
  private let scope: TemplateScope
  private let providers: ValueProviders

  /// - Parameters:
  ///   - given: values given at the start, by name; they override those of the files.
  ///   - answers: values for this send, by name, over those.
  package init(
    workspace: Workspace, environment: WorkspaceEnvironment?, given: [String: String] = [:],
    answers: [String: String] = [:], providers: ValueProviders
  ) {
    self.workspace = workspace
    self.environment = environment
    self.providers = providers
    var scope = TemplateScope(workspace, environment: environment, given: given, answers: answers)
    scope.kept = providers.keptAnswers
    for document in providers.documents.keys { scope.documents[document] = KnownDocument() }
    self.scope = scope
  }

  /// Fills in a request of the workspace as its file has it.
  /// - Throws: `RenderError.mistakes` when its file has any.
  package func render(_ request: WorkspaceRequest) async throws -> RenderedRequest {
    if request.hasErrors { throw RenderError.mistakes(workspace.readingErrors(in: request.file)) }
    return try await render(request.definition, id: request.id)
  }

  /// Fills in a request as it is being edited.
  /// - Throws: `RenderError`, or what the prompter throws.
  package func render(_ definition: RequestDefinition, id: String) async throws -> RenderedRequest {
    let effective = workspace.effective(definition, id: id, environment: environment)
    let mistakes = RequestMistakes(
      effective, workspace: workspace, environment: environment, scope: scope
    ).diagnostics
    guard mistakes.isEmpty else { throw RenderError.mistakes(mistakes) }
    try checkTrust(in: effective)
    var renderer = TemplateRenderer(workspace: workspace, scope: scope, providers: providers)
    try await renderer.prepare(for: effective.texts.map(\.value))
    var filling = Filling(renderer)
    var rendered = try await RenderedRequest(effective, in: environment?.name, using: &filling)
    if let proxies = providers.proxies { rendered.request.go(through: proxies) }
    return rendered
  }

  /// Checks the permissions that are known to be needed, before anything is asked.
  private func checkTrust(in effective: EffectiveRequest) throws {
    let missing = providers.trust.missing(of: TrustNeeds(of: workspace).of(effective, in: scope))
    guard missing.isEmpty else { throw RenderError.notTrusted(missing) }
  }
}

extension Request {
  /// Goes through the proxies of the environment, unless the files say how to go. Their passwords are secrets.
  fileprivate mutating func go(through proxies: EnvironmentProxies) {
    guard options.proxy == nil, options.environmentProxies == nil else { return }
    options.environmentProxies = proxies
    secrets.formUnion(proxies.secrets)
  }
}

extension EffectiveRequest {
  /// Every text that is filled in for a send.
  package var texts: [Located<String>] {
    let isWhole = definition.url.value.isWholeURL
    return (isWhole ? [] : [server?.value.url].compactMap(\.self)) + [definition.url]
      + (definition.path + definition.query).filter(\.isOn).map(\.located) + sentHeaders.map(\.value.located)
      + auth.value.texts + (definition.body?.sentTexts ?? [])
      + definition.messages.texts + options.said.texts
      + expect.headers.map(\.value).filter(\.isOn).map(\.located) + [cache.group.value].compactMap(\.self)
  }
}

extension String {
  /// A URL with a scheme, so that no server is needed. (One that begins with a template shows only when it is filled in.)
  package var isWholeURL: Bool { Server("x").url(for: self) == self }

  /// As other programs read it: without a scheme it is of HTTP, unless a template, or the server's URL, says how it begins.
  package var withScheme: String {
    let saysIt = isEmpty || isWholeURL || ["{{", "/", "ws+"].contains { hasPrefix($0) }
    return saysIt ? self : "http://" + self
  }
}
