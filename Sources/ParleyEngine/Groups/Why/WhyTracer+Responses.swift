import HTTPTypes

// Responses: where they came from, and what was sent for them.
extension WhyTracer {
  /// The places of a request that say what is meant.
  static let address = ["url", "path ", "query "]
  static let bodies = ["body", "form ", "graphql ", "part "]
  static let credentials = ["auth", "header authorization", "header cookie", "header x-api-key"]

  /// A part of the body of a step's response.
  func response(_ path: ValuePath, of record: NodeRecord, saying sentence: String? = nil) async -> WhyLink {
    let causes = await causesOfResponse(path, of: record)
    let value = await body(of: record).flatMap { try? path.resolve(in: $0) }.map { self.shown($0) }
    let place = "\(path == .root ? "the body" : "\(path)") in the response of \(name(of: record))"
    return WhyLink(
      sentence ?? "\(place)\(value.map { " is \($0)" } ?? " is not there")",
      evidence: sentence == nil ? await line(of: record) : place,
      target: .step(record.path, .response, path), end: causes.end, causes: causes.links)
  }

  /// The whole body, as far as it is the value that steps get.
  private func body(of record: NodeRecord) async -> JSONValue? {
    guard let output = await output(of: record), let root = recording.step(at: record.path)?.root else {
      return await output(of: record)
    }
    return root.segments.reversed().reduce(output) { value, segment in
      if case .key(let name) = segment { .object(JSONObject([(name, value)])) } else { value }
    }
  }

  /// `GET http://api.test/latest  200`
  func line(of record: NodeRecord) async -> String? {
    guard let exchange = await exchange(of: record) else { return record.status.map { "status \($0)" } }
    let url = exchange.response?.url ?? exchange.request.url
    return "\(exchange.request.method) \(Self.bare(url))  \(record.status.map(String.init) ?? "")"
  }

  func causesOfResponse(_ path: ValuePath, of record: NodeRecord) async -> Causes {
    let exchange = await exchange(of: record)
    if let link = await instead(of: record, exchange) { return Causes(links: [link]) }
    var links = [await confirmed(record, exchange)].compactMap(\.self)
    links += redirects(of: record, exchange) + [repeated(record, exchange)].compactMap(\.self)
    links += await repeatedWrites(before: record, exchange) + races(of: record)
    let sources = await self.requestSources(of: record, Self.address + Self.bodies, hidingServer: true)
    let headers = links.count + sources.count < Self.most ? await otherHeaders(of: record, exchange, at: path) : []
    links += sources
    // A template may be to blame, and so may be the text beside it.
    if !(sources + headers).isEmpty { links += await writtenParts(of: record, besideTemplates: true) }
    links += headers
    return Causes(links: Array(links.prefix(Self.most + 1)), end: .response)
  }

  /// Headers that carry no credentials. Those that choose among representations count only where the response says so, or is made of them.
  private func otherHeaders(of record: NodeRecord, _ exchange: Exchange?, at path: ValuePath) async -> [WhyLink] {
    let sources = record.sources.filter { source in
      let place = source.place.lowercased()
      return place.hasPrefix(Self.header) && !Self.credentials.contains(where: place.hasPrefix)
    }
    guard !sources.isEmpty else { return [] }
    let value = await body(of: record).flatMap { try? path.resolve(in: $0) }
    let names = sources.filter { source in
      let name = String(source.place.lowercased().dropFirst(Self.header.count))
      let isMade = source.value.map { value == .string($0) } == true
      return !Self.negotiation.contains(name) || isMade || exchange?.response?.varies(by: name) == true
    }.map { $0.place.lowercased() }
    return names.isEmpty ? [] : await requestSources(of: record, names)
  }

  private static let header = "header "
  private static let negotiation: Set = [
    "accept", "accept-charset", "accept-encoding", "accept-language", "user-agent",
  ]

  /// Anything that gave the response in place of the server.
  func instead(of record: NodeRecord, _ exchange: Exchange?) async -> WhyLink? {
    if let edit = record.made.edits.last(where: { $0.part == .request }) { return byHand(edit, record) }
    if isConfirmed(record, exchange) { return nil }
    let cached = exchange?.response?.cached
    let summary = record.made.cached?.summary ?? cached?.summary
    if let exchange, let served = await facts.servedFromCache(exchange.id) {
      return await cacheHit(of: record, exchange, isEdited: served == .edited, summary)
    }
    if record.isUnsent || cached?.source == .kept || cached?.source == .refused {
      return await cacheHit(of: record, exchange, isEdited: record.made.isEdited || cached?.isByHand == true, summary)
    }
    let target = WhyLink.Target.step(record.path, .response, nil)
    if record.made.isMock || exchange?.response?.isMock == true {
      return WhyLink("a mock replied to \(name(of: record)), not a server", target: target, end: .file)
    }
    if let transfer = record.made.sharedTransfers.last {
      return WhyLink(
        "\(name(of: record)) \(transfer.summary)", target: transfer.step.map { .step($0, .response, nil) },
        end: .response)
    }
    return nil
  }

  private func cacheHit(
    of record: NodeRecord, _ exchange: Exchange?, isEdited: Bool, _ summary: String?
  ) async -> WhyLink {
    let target = WhyLink.Target.step(record.path, .response, nil)
    if isEdited {
      return WhyLink(
        "the response of \(name(of: record)) was edited in the cache", evidence: summary, target: target, end: .person
      ).meaning(.change)
    }
    if record.made.cached?.source == "refused" || exchange?.response?.cached?.source == .refused {
      return WhyLink(
        "\(name(of: record)) was not sent: only the cache was to be used, and it had nothing", evidence: summary,
        target: target, end: .earlier)
    }
    let giver = await giver(ofEntry: exchange, before: record)
    let since = await writes(before: record, exchange).filter { write in
      giver.map { write.record.lastMoment >= $0.lastMoment } ?? true
    }
    // An older recording does not say whether the server was asked.
    let isUnsent = record.isUnsent || exchange?.response?.cached?.source == .kept
    let words =
      isUnsent
      ? "\(name(of: record)) was served from the cache, not sent"
      : "the response of \(name(of: record)) came from the cache"
    return WhyLink(
      "\(words): stored \(await storedWords(by: giver, for: record))", evidence: summary, target: target,
      end: giver == nil ? .earlier : .response,
      causes: since.suffix(Self.most).map { write in
        WhyLink(
          "\(name(of: write.record)) (\(write.method)) was sent to the same server after that",
          evidence: "the entry may not show its change", target: .step(write.record.path, .request, nil), end: .response
        ).meaning(.doubt)
      })
  }

  /// `by 1 price, 4 ms before`
  private func storedWords(by giver: NodeRecord?, for record: NodeRecord) async -> String {
    if let giver {
      return "by \(name(of: giver)), \(giver.lastMoment.duration(to: record.startedAt).inRoundWords) before"
    }
    guard let entry = record.made.cached?.exchange, let earlier = await facts.earlier(entry) else {
      let age = record.made.cached?.age.map { ", \($0.inRoundWords) before" }
      return "before this run\(age ?? "")"
    }
    let run = earlier.run.map { " in run \($0)" } ?? ""
    let age = earlier.at.duration(to: record.startedAt).inRoundWords
    return "by \(earlier.name ?? "an earlier request")\(run), \(age) before"
  }

  /// Whether the request was sent, and the server said that what the cache has still holds.
  private func isConfirmed(_ record: NodeRecord, _ exchange: Exchange?) -> Bool {
    if let use = record.made.cached { return use.isRevalidated }
    return exchange?.response?.cached.map { $0.source == .notModified || $0.source == .sameTag } ?? false
  }

  /// That the server confirmed what the cache had: the body is the older one.
  func confirmed(_ record: NodeRecord, _ exchange: Exchange?) async -> WhyLink? {
    guard isConfirmed(record, exchange) else { return nil }
    let giver = await giver(ofEntry: exchange, before: record)
    return WhyLink(
      "\(name(of: record)) was sent, and the server confirmed the response in the cache: stored \(await storedWords(by: giver, for: record))",
      evidence: record.made.cached?.summary ?? exchange?.response?.cached?.summary,
      target: .step(record.path, .response, nil), end: .response)
  }

  /// The step of the run that brought the entry; where nobody recorded that, the last before that sent the same request.
  private func giver(ofEntry exchange: Exchange?, before record: NodeRecord) async -> NodeRecord? {
    if let entry = record.made.cached?.exchange {
      return recording.nodes.first { node in
        node.path != record.path && !node.isUnsent && node.attempts.contains { $0.exchange == entry }
      }
    }
    let request = recording.step(at: record.path)?.request
    let before = recording.nodes.filter { node in
      node.kind == .request && node.path != record.path && node.lastMoment <= record.startedAt
        && recording.step(at: node.path)?.request == request
    }
    for node in before.sorted(by: { $0.lastMoment > $1.lastMoment }).prefix(Self.mostWrites) {
      guard let id = node.exchange, await facts.servedFromCache(id) == nil, let sent = await self.exchange(id) else {
        continue
      }
      if sent.request.url == exchange?.request.url { return node }
    }
    return nil
  }
}

// Requests that changed the server before.
extension WhyTracer {
  private struct Write {
    let record: NodeRecord
    let method: String
    let exchange: Exchange?
  }

  /// More are not looked at.
  private static let mostWrites = 50

  private func address(of record: NodeRecord, _ exchange: Exchange?) -> String? {
    exchange?.request.url ?? record.made.sends.first?.url
  }

  private func writes(before record: NodeRecord, _ exchange: Exchange?) async -> [Write] {
    guard let origin = address(of: record, exchange).map(Self.origin) else { return [] }
    let end = record.attempts.last?.endedAt ?? record.startedAt
    let candidates = recording.nodes.filter { node in
      guard node.kind == .request, node.path != record.path, !node.attempts.isEmpty, !node.isUnsent else {
        return false
      }
      return node.startedAt < end && !Self.safeMethods.contains(recording.step(at: node.path)?.method ?? "POST")
    }
    var writes: [Write] = []
    for node in candidates.suffix(Self.mostWrites) {
      let sent = await self.exchange(of: node)
      guard let method = method(of: node, sent), !Self.safeMethods.contains(method),
        address(of: node, sent).map(Self.origin) == origin
      else { continue }
      writes.append(Write(record: node, method: method, exchange: sent))
    }
    return writes
  }

  /// Requests that were sent again after a failure, or while this one was in flight: facts that the server's state may come from.
  private func repeatedWrites(before record: NodeRecord, _ exchange: Exchange?) async -> [WhyLink] {
    await writes(before: record, exchange).compactMap { write in
      if let link = repeated(write.record, write.exchange, before: record) { return link }
      let isTold = record.made.overlaps.contains { $0.step == write.record.path }
      guard !isTold, write.record.overlaps(record), isNew("\(write.record.path) beside \(record.path)") else {
        return nil
      }
      return WhyLink(
        "\(name(of: write.record)) (\(write.method)) was in flight at the same time as \(name(of: record))",
        evidence: "a race", target: .step(write.record.path, .attempts, nil), end: .clock
      ).meaning(.doubt)
    }
  }

  private static func origin(of url: String) -> Substring {
    let pieces = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard pieces.count > 2 else { return url[...] }
    let end = pieces[2].firstIndex { $0 == "?" || $0 == "#" } ?? pieces[2].endIndex
    return url[..<end]
  }
}

extension Response {
  /// Whether the server says that another value of a header of the request would have given another response.
  fileprivate func varies(by name: String) -> Bool {
    headers.varyingNames?.contains { $0.canonicalName == name } ?? true
  }
}
