// Responses: where they came from, and what was sent for them.
extension WhyTracer {
  /// The places of a request that say what is meant.
  static let address = ["url", "path ", "query "]
  private static let credentials = ["auth", "header authorization", "header cookie", "header x-api-key"]

  /// A part of the body of a step's response.
  func response(_ path: ValuePath, of record: NodeRecord, saying sentence: String? = nil) async -> WhyLink {
    let causes = await causesOfResponse(path, of: record)
    let value = await body(of: record).flatMap { try? path.resolve(in: $0) }.map(Self.shown)
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
  private func line(of record: NodeRecord) async -> String? {
    guard let exchange = await exchange(of: record) else { return record.status.map { "status \($0)" } }
    let url = exchange.response?.url ?? exchange.request.url
    return "\(exchange.request.method) \(Self.bare(url))  \(record.status.map(String.init) ?? "")"
  }

  /// Without a query, which may hold anything.
  private static func bare(_ url: String) -> String { String(url.prefix { $0 != "?" && $0 != "#" }) }

  func causesOfResponse(_ path: ValuePath, of record: NodeRecord) async -> Causes {
    let exchange = await exchange(of: record)
    if let link = await instead(of: record, exchange) { return Causes(links: [link]) }
    var links = await redirects(of: record, exchange) + repeatedWrites(before: record, exchange)
    links += await self.requestSources(of: record, Self.address + ["body", "form ", "graphql "])
    return Causes(links: Array(links.prefix(Self.most + 1)), end: .response)
  }

  /// Anything that gave the response in place of the server.
  private func instead(of record: NodeRecord, _ exchange: Exchange?) async -> WhyLink? {
    if let edit = record.made.edits.last(where: { $0.part == .request }) { return byHand(edit, record) }
    guard let response = exchange?.response else { return nil }
    let cached = response.cached
    if let exchange, let served = await facts.servedFromCache(exchange.id) {
      return await cacheHit(of: record, exchange, isEdited: served == .edited, cached?.summary)
    }
    if let exchange, let cached, cached.source == .kept || cached.source == .refused {
      return await cacheHit(of: record, exchange, isEdited: cached.isByHand, cached.summary)
    }
    if response.isMock {
      let target = WhyLink.Target.step(record.path, .response, nil)
      return WhyLink("a mock replied to \(name(of: record)), no server", target: target, end: .file)
    }
    if let transfer = record.made.sharedTransfers.last {
      return WhyLink(
        "\(name(of: record)) \(transfer.summary)", target: transfer.step.map { .step($0, .response, nil) },
        end: .response)
    }
    return nil
  }

  private func cacheHit(
    of record: NodeRecord, _ exchange: Exchange, isEdited: Bool, _ summary: String?
  ) async -> WhyLink {
    let target = WhyLink.Target.step(record.path, .response, nil)
    if isEdited {
      return WhyLink(
        "the response of \(name(of: record)) was edited in the cache", evidence: summary, target: target, end: .person)
    }
    guard let giver = await giver(ofEntry: exchange, before: record) else {
      return WhyLink(
        "\(name(of: record)) was served from the cache, not sent: stored before this run", evidence: summary,
        target: target, end: .earlier)
    }
    let age = giver.lastMoment.duration(to: record.startedAt).inRoundWords
    let since = await writes(before: record, exchange).filter { $0.record.lastMoment >= giver.lastMoment }
    return WhyLink(
      "\(name(of: record)) was served from the cache, not sent: stored by \(name(of: giver)), \(age) before",
      evidence: summary, target: target, end: .response,
      causes: since.suffix(Self.most).map { write in
        WhyLink(
          "\(name(of: write.record)) (\(write.method)) was sent to the same server after that",
          evidence: "the entry may not show its change", target: .step(write.record.path, .request, nil), end: .response
        )
      })
  }

  /// The last step of the run before one that sent the same request.
  private func giver(ofEntry exchange: Exchange, before record: NodeRecord) async -> NodeRecord? {
    let request = recording.step(at: record.path)?.request
    let before = recording.nodes.filter { node in
      node.kind == .request && node.path != record.path && node.lastMoment <= record.startedAt
        && recording.step(at: node.path)?.request == request
    }
    for node in before.sorted(by: { $0.lastMoment > $1.lastMoment }).prefix(Self.mostWrites) {
      guard let id = node.exchange, await facts.servedFromCache(id) == nil, let sent = await self.exchange(id) else {
        continue
      }
      if sent.request.url == exchange.request.url { return node }
    }
    return nil
  }

  private func redirects(of record: NodeRecord, _ exchange: Exchange?) -> [WhyLink] {
    (exchange?.response?.hops ?? []).compactMap { hop in
      guard !hop.droppedHeaders.isEmpty else { return nil }
      let names = hop.droppedHeaders.joined(separator: ", ")
      return WhyLink(
        "the redirect to \(Self.bare(hop.location)) did not carry \(names): it leads to another origin",
        evidence: "\(hop.status) from \(Self.bare(hop.url))", target: .step(record.path, .response, nil), end: .response
      )
    }
  }
}

// Requests that changed the server before.
extension WhyTracer {
  private struct Write {
    let record: NodeRecord
    let method: String
    let exchange: Exchange
    var sends: Int { max(1, record.attempts.count { $0.state != .skipped }) + exchange.failedAttempts.count }
  }

  private static let safe: Set<String> = ["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"]
  /// More are not looked at.
  private static let mostWrites = 50

  private func writes(before record: NodeRecord, _ exchange: Exchange?) async -> [Write] {
    guard let origin = exchange.map({ Self.origin(of: $0.request.url) }) else { return [] }
    let end = record.attempts.last?.endedAt ?? record.startedAt
    let candidates = recording.nodes.filter { node in
      guard node.kind == .request, node.path != record.path, !node.attempts.isEmpty else { return false }
      return node.startedAt < end && !Self.safe.contains(recording.step(at: node.path)?.method ?? "POST")
    }
    var writes: [Write] = []
    for node in candidates.suffix(Self.mostWrites) {
      guard let sent = await self.exchange(of: node), !Self.safe.contains(sent.request.method),
        Self.origin(of: sent.request.url) == origin
      else { continue }
      writes.append(Write(record: node, method: sent.request.method, exchange: sent))
    }
    return writes
  }

  /// Requests that were sent again after a failure, or while this one was in flight: facts that the server's state may come from.
  private func repeatedWrites(before record: NodeRecord, _ exchange: Exchange?) async -> [WhyLink] {
    guard exchange?.request.method == "GET" else { return [] }
    return await writes(before: record, exchange).compactMap { write in
      if write.sends > 1 {
        let first = write.exchange.failedAttempts.first
        let failed = first.map { "attempt 1: \($0.status.map(String.init) ?? $0.code)" } ?? "see its attempts"
        return WhyLink(
          "\(name(of: write.record)) (\(write.method)) was sent \(write.sends) times before it, by a retry",
          evidence: failed, target: .step(write.record.path, .attempts, nil), end: .response)
      }
      guard write.record.overlaps(record) else { return nil }
      return WhyLink(
        "\(name(of: write.record)) (\(write.method)) was in flight at the same time", evidence: "a race",
        target: .step(write.record.path, .attempts, nil), end: .clock)
    }
  }

  private static func origin(of url: String) -> Substring {
    let pieces = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard pieces.count > 2 else { return url[...] }
    let end = pieces[2].firstIndex { $0 == "?" || $0 == "#" } ?? pieces[2].endIndex
    return url[..<end]
  }
}

// Statuses, and what was sent.
extension WhyTracer {
  func status(of record: NodeRecord) async -> WhyLink {
    guard let status = record.status else { return await outcome(of: record) }
    let causes = await causesOfStatus(of: record)
    return WhyLink(
      "the status of \(name(of: record)) is \(status)", evidence: await line(of: record),
      target: .step(record.path, .response, nil), end: causes.end, causes: causes.links)
  }

  func causesOfStatus(of record: NodeRecord) async -> Causes {
    let exchange = await exchange(of: record)
    if let link = await instead(of: record, exchange) { return Causes(links: [link]) }
    let isRefusal = record.status == 401 || record.status == 403
    let redirects = redirects(of: record, exchange)
    if isRefusal, !redirects.isEmpty { return Causes(links: redirects) }
    let first = isRefusal ? Self.credentials : Self.address + ["body", "form ", "graphql "]
    var sources = await requestSources(of: record, first)
    if sources.isEmpty { sources = await requestSources(of: record, nil) }
    return Causes(links: redirects + sources, end: .response)
  }

  /// A part of what a step sent.
  func request(_ place: String, of record: NodeRecord) async -> WhyLink {
    let links = await requestSources(of: record, [place.lowercased()])
    if links.count == 1 { return links[0] }
    return WhyLink(
      "\(place) of \(name(of: record))", evidence: links.isEmpty ? "it is written in the request's file" : nil,
      target: .step(record.path, .request, nil), end: .file, causes: links)
  }

  /// The values that a request was sent with, from elsewhere than its file.
  /// - Parameter places: the beginnings of their names; nil for all.
  func requestSources(of record: NodeRecord, _ places: [String]?) async -> [WhyLink] {
    guard record.kind == .request else { return [] }
    if let edit = record.made.edits.last(where: { $0.part == .request }) { return [byHand(edit, record)] }
    let sources = record.sources.filter { source in
      guard source.outputPath == nil, source.elementPath == nil else { return false }
      return places?.contains { source.place.lowercased().hasPrefix($0) } ?? true
    }
    return await links(sources.prefix(Self.most)) { source in
      let causes = await self.causes(of: source.origin, in: record)
      // What was followed already is said elsewhere.
      if causes.links.isEmpty, causes.end == .unknown { return nil }
      return WhyLink(
        "\(self.name(of: record)) was sent with \(source.place)",
        evidence: self.recording.shortWords(source.origin, record), target: .step(record.path, .request, nil),
        end: causes.end, causes: causes.links)
    }
  }
}

extension RunRecording {
  /// The nearest source in a few words: `3 login .id`, `shared token`.
  fileprivate func shortWords(_ origin: NodeSource.Origin, _ record: NodeRecord) -> String? {
    switch origin {
    case .step(let step, let path): "← \(step) \(self[step]?.name ?? "")\(path == .root ? "" : " \(path)")"
    case .shared(let key): "← shared \(key)"
    case .other(let words): "← \(words)"
    case .places, .computed, .made: nil
    }
  }
}
