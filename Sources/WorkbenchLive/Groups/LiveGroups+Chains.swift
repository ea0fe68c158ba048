import ParleyEngine
internal import ParleyFiles
internal import ParleyFormats
package import ParleyModel
import ParleyText
import ParleyWorkspace
package import WorkbenchServices

extension LiveGroups {
  package func chain(of items: [ChainItem], isSorted: Bool) async throws -> ChainOffer {
    let (chain, sources, refusals) = try await session.groups.chain(
      of: items, isSorted: isSorted, makesRequests: !isScratch)
    return ChainOffer(chain, sources, refusals.map(\.sentence))
  }

  package func makeGroup(
    _ id: String, of items: [ChainItem], taking links: Set<ChainOffer.LinkID>,
    carrying changes: Set<ChainOffer.ChangeID>
  ) async throws -> WorkspaceSnapshot {
    let session = session
    try await session.reload()
    let (chain, sources, refusals) = try await session.groups.chain(
      of: items, isSorted: true, makesRequests: !isScratch)
    guard refusals.isEmpty else { throw Problem(code: "chain.refused", refusals[0].sentence) }
    let offer = ChainOffer(chain, sources, [])
    let taken = offer.links.indices.filter { links.contains(offer.links[$0].id) }
    let carried = offer.changes.indices.filter { changes.contains(offer.changes[$0].id) }
    let text = try chain.groupText(id, taking: taken, carrying: carried)
    try await session.groups.create(text, asGroup: id, with: chain.newRequests)
    try await session.reload()
    return try await snapshot()
  }
}

extension ChainOffer {
  /// - Parameter items: the items that the steps were made of.
  fileprivate init(_ chain: Chain, _ items: [ChainItem], _ refusals: [String]) {
    let steps = zip(chain.steps, items).enumerated().map { index, step in
      let (step, item) = step
      let method = step.happened?.sent.method ?? step.request.definition.method?.value ?? "GET"
      return Step(
        item, RequestID(rawValue: step.request.id), name: chain.names[index], method: method,
        startedAt: step.happened?.startedAt, status: step.happened?.status, isNew: step.created != nil,
        notes: step.created?.notes ?? [])
    }
    self.init(
      steps: steps, links: chain.offers.map { Link($0, in: chain, items) },
      changes: chain.changes.map { Change($0, in: chain, items) }, refusals: refusals)
  }
}

extension ChainOffer.Change {
  fileprivate init(_ change: SentChange, in chain: Chain, _ items: [ChainItem]) {
    let secrets = chain.steps[change.step].happened?.secrets ?? Secrets()
    let obstacle: String? = if case .impossible(let reason) = change.state { reason } else { nil }
    self.init(
      ChainOffer.ChangeID(of: items[change.step], change.place?.words ?? change.name),
      value: change.isSecret || secrets.hide(change.text) ? Secrets.mask : change.text,
      written: change.written.map(secrets.masking), obstacle: obstacle)
  }
}

extension ChainOffer.Link {
  fileprivate init(_ offer: LinkOffer, in chain: Chain, _ items: [ChainItem]) {
    let link = offer.link
    var secrets = chain.steps[link.source].happened?.secrets ?? Secrets()
    if let more = chain.steps[link.target].happened?.secrets { secrets.formUnion(more) }
    let id = ChainOffer.LinkID(
      from: items[link.source], "\(link.given)", to: items[link.target], link.place.words)
    self.init(
      id, offer.state, source: link.source, target: link.target,
      value: offer.isCredential || secrets.hide(link.value) ? Secrets.mask : link.value, encoding: link.encodingWords,
      template: chain.template(of: link), written: offer.written.map(secrets.masking), isStrong: link.isStrong)
  }
}

extension LinkPlace {
  fileprivate var words: String {
    switch self {
    case .path(let segment): "path \(segment + 1)"
    case .query(let name, let index): "query \(name)" + Self.number(index)
    case .header(let name, let index): "header \(name)" + Self.number(index)
    case .form(let name, let index): "form \(name)" + Self.number(index)
    case .part(let name, let index): "part \(name)" + Self.number(index)
    case .json(let path, _): "body \(path)"
    case .text: "body"
    }
  }

  private static func number(_ index: Int) -> String { index == 0 ? "" : " (\(index + 1))" }
}

extension ChainLink {
  fileprivate var encodingWords: String? {
    switch encoding {
    case .plain: nil
    case .percent: "percent-encoded"
    case .base64: "Base64"
    }
  }
}
