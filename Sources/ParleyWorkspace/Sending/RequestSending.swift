internal import HTTPTypes
package import ParleyEngine
package import ParleyFiles
import ParleyStore
package import ParleyText

extension RenderedRequest {
  /// With its response's body in a file.
  package func saved(to path: String) -> RenderedRequest {
    var copy = self
    copy.request.destination = .file(path)
    return copy
  }
}

/// From a request of the workspace to a call that can be started.
package struct RequestSending: Sendable {
  let session: Session

  /// Fills in a request as its file has it.
  /// - Parameters:
  ///   - given: values for this send, by name; they override those of the files, and answer questions.
  ///   - prompter: asked for what is still missing.
  /// - Throws: `WorkspaceError` when there is no such request, `RenderError` when it cannot be filled in.
  package func render(
    _ id: String, given: [String: String] = [:], prompter: any Prompter = NoPrompter()
  ) async throws -> RenderedRequest {
    guard let request = session.workspace.request(id) else {
      throw WorkspaceError.unknownRequest(id, in: session.workspace)
    }
    let asked = AskedQuestions()
    var rendered = try await session.permissions.rereading {
      try await renderer(given: given, prompter: prompter, noting: asked).render(request)
    }
    rendered.askedQuestions = asked.names
    try await session.ciphers.unlockWhatIsWritten(by: rendered, asking: prompter)
    return withLogin(rendered, given: given, prompter: prompter)
  }

  /// Fills in a request as it is being edited.
  package func render(
    _ definition: RequestDefinition, id: String, given: [String: String] = [:], prompter: any Prompter = NoPrompter()
  ) async throws -> RenderedRequest {
    let asked = AskedQuestions()
    var rendered = try await session.permissions.rereading {
      try await renderer(given: given, prompter: prompter, noting: asked).render(definition, id: id)
    }
    rendered.askedQuestions = asked.names
    try await session.ciphers.unlockWhatIsWritten(by: rendered, asking: prompter)
    return withLogin(rendered, given: given, prompter: prompter)
  }

  /// Fills in a request as it would have been at an earlier moment, to be looked at. Nobody is asked.
  package func render(
    _ definition: RequestDefinition, id: String, given: [String: String] = [:], asOf then: SharedThen
  ) async throws -> RenderedRequest {
    let rendered = try await session.permissions.rereading {
      try await renderer(given: given, prompter: NoPrompter(), asOf: then, noting: AskedQuestions())
        .render(definition, id: id)
    }
    return withLogin(rendered, given: given, prompter: NoPrompter())
  }

  /// Fills in a request that reads from documents, such as what the steps of a group gave.
  /// - Parameter run: shared data as the run of a group sees it.
  package func render(
    _ definition: RequestDefinition, id: String, given: [String: String],
    documents: [TemplateDocument: ProvidedDocument], prompter: any Prompter, in run: RunSharedData?
  ) async throws -> RenderedRequest {
    let asked = AskedQuestions()
    var rendered = try await session.permissions.rereading {
      try await renderer(given: given, documents: documents, prompter: prompter, in: run, noting: asked)
        .render(definition, id: id)
    }
    rendered.askedQuestions = asked.names
    try await session.ciphers.unlockWhatIsWritten(by: rendered, asking: prompter)
    return withLogin(rendered, given: given, prompter: prompter, in: run)
  }

  /// Fills in single texts.
  /// - Parameter run: shared data as the run of a group sees it.
  func textRenderer(
    given: [String: String], documents: [TemplateDocument: ProvidedDocument], prompter: any Prompter,
    in run: RunSharedData? = nil
  ) -> TemplateRenderer {
    var scope = TemplateScope(
      session.workspace, environment: session.environment, given: session.given, answers: given,
      shared: session.knowledge.snapshot)
    for document in documents.keys { scope.documents[document] = KnownDocument() }
    return TemplateRenderer(
      workspace: session.workspace, scope: scope,
      providers: providers(documents: documents, prompter: prompter, in: run))
  }

  /// A call that has not been started yet. A WebSocket stays open when its request's messages are done.
  package func call(_ rendered: RenderedRequest, options: (inout TransferOptions) -> Void = { _ in }) -> Call {
    call(rendered, in: nil, options: options)
  }

  /// A call of a request that is sent many times: each by itself, even while the same one is in flight.
  package func separateCall(
    _ rendered: RenderedRequest, options: (inout TransferOptions) -> Void = { _ in }
  ) -> Call {
    var rendered = rendered
    rendered.request.duplicates = .sendAll
    let call = call(rendered, options: options)
    // Nobody writes messages to so many.
    call.request.webSocket?.postCloseAfterConversation()
    return call
  }

  /// - Parameters:
  ///   - run: the run of a group that captures are written to.
  ///   - seen: the input and variables of filters of a step's messages; nil outside of groups.
  func call(
    _ rendered: RenderedRequest, in run: RunSharedData?, seeing seen: JQInput? = nil,
    options: (inout TransferOptions) -> Void = { _ in }
  ) -> Call {
    var request = request(of: rendered, in: run)
    options(&request.options)
    if rendered.opensWebSocket {
      request.webSocket = channel(for: rendered.messages, seeing: seen ?? JQInput(.null), staysOpen: seen == nil)
      // Its messages have no envelope, and no document of which a part could be wanted.
      (request.mapping, request.codecKey) = (nil, nil)
      return session.client.prepare(request)
    }
    makeFolder(for: request.destination)
    switch rendered.effective.response.envelope.value {
    case .unopened: return session.client.prepare(request)
    case .standard: return standardFamily.prepare(request, as: JSONValue.self).call
    case .bare: return bareFamily.prepare(request, as: JSONValue.self).call
    case .declared(let name):
      let declared = session.workspace.definition.envelopes.first { $0.name.value == name }?.forEngine
      return session.client.prepare(declared.map(request.opened) ?? request)
    }
  }

  /// The request as it is passed to the engine.
  /// - Parameter run: the run of a group that captures are written to.
  package func request(of rendered: RenderedRequest, in run: RunSharedData? = nil) -> Request {
    var request = rendered.request
    applyTrust(to: &request.options)
    request.options.recordsHeads = true
    request.environment = rendered.environment
    request.captures(rendered.effective, into: session.shared, in: run)
    let asked = rendered.askedQuestions
    if request.destination != .automatic || !asked.isEmpty {
      request.completion = { [weak session, destination = request.destination] result in
        if case .file(let path, _) = destination { session?.sending.noteDownload(to: path, result) }
        if result.isRefused { for name in asked { session?.answers.forgetRemembered(to: name) } }
        return nil
      }
    }
    request.asyncValidator = session.checks.examination(of: rendered.effective, in: run)
    return request
  }

  /// Allows Parley to replace a file that it wrote itself. If that cannot be kept, the question is asked again some
  /// day.
  fileprivate func noteDownload(to path: String, _ result: CallResult) {
    guard result.response?.download != nil,
      let earned = FileAccess(root: session.workspace.root).trustEarned(byWriting: path)
    else { return }
    try? session.permissions.allow([earned])
  }

  /// Makes the folder of a file that a response is written to. If that fails, the writing of the file reports it.
  private func makeFolder(for destination: Destination) {
    if case .file(let path, _) = destination { try? FileSystem.makeDirectories(path.parentPath) }
  }

  private var standardFamily: StandardFamily { StandardFamily(through: session.client) }
  private var bareFamily: Family<BareEnvelope, JSONValue> { Family(through: session.client) }

  /// The names that templates know now, for showing what they stand for.
  package var scope: TemplateScope {
    var scope = TemplateScope(
      session.workspace, environment: session.environment, given: session.given, shared: session.knowledge.snapshot
    ).knowingVariables
    scope.kept = session.answers.kept
    return scope
  }

  /// The names that templates would have known, for showing what they stood for.
  package func scope(asOf then: SharedThen) -> TemplateScope {
    let entries = then.keys.compactMap { $0.entry(in: session.shared) }
    var scope = TemplateScope(
      session.workspace, environment: session.environment, given: session.given,
      shared: SharedDataSnapshot(session.workspace, asOf: then.time, entries))
    scope.kept = session.answers.kept
    return scope
  }

  /// The same with other values for this send or run.
  func scope(giving values: [String: String]) -> TemplateScope {
    var scope = TemplateScope(
      session.workspace, environment: session.environment, given: session.given, answers: values,
      shared: session.knowledge.snapshot)
    scope.kept = session.answers.kept
    return scope
  }

  private func renderer(
    given: [String: String], documents: [TemplateDocument: ProvidedDocument] = [:], prompter: any Prompter,
    in run: RunSharedData? = nil, asOf then: SharedThen? = nil, noting asked: AskedQuestions
  ) -> RequestRenderer {
    RequestRenderer(
      workspace: session.workspace, environment: session.environment, given: session.given, answers: given,
      providers: providers(documents: documents, prompter: prompter, in: run, asOf: then, noting: asked))
  }

  private func providers(
    documents: [TemplateDocument: ProvidedDocument], prompter: any Prompter, in run: RunSharedData? = nil,
    asOf then: SharedThen? = nil, noting asked: AskedQuestions? = nil
  ) -> ValueProviders {
    let environment = session.environment
    let keeping = KeepingPrompter(answers: session.answers, prompter: prompter, asked: asked)
    var providers = ValueProviders(
      directory: session.workspace.root, prompter: keeping, trust: session.permissions.grant
    ) { [history = session.store.history] id in
      await ExchangeHistory.lastResponse(of: id, in: environment?.name, from: history)
    }
    providers.keptAnswers = session.answers.kept
    providers.shared = { [self] name in
      if let then { return try await session.sharedKeys.entry(of: name, asOf: then) }
      guard let run else {
        return try session.sharedKeys.unexpired(try await session.sharedKeys.entry(of: name, by: prompter))
      }
      return try session.sharedKeys.unexpired(
        try await run.entry(name) { try await session.sharedKeys.entry(of: name, by: prompter) })
    }
    providers.documents = documents
    providers.proxies = session.proxies
    providers.known = session.secrets
    return providers
  }
}

extension CallResult {
  /// Whether the server did not accept who the request says it is.
  fileprivate var isRefused: Bool {
    if case .authorization? = error as? RequestError { return true }
    return failed && [401, 403].contains(response?.status.code)
  }
}
