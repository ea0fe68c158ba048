internal import HTTPTypes
internal import ParleyEngine
package import ParleyFiles
package import ParleyFormats
package import ParleyModel
internal import ParleyStore
internal import ParleyText

/// The reason why an event cannot become a step.
package enum ChainRefusal: Hashable, Sendable {
  /// The scratch request was never sent, or there is no workspace in which it could have a file.
  case scratch
  /// The file of the request is gone, or has another name, and it was never sent.
  case unknownRequest(String)
  /// The history has it no more.
  case goneExchange

  /// One sentence.
  package var sentence: String {
    switch self {
    case .scratch: "The scratch request cannot be a step: send it first, in a workspace."
    case .unknownRequest(let id): "There is no request \(Printable.quoted(id)) any more that a step could call."
    case .goneExchange: "An exchange is no longer in the history."
    }
  }
}

extension WorkspaceGroups {
  /// Returns the sources as the steps of a group, and the reasons for those that cannot become one. An exchange that no
  /// request of the workspace sent gets a request.
  /// - Parameters:
  ///   - isSorted: whether the steps are in the order given; otherwise they are in the order in which they were sent, and
  ///     those never sent come last.
  ///   - makesRequests: whether requests may be made.
  package func chain(
    of sources: [ChainItem], isSorted: Bool, makesRequests: Bool = true
  ) async throws -> (chain: Chain, sources: [ChainItem], refusals: [ChainRefusal]) {
    var found: [(source: ChainItem, step: FoundStep)] = []
    var refusals: [ChainRefusal] = []
    var seen: Set<ExchangeID> = []
    for source in sources {
      do throws(ChainProblem) {
        let step = try await step(of: source, makesRequests: makesRequests)
        if let id = step.happened?.id, !seen.insert(id).inserted { continue }
        found.append((source, step))
      } catch {
        switch error {
        case .refused(let refusal): if !refusals.contains(refusal) { refusals.append(refusal) }
        case .store(let error): throw error
        }
      }
    }
    if !isSorted {
      let sent = found.filter { $0.step.happened?.startedAt != nil }
      let order = sent.sorted { left, right in
        guard let left = left.step.happened?.startedAt, let right = right.step.happened?.startedAt else { return false }
        return left < right
      }
      found = order + found.filter { $0.step.happened?.startedAt == nil }
    }
    var making = RequestMaking(session.workspace, session.environment, on: await serverBases())
    return (Chain(found.map { making.step($0.step) }), found.map(\.source), refusals)
  }

  /// The servers whose URLs are known without asking anybody.
  private func serverBases() async -> [SentDefinition.Base] {
    var renderer = session.sending.textRenderer(given: [:], documents: [:], prompter: NoPrompter())
    var bases: [SentDefinition.Base] = []
    for (index, server) in session.workspace.definition.servers.enumerated() {
      guard let url = try? await renderer.render(server.url.value).text, !url.isEmpty else { continue }
      let base = String(url.reversed().drop { $0 == "/" }.reversed())
      bases.append(SentDefinition.Base(name: server.name.value, url: base, isDefault: index == 0))
    }
    return bases
  }

  private enum ChainProblem: Error {
    case refused(ChainRefusal)
    case store(any Error)
  }

  private func step(of source: ChainItem, makesRequests: Bool) async throws(ChainProblem) -> FoundStep {
    let kept: KeptExchange?
    do {
      switch source {
      case .exchange(let id): kept = try await session.store.history.exchange(id)
      case .request(let id):
        let last = try await session.store.history.recent(1, name: id.rawValue).first?.id
        if let last { kept = try await session.store.history.exchange(last) } else { kept = nil }
      }
    } catch {
      throw .store(error)
    }
    let name: String?
    switch source {
    case .request(let id): name = id.rawValue
    case .exchange:
      guard let kept else { throw .refused(.goneExchange) }
      name = kept.exchange.name
    }
    if let name, let request = session.workspace.request(name) {
      let effective = session.workspace.effective(request.definition, id: name, environment: session.environment)
      return .request(effective, kept.map { happened($0) })
    }
    guard makesRequests, let kept else {
      throw .refused(name.map { $0.isEmpty ? .scratch : .unknownRequest($0) } ?? .scratch)
    }
    return .sent(happened(kept), name: name ?? "")
  }

  /// A larger body than this was hardly looked through by anybody.
  private static let longestBody = 16 << 20

  private func happened(_ kept: KeptExchange) -> ChainStep.Happened {
    let exchange = kept.exchange
    var sent = exchange.request
    if let body = kept.requestBody, body.count > sent.body?.count ?? 0 { sent.body = Self.bytes(of: body) }
    var secrets = exchange.secrets
    secrets.formUnion(session.client.events.secrets.all)
    var happened = ChainStep.Happened(
      sent, response: exchange.response.map { Self.bytes(of: $0.textBody) } ?? [],
      responseHeaders: exchange.response?.headers ?? [:], secrets: secrets)
    (happened.id, happened.startedAt, happened.status) = (
      exchange.id, exchange.startedAt, exchange.response?.status.code
    )
    return happened
  }

  private static func bytes(of body: any ByteSource) -> [UInt8] {
    guard body.count <= longestBody else { return [] }
    return (try? body.read(at: 0, count: body.count)) ?? []
  }

  /// Writes a group that has no file yet.
  /// - Throws: `RenderError.mistakes` when it would have any; then nothing is written.
  package func create(_ text: GroupText, asGroup id: String) throws {
    try checkMistakes(in: text, asGroup: id, in: session.workspace)
    _ = try GroupFile.create(text.source.bytes, id: id, in: session.workspace.root)
  }

  /// Writes a group with the requests that are made for it, all of them or none. Secrets in them are kept on this
  /// machine.
  package func create(_ text: GroupText, asGroup id: String, with requests: [ChainStep]) async throws {
    for step in requests { try await session.answers.keep(step.created?.secrets ?? []) }
    let made = requests.map { ($0.request.id, $0.request.definition) }
    try checkMistakes(in: text, asGroup: id, in: session.workspace.adding(made))
    try WorkspaceFileName.check(id, isRequest: false)
    let group = FilesChange.Item(file: WorkspacePaths.file(ofGroup: id), before: nil, after: text.source.bytes)
    let files = try made.map { id, definition in
      try WorkspaceFileName.check(id)
      return FilesChange.Item(
        file: WorkspacePaths.file(ofRequest: id), before: nil, after: try RequestFile.text(of: definition))
    }
    try FilesChange(files + [group]).make(in: session.workspace.root)
    try await session.reload()
  }

  private func checkMistakes(in text: GroupText, asGroup id: String, in workspace: Workspace) throws {
    let mistakes = workspace.replacing(group: id, by: text).mistakes(inGroup: id).filter { $0.severity == .error }
    guard mistakes.isEmpty else { throw RenderError.mistakes(mistakes) }
  }
}

/// A source of a step, found, before requests are made.
indirect enum FoundStep {
  case request(EffectiveRequest, ChainStep.Happened?)
  /// By the scratch request, whose name is empty, or by one whose file is gone.
  case sent(ChainStep.Happened, name: String)

  var happened: ChainStep.Happened? {
    switch self {
    case .request(_, let happened): happened
    case .sent(let happened, _): happened
    }
  }
}

/// Makes requests for exchanges that have none. Those that say the same are one.
private struct RequestMaking {
  private let workspace: Workspace
  private let environment: WorkspaceEnvironment?
  private let bases: [SentDefinition.Base]
  private var names: ImportNames
  private var made: [EffectiveRequest] = []

  init(_ workspace: Workspace, _ environment: WorkspaceEnvironment?, on bases: [SentDefinition.Base]) {
    (self.workspace, self.environment, self.bases) = (workspace, environment, bases)
    names = ImportNames(taken: workspace.requests.map(\.id))
  }

  mutating func step(_ found: FoundStep) -> ChainStep {
    switch found {
    case .request(let request, let happened): ChainStep(request, happened)
    case .sent(let happened, let name): step(happened, name)
    }
  }

  private mutating func step(_ happened: ChainStep.Happened, _ name: String) -> ChainStep {
    let proposed = name.isEmpty ? ImportNames.request(at: happened.sent.url, method: happened.sent.method) : name
    let sent = SentDefinition(
      happened, on: bases, inheriting: workspace.effective(RequestDefinition(), id: proposed, environment: environment))
    let created = ChainStep.Created(secrets: sent.found, notes: sent.notes)
    if let same = made.first(where: { $0.definition == sent.definition }) {
      return ChainStep(same, happened, created: created)
    }
    let request = workspace.effective(sent.definition, id: names.free(proposed), environment: environment)
    made.append(request)
    return ChainStep(request, happened, created: created)
  }
}
