internal import HTTPTypes
package import ParleyEngine
internal import ParleyStore
internal import ParleyText

/// What becomes a step of a chain.
package enum ChainSource: Hashable, Sendable {
  /// A request by its id, with the exchange in which it was sent last.
  case request(String)
  case exchange(ExchangeID)
}

/// Why something that happened cannot become a step.
package enum ChainRefusal: Hashable, Sendable {
  case noRequest
  /// The request has no file.
  case scratch
  /// The file of the request is gone, or has another name.
  case unknownRequest(String)
  /// The history has it no more.
  case goneExchange

  /// One sentence.
  package var sentence: String {
    switch self {
    case .noRequest: "An exchange that was sent by no request of this workspace cannot be a step."
    case .scratch:
      "The scratch request has no file that a step could call. Save it with Ctrl-S, send it, and mark that."
    case .unknownRequest(let id): "There is no request \(Printable.quoted(id)) any more that a step could call."
    case .goneExchange: "An exchange is no longer in the history."
    }
  }
}

extension Session {
  /// What happened as the steps of a group, and what could not become one.
  /// - Parameter isSorted: in the order given; else in the order in which they were sent, what was never sent last.
  package func chain(
    of sources: [ChainSource], isSorted: Bool
  ) async throws -> (chain: Chain, sources: [ChainSource], refusals: [ChainRefusal]) {
    var steps: [(source: ChainSource, step: ChainStep)] = []
    var refusals: [ChainRefusal] = []
    var seen: Set<ExchangeID> = []
    for source in sources {
      do throws(ChainProblem) {
        let step = try await step(of: source)
        if let id = step.happened?.id, !seen.insert(id).inserted { continue }
        steps.append((source, step))
      } catch {
        switch error {
        case .refused(let refusal): if !refusals.contains(refusal) { refusals.append(refusal) }
        case .store(let error): throw error
        }
      }
    }
    if !isSorted {
      let sent = steps.filter { $0.step.happened?.startedAt != nil }
      let order = sent.sorted { left, right in
        guard let left = left.step.happened?.startedAt, let right = right.step.happened?.startedAt else { return false }
        return left < right
      }
      steps = order + steps.filter { $0.step.happened?.startedAt == nil }
    }
    return (Chain(steps.map(\.step)), steps.map(\.source), refusals)
  }

  private enum ChainProblem: Error {
    case refused(ChainRefusal)
    case store(any Error)
  }

  private func step(of source: ChainSource) async throws(ChainProblem) -> ChainStep {
    let kept: KeptExchange?
    do {
      switch source {
      case .exchange(let id): kept = try await store.history.exchange(id)
      case .request(let id):
        let last = try await store.history.recent(1, name: id).first?.id
        if let last { kept = try await store.history.exchange(last) } else { kept = nil }
      }
    } catch {
      throw .store(error)
    }
    let name: String?
    switch source {
    case .request(let id): name = id
    case .exchange:
      guard let kept else { throw .refused(.goneExchange) }
      name = kept.exchange.name
    }
    guard let name else { throw .refused(.noRequest) }
    guard !name.isEmpty else { throw .refused(.scratch) }
    guard let request = workspace.request(name) else { throw .refused(.unknownRequest(name)) }
    let effective = workspace.effective(request.definition, id: name, environment: environment)
    return ChainStep(effective, kept.map { happened($0) })
  }

  /// A larger body than this was hardly looked through by anybody.
  private static let longestBody = 16 << 20

  private func happened(_ kept: KeptExchange) -> ChainStep.Happened {
    let exchange = kept.exchange
    var sent = exchange.request
    if let body = kept.requestBody, body.count > sent.body?.count ?? 0 { sent.body = Self.bytes(of: body) }
    var secrets = exchange.secrets
    secrets.formUnion(client.events.secrets.all)
    var happened = ChainStep.Happened(
      sent, response: exchange.response.map { Self.bytes(of: $0.body) } ?? [], secrets: secrets)
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
    let mistakes = workspace.replacing(group: id, by: text).mistakes(inGroup: id).filter { $0.severity == .error }
    guard mistakes.isEmpty else { throw RenderError.mistakes(mistakes) }
    _ = try GroupFile.create(text.source.bytes, id: id, in: workspace.root)
  }
}
