import ParleyEngine
import ParleyText

/// Finds what each file may say by itself and what does not fit together.
struct WorkspaceChecks {
  private(set) var diagnostics: [Diagnostic] = []
  private let workspace: Workspace
  private let servers: [String]
  private let serverNames: Set<ExactString>
  /// One for each environment, as far as there are not too many; one without where there are none.
  private let scopes: [(environment: String?, scope: TemplateScope)]

  /// Only what does not fit together in one group.
  init(_ workspace: Workspace, of group: WorkspaceGroup) {
    self.init(of: workspace)
    NearestName.$budget.withValue(NearestName.Budget()) { checkGroups([group]) }
  }

  /// Texts are not checked with more environments: what is wrong with one of them is mostly wrong with all.
  private static let mostEnvironments = 50

  private init(of workspace: Workspace) {
    self.workspace = workspace
    servers = workspace.definition.servers.map(\.name.value)
    serverNames = Set(names: servers)
    let environments = workspace.environments.prefix(Self.mostEnvironments).map(Optional.some)
    scopes = (environments.isEmpty ? [nil] : environments).map { ($0?.name, TemplateScope(workspace, environment: $0)) }
  }

  init(_ workspace: Workspace) {
    self.init(of: workspace)
    NearestName.$budget.withValue(NearestName.Budget()) { checkAll() }
  }

  private mutating func checkAll() {
    if workspace.environments.count > Self.mostEnvironments {
      diagnostics.append(
        Diagnostic(
          .tooLarge, .warning, at: .start(of: workspace.environments[Self.mostEnvironments].file),
          "texts are checked with the first \(Self.mostEnvironments) environments, and not with the others"))
    }
    for defaults in workspace.folderDefaults.values {
      checkServer(defaults.server)
      checkEnvelope(defaults.response.envelope)
      checkSchema(defaults.expect.schema)
      checkConditions(defaults.expect.jq)
      checkInvalidated(defaults.cache)
    }
    for environment in workspace.environments {
      checkSchema(environment.definition.defaults.expect.schema)
      checkConditions(environment.definition.defaults.expect.jq)
      checkEnvelope(environment.definition.defaults.response.envelope)
      checkInvalidated(environment.definition.defaults.cache)
    }
    checkEnvelope(workspace.definition.defaults.response.envelope)
    checkSchema(workspace.definition.defaults.expect.schema)
    checkConditions(workspace.definition.defaults.expect.jq)
    checkInvalidated(workspace.definition.defaults.cache)
    checkUsualEnvironment()
    for request in workspace.requests { check(request.definition) }
    for shared in workspace.definition.shared { checkCipher(shared.cipher) }
    checkTeam()
    for text in workspace.definition.vars.compactMap(\.located) { check(text, isValue: true) }
    for text in workspace.sharedTexts { check(text, isValue: false) }
    let bare = TemplateScope(workspace, environment: nil)
    for environment in workspace.environments { checkValues(of: environment, over: bare) }
    checkLogins()
    checkMocks()
    checkGroups(workspace.groups)
    diagnostics += SendChecks(workspace).diagnostics
  }

  private mutating func checkUsualEnvironment() {
    guard let usual = workspace.definition.environment, let place = usual.place,
      workspace.environment(usual.value) == nil
    else { return }
    let names = workspace.environments.map(\.name)
    diagnostics.append(
      Diagnostic(
        .unknownName, at: place, "there is no environment \(Printable.quoted(usual.value))",
        nearest: NearestName.of(usual.value, among: names)))
  }

  private mutating func check(_ request: RequestDefinition) {
    checkServer(request.server)
    checkEnvelope(request.response.envelope)
    checkSchema(request.expect.schema)
    checkConditions(request.expect.jq)
    checkInvalidated(request.cache)
    checkPath(of: request)
    checkMessages(of: request)
    // Only a warning: how a server takes what is not JSON may be just what one wants to see.
    guard case .json(let text) = request.body,
      let problem = JSONTemplateCheck.problem(in: TemplateText(text.value))
    else { return }
    guard let place = workspace.place(of: problem.range, in: text) else { return }
    diagnostics.append(Diagnostic(problem, .warning, at: place))
  }

  private mutating func checkMessages(of request: RequestDefinition) {
    let url = request.url.value
    guard !request.messages.isEmpty, url.isWholeURL, !url.namesWebSocket,
      let place = request.messages.lazy.compactMap({ $0.send?.place ?? $0.wait?.place }).first
    else { return }
    diagnostics.append(
      Diagnostic(
        .conflict, .warning, at: place, "messages belong to a WebSocket",
        hint: "write ws://, wss:// or ws+ in front of the URL"))
  }

  private mutating func checkConditions(_ filters: [Located<JQFilter>]) {
    diagnostics += filters.compactMap(Diagnostic.init(ofCondition:))
  }

  private mutating func checkEnvelope(_ envelope: Located<EnvelopeName>?) {
    guard let envelope, let place = envelope.place, !workspace.definition.knows(envelope.value) else { return }
    diagnostics.append(.unknownEnvelope(envelope.value.rawValue, at: place, in: workspace.definition))
  }

  private mutating func checkSchema(_ schema: Located<SchemaExpectation>?) {
    guard let place = schema?.place else { return }
    if case .inline(let value)? = schema?.value { noteFaults(in: value, of: "the schema", at: place) }
    guard case .file(let text)? = schema?.value else { return }
    let file = SchemaReference(text).file
    guard !FileSystem.exists(workspace.root.appendingPath(file)) else {
      if let value = SchemaFault.schema(at: text, of: workspace.root) { noteFaults(in: value, of: text, at: place) }
      return
    }
    diagnostics.append(
      Diagnostic(
        .unknownName, at: place, "there is no file \(Printable.quoted(file))",
        hint: "paths start from the workspace's folder"))
  }

  private mutating func noteFaults(in schema: JSONValue, of name: String, at place: SourcePlace) {
    for fault in SchemaKeywords.faults(in: schema) {
      diagnostics.append(
        Diagnostic(
          .wrongValue, fault.isCertain ? .error : .warning, at: place, "\(Printable.text(name)): \(fault.sentence)"))
    }
  }

  private mutating func checkGroups(_ groups: [WorkspaceGroup]) {
    let checks = GroupChecks(workspace, of: groups) { text, steps in
      check(text, isValue: false, in: scopes(with: [.steps: KnownDocument(names: steps), .input: KnownDocument()]))
    }
    diagnostics += checks.diagnostics
  }

  private func scopes(with documents: [TemplateDocument: KnownDocument]) -> [(
    environment: String?, scope: TemplateScope
  )] {
    scopes.map { environment, scope in
      var scope = scope
      scope.documents = documents
      return (environment, scope)
    }
  }

  /// How a mock speaks of requests: the documents that its replies see.
  private static let mockDocuments: [TemplateDocument: KnownDocument] = [.request: KnownDocument()]

  private mutating func checkMocks() {
    let scopes = scopes(with: Self.mockDocuments)
    for mock in workspace.mocks {
      checkServer(mock.definition.server)
      for text in mock.definition.replies.flatMap(\.texts) { check(text, isValue: false, in: scopes) }
    }
  }

  private mutating func checkInvalidated(_ cache: CacheDefinition) {
    for name in cache.invalidates?.value ?? [] where workspace.request(name.value) == nil {
      guard let place = name.place else { continue }
      let (nearest, hint) = NearestID.hint(
        name.value, among: workspace.requests.lazy.map(\.id),
        otherwise: "a request is named by its path under requests/, such as cart/read")
      diagnostics.append(
        Diagnostic(
          .unknownName, at: place, "unknown request \(Printable.quoted(name.value))", nearest: nearest,
          hint: hint))
    }
  }

  /// Those of requests with all that they inherit, and those that no request inherits.
  private mutating func checkLogins() {
    let logins = workspace.logins
    guard !logins.isEmpty else { return }
    let alone = logins.compactMap { login in login.name.place.flatMap { workspace.mistake(in: login, at: $0) } }
    let first = workspace.environments.prefix(Self.mostEnvironments)
    let environments = first.isEmpty ? [nil] : first.map(Optional.some)
    let inherited = workspace.requests.flatMap { request in
      environments.compactMap { environment in
        workspace.loginMistake(
          of: request.id, by: workspace.auth(of: request.definition, id: request.id, environment: environment),
          environment: environment)
      }
    }
    var known = Set(diagnostics)
    for mistake in alone + inherited where known.insert(mistake).inserted { diagnostics.append(mistake) }
  }

  private mutating func checkTeam() {
    guard let team = workspace.definition.team else { return }
    diagnostics += TeamChecks(of: team, in: workspace).diagnostics
    guard let address = team.postgres else { return }
    check(address, isValue: false, in: [(nil, .ofTeam(in: workspace))])
  }

  private mutating func checkCipher(_ cipher: Located<String>?) {
    let team = workspace.definition.team == nil ? [] : [CipherDefinition.team]
    let known = workspace.definition.ciphers.map(\.name.value) + CipherDefinition.builtIn + team
    guard let cipher, let place = cipher.place, !known.contains(cipher.value) else { return }
    diagnostics.append(.unknownCipher(cipher.value, at: place, known: known))
  }

  /// A value that stands nowhere is a warning: a part of the path may come out of a template.
  private mutating func checkPath(of request: RequestDefinition) {
    let url = request.url.value
    let variables = request.pathVariables
    for row in request.path where !variables.contains(row.name) && !url.contains(row.name) && !url.hasTemplateMark {
      guard let place = row.place else { continue }
      let nearest = NearestName.of(row.name, among: variables)
      diagnostics.append(
        Diagnostic(
          .unknownName, .warning, at: place, "the path has no \(Printable.quoted(row.name))", nearest: nearest))
    }
  }

  private mutating func checkServer(_ server: Located<String>?) {
    guard let server, let place = server.place, !serverNames.contains(server.value) else { return }
    diagnostics.append(.unknownServer(server.value, at: place, known: servers))
  }

  /// A name that no environment knows is a mistake; one that only some do not know may be intended. A mistake in a
  /// value is reported at the value, not at every text that uses it.
  private mutating func check(_ text: Located<String>, isValue: Bool) {
    check(text, isValue: isValue, in: scopes)
  }

  private mutating func check(
    _ text: Located<String>, isValue: Bool, in scopes: [(environment: String?, scope: TemplateScope)]
  ) {
    guard text.value.hasTemplateMark else { return }
    let parsed = TemplateText(text.value)
    let problems = scopes.map { environment, scope in
      (environment, scope.analysis(of: parsed).problems.filter { isValue || !$0.isInValue })
    }
    guard let first = problems.first(where: { !$0.1.isEmpty }) else { return }
    let isEverywhere = problems.allSatisfy { !$0.1.isEmpty }
    for problem in first.1 {
      note(problem, in: text, environment: isEverywhere ? nil : first.0)
    }
  }

  /// An environment's own values are only looked at with itself active.
  private mutating func checkValues(of environment: WorkspaceEnvironment, over bare: TemplateScope) {
    guard environment.definition.vars.contains(where: { $0.located?.value.hasTemplateMark == true }) else { return }
    let scope = bare.adding(environment.definition.vars)
    for variable in environment.definition.vars {
      guard let text = variable.located else { continue }
      for problem in scope.analysis(of: text.value).problems { note(problem, in: text, environment: nil) }
    }
  }

  private mutating func note(_ problem: TemplateProblem, in text: Located<String>, environment: String?) {
    guard let place = workspace.place(of: problem.range, in: text) else { return }
    guard let environment else { return diagnostics.append(Diagnostic(problem, at: place)) }
    let message = "\(problem.message) with the environment \(environment)"
    diagnostics.append(
      Diagnostic(problem.code, .warning, at: place, message, nearest: problem.nearest, hint: problem.hint))
  }
}

extension Diagnostic {
  /// About a filter that is to hold and gives something else than true or false; nil where its text does not tell.
  init?(ofCondition filter: Located<JQFilter>) {
    guard let place = filter.place, let given = filter.value.givenInsteadOfCondition else { return nil }
    self.init(
      .wrongValue, .warning, at: place, "the filter gives \(given), so it always holds",
      hint: "compare it with something, as in `.items | length > 0`")
  }
}
