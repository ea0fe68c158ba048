import HTTPTypes

// Responses: where they came from, and what was sent for them.
extension WhyTracer {
  /// The places of a request that say what is meant.
  static let address = ["url", "path ", "query "]
  private static let bodies = ["body", "form ", "graphql ", "part "]
  private static let credentials = ["auth", "header authorization", "header cookie", "header x-api-key"]

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
  private func line(of record: NodeRecord) async -> String? {
    guard let exchange = await exchange(of: record) else { return record.status.map { "status \($0)" } }
    let url = exchange.response?.url ?? exchange.request.url
    return "\(exchange.request.method) \(Self.bare(url))  \(record.status.map(String.init) ?? "")"
  }

  func causesOfResponse(_ path: ValuePath, of record: NodeRecord) async -> Causes {
    let exchange = await exchange(of: record)
    if let link = await instead(of: record, exchange) { return Causes(links: [link]) }
    var links = redirects(of: record, exchange) + [repeated(record, exchange)].compactMap(\.self)
    links += await repeatedWrites(before: record, exchange) + races(of: record)
    links += await self.requestSources(of: record, Self.address + Self.bodies, hidingServer: true)
    if links.count < Self.most { links += await otherHeaders(of: record) }
    return Causes(links: Array(links.prefix(Self.most + 1)), end: .response)
  }

  /// Headers that carry no credentials.
  private func otherHeaders(of record: NodeRecord) async -> [WhyLink] {
    let names = record.sources.map { $0.place.lowercased() }.filter { place in
      place.hasPrefix("header ") && !Self.credentials.contains { place.hasPrefix($0) }
    }
    return names.isEmpty ? [] : await requestSources(of: record, names)
  }

  /// Anything that gave the response in place of the server.
  private func instead(of record: NodeRecord, _ exchange: Exchange?) async -> WhyLink? {
    if let edit = record.made.edits.last(where: { $0.part == .request }) { return byHand(edit, record) }
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
    let words = "\(name(of: record)) was served from the cache, not sent: stored"
    let stored: String
    if let giver {
      stored = "by \(name(of: giver)), \(giver.lastMoment.duration(to: record.startedAt).inRoundWords) before"
    } else if let entry = record.made.cached?.exchange, let earlier = await facts.earlier(entry) {
      let run = earlier.run.map { " in run \($0)" } ?? ""
      stored =
        "by \(earlier.name ?? "an earlier request")\(run), \(earlier.at.duration(to: record.startedAt).inRoundWords) before"
    } else {
      let age = record.made.cached?.age.map { ", \($0.inRoundWords) before" }
      stored = "before this run\(age ?? "")"
    }
    return WhyLink(
      "\(words) \(stored)", evidence: summary, target: target, end: giver == nil ? .earlier : .response,
      causes: since.suffix(Self.most).map { write in
        WhyLink(
          "\(name(of: write.record)) (\(write.method)) was sent to the same server after that",
          evidence: "the entry may not show its change", target: .step(write.record.path, .request, nil), end: .response
        ).meaning(.doubt)
      })
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
    if !redirects.isEmpty, isRefusal || record.status == 405 { return Causes(links: redirects) }
    let again = [repeated(record, exchange)].compactMap(\.self)
    let first = isRefusal ? Self.credentials : Self.address + Self.bodies
    var sources = await requestSources(of: record, first)
    if sources.isEmpty { sources = await requestSources(of: record, nil) }
    let races = isRefusal ? [] : races(of: record)
    return Causes(links: redirects + again + sources + races, end: .response)
  }

  /// A header of its response.
  func header(_ name: String, of record: NodeRecord) async -> WhyLink {
    let exchange = await exchange(of: record)
    let field = exchange?.response?.headers.first { $0.name.rawName.lowercased() == name.lowercased() }
    let value = field.map { " is \(exchange?.secrets.masking($0.value) ?? Secrets.mask)" } ?? " is not there"
    let causes = await causesOfResponse(.root, of: record)
    return WhyLink(
      "the header \(field?.name.rawName ?? name) in the response of \(self.name(of: record))\(value)",
      evidence: await line(of: record), target: .step(record.path, .headers, nil), end: causes.end, causes: causes.links
    )
  }

  /// A part of what a step sent.
  func request(_ place: String, of record: NodeRecord) async -> WhyLink {
    let links = await requestSources(of: record, Self.names(of: place.lowercased()))
    if links.count == 1 { return links[0] }
    if links.isEmpty, let absence = await absence(ofPart: place, in: record) {
      return WhyLink(absence, target: .step(record.path, .request, nil), end: .file)
    }
    return WhyLink(
      "\(NodeSource.words(ofPlace: place)) of \(name(of: record))",
      evidence: links.isEmpty ? "it is written in the request's file" : nil,
      target: .step(record.path, .request, nil), end: .file, causes: links)
  }

  /// A sentence where a step sent no such part, so that nothing is claimed of what is not there.
  private func absence(ofPart place: String, in record: NodeRecord) async -> String? {
    if place.hasPrefix("$") { return "\(name(of: record)) did not read \(place)" }
    guard record.kind == .request else { return "\(name(of: record)) sends no request" }
    let words = place.split(separator: " ", maxSplits: 1).map { $0.lowercased() }
    let request = await exchange(of: record)?.request
    let isThere: Bool =
      switch (words.first ?? "", words.dropFirst().first, request) {
      case ("header", let name?, let request?): request.headers.contains { $0.name.canonicalName == name }
      case ("query", let name?, let request?): request.url.lowercased().contains(name)
      case (let kind, _, _): Self.parts.contains(kind)
      }
    return isThere ? nil : "\(name(of: record)) sent no \(place)"
  }

  private static let parts: Set<String> = [
    "url", "method", "header", "query", "path", "body", "form", "part", "graphql", "auth", "message",
  ]

  /// The beginnings of the names that sources have for a part of a request.
  private static func names(of place: String) -> [String] {
    switch place {
    case "url": address
    case "header authorization": [place, "auth"]
    case "body": bodies
    default: [place]
    }
  }

  /// The values that a request was sent with, from elsewhere than its file.
  /// - Parameters:
  ///   - places: the beginnings of their names; nil for all.
  ///   - hidingServer: whether the address of the server is left out, which says little of a response that came.
  func requestSources(
    of record: NodeRecord, _ places: [String]?, hidingServer: Bool = false
  ) async -> [WhyLink] {
    guard record.kind == .request else { return [] }
    if let edit = record.made.edits.last(where: { $0.part == .request }) { return [byHand(edit, record)] }
    let sources = record.sources.filter { source in
      guard source.outputPath == nil, source.elementPath == nil else { return false }
      if hidingServer, source.isServer { return false }
      return places?.contains { source.place.lowercased().hasPrefix($0) } ?? true
    }
    // If a response came, the server's address is the last thing to doubt.
    let (servers, others) = (sources.filter(\.isServer), sources.filter { !$0.isServer })
    return await links((record.status == nil ? sources : others + servers).prefix(Self.most)) { source in
      let causes = await self.causes(of: source.origin, in: record)
      // What was followed already is said elsewhere.
      if causes.links.isEmpty, causes.end == .unknown { return nil }
      return WhyLink(
        "\(self.name(of: record)) was sent with \(NodeSource.words(ofPlace: source.place))",
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

extension NodeSource {
  /// Whether it is the beginning of an address.
  fileprivate var isServer: Bool { place == "url" && value?.contains("://") == true }
}
