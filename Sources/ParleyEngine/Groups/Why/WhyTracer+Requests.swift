import HTTPTypes

// Statuses.
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
    let again = [await confirmed(record, exchange), repeated(record, exchange)].compactMap(\.self)
    let first = isRefusal ? Self.credentials : Self.address + Self.bodies
    var sources = await requestSources(of: record, first)
    if sources.isEmpty { sources = await requestSources(of: record, nil) }
    if redirects.isEmpty, again.isEmpty { sources += await writtenParts(of: record, besideTemplates: !sources.isEmpty) }
    let races = isRefusal ? [] : races(of: record)
    let links = redirects + again + sources + races
    return Causes(links: links, end: links.isEmpty ? .unknown : .response)
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
}

// Parts of what was sent.
extension WhyTracer {
  /// A part of what a step sent.
  func request(_ place: String, of record: NodeRecord) async -> WhyLink {
    let target = WhyLink.Target.step(record.path, .request, nil)
    let written = await facts.written(record)
    var links = await requestSources(of: record, Self.names(of: place.lowercased()))
    if links.isEmpty { links = await sources(around: place, written, of: record) }
    if links.isEmpty, let absence = await absence(of: place, written, in: record) {
      return WhyLink(absence, target: target, end: .file)
    }
    if links.isEmpty || place == "body" {
      links += written.filter { $0.hasLiteral && $0.isOf(place) }.prefix(Self.most).map { link(of: $0, record) }
    }
    if links.count == 1 { return links[0] }
    return WhyLink(
      "\(NodeSource.words(ofPlace: place)) of \(name(of: record))", target: target, end: .unknown, causes: links)
  }

  /// Of a parameter that stands in the URL, and of a part of a body that a template gave as a whole.
  private func sources(around place: String, _ written: [WhyWrittenPart], of record: NodeRecord) async -> [WhyLink] {
    if let path = Self.bodyPath(place) {
      guard let origin = record.sources.origin(ofBody: path) else { return [] }
      return [await link(of: NodeSource(place: place, origin: origin), record)].compactMap(\.self)
    }
    let inURL = record.sources.filter { $0.place == "url" }
    guard let templates = written.first(where: { $0.isOf(place) })?.templatesOfURL,
      let all = written.first(where: { $0.name == "url" })?.templatesOfURL, inURL.count >= all.count
    else { return [] }
    // Those of the server's address stand before them.
    return await links(inURL.suffix(all.count).dropFirst(templates.lowerBound).prefix(templates.count)) { source in
      var source = source
      source.place = place
      return await self.link(of: source, record)
    }
  }

  /// A sentence where a step sent no such part, so that nothing is claimed of what is not there.
  private func absence(of place: String, _ written: [WhyWrittenPart], in record: NodeRecord) async -> String? {
    if place.hasPrefix("$") { return "\(name(of: record)) did not read \(place)" }
    guard record.kind == .request else { return "\(name(of: record)) sends no request" }
    let words = place.split(separator: " ", maxSplits: 1).map { $0.lowercased() }
    let request = await exchange(of: record)?.request
    let isThere: Bool
    switch (words.first ?? "", words.dropFirst().first, request) {
    case ("header", let name?, let request?): isThere = request.headers.contains { $0.name.canonicalName == name }
    case ("query", let name?, let request?): isThere = request.mayHave(query: name)
    default:
      if let path = Self.bodyPath(place) {
        isThere = request?.mayHave(path) ?? true
      } else {
        let isKnown = !written.isEmpty && Self.ofFiles.contains(words.first ?? "")
        isThere = isKnown ? written.contains { $0.isOf(place) } : Self.kinds.contains(words.first ?? "")
      }
    }
    return isThere ? nil : "\(name(of: record)) sent no \(place)"
  }

  /// The kinds of parts, and those that nothing but files brings into a request.
  private static let kinds: Set<String> = [
    "url", "method", "header", "query", "path", "body", "form", "part", "graphql", "auth", "message",
  ]
  private static let ofFiles: Set<String> = ["path", "body", "form", "part", "graphql"]

  /// The beginnings of the names that sources have for a part of a request.
  private static func names(of place: String) -> [String] {
    switch place {
    case "url": address
    case "header authorization": [place, "auth"]
    case "body": bodies
    default: [place]
    }
  }

  /// The path of a part of a body: of `body.items[0]`, but not of `body`.
  private static func bodyPath(_ place: String) -> ValuePath? {
    let rest = place.dropFirst("body".count)
    guard place.hasPrefix("body"), let first = rest.first, first == "." || first == "[" else { return nil }
    return try? ValuePath(parsing: first == "." ? String(rest) : "." + rest)
  }

  /// The values that a request was sent with, from elsewhere than its file.
  /// - Parameters:
  ///   - names: of the parts, or the beginnings of their names with a blank at the end; nil for all.
  ///   - hidingServer: whether the address of the server is left out, which says little of a response that came.
  func requestSources(
    of record: NodeRecord, _ names: [String]?, hidingServer: Bool = false
  ) async -> [WhyLink] {
    guard record.kind == .request else { return [] }
    if let edit = record.made.edits.last(where: { $0.part == .request }) { return [byHand(edit, record)] }
    let sources = record.sources.filter { source in
      guard source.outputPath == nil, source.elementPath == nil else { return false }
      if hidingServer, source.isServer { return false }
      return names?.contains { source.isOf($0) } ?? true
    }
    // If a response came, the server's address is the last thing to doubt.
    let (servers, others) = (sources.filter(\.isServer), sources.filter { !$0.isServer })
    return await links((record.status == nil ? sources : others + servers).prefix(Self.most)) { source in
      await self.link(of: source, record)
    }
  }

  /// - Returns: nil for what was followed already, and is said elsewhere.
  private func link(of source: NodeSource, _ record: NodeRecord) async -> WhyLink? {
    let causes = await causes(of: source, in: record)
    if causes.links.isEmpty, causes.end == .unknown { return nil }
    return WhyLink(
      "\(name(of: record)) was sent with \(NodeSource.words(ofPlace: source.place))",
      evidence: shortWords(for: source.origin), target: .step(record.path, .request, nil),
      end: causes.end, causes: causes.links)
  }

  /// The nearest source in a few words: `3 login .id`, `shared token`.
  private func shortWords(for origin: Provenance) -> String? {
    switch origin {
    case .step(let step, let path): "← \(step) \(recording[step]?.name ?? "")\(path == .root ? "" : " \(path)")"
    case .shared(let key): "← shared \(key)"
    case .other(let words): "← \(words)"
    case .places, .computed, .made: nil
    }
  }
}

// Parts that stand in files as they were sent.
extension WhyTracer {
  /// The parts of a request in which something besides templates is written.
  /// - Parameters:
  ///   - besideTemplates: whether templates of it are told already: then all but its parameters and its body is left out.
  ///   - withServer: whether the address of the server may be to blame, too; it comes first then.
  func writtenParts(of record: NodeRecord, besideTemplates: Bool, withServer: Bool = false) async -> [WhyLink] {
    guard record.kind == .request else { return [] }
    let all = await facts.written(record)
    let servers = withServer ? all.filter { $0.name == "server" } : []
    let parts =
      servers
      + all.filter { part in
        guard part.hasLiteral, part.name != "server", !besideTemplates || part.isParameter else { return false }
        // The URL shows the parameters that stand in it.
        return besideTemplates || part.name == "url" || part.templatesOfURL == nil
      }
    return parts.prefix(Self.most).map { link(of: $0, record) }
  }

  private func link(of part: WhyWrittenPart, _ record: NodeRecord) -> WhyLink {
    let words = "\(name(of: record)) was sent with \(NodeSource.words(ofPlace: part.name))"
    guard part.isNewer else {
      return WhyLink(
        "\(words)\(part.text.map { " \($0)" } ?? "")", evidence: part.place,
        target: part.place.map(WhyLink.Target.file) ?? .step(record.path, .request, nil), end: .file)
    }
    return WhyLink(
      words, evidence: "\(part.place ?? "its file") may have said something else in this run",
      target: part.place.map(WhyLink.Target.file) ?? .step(record.path, .request, nil), end: .unknown)
  }
}

extension WhyWrittenPart {
  /// Whether it says what is meant, and is not only the path of the address.
  fileprivate var isParameter: Bool {
    name == "body" || ["query ", "path ", "form ", "graphql ", "part "].contains { name.hasPrefix($0) }
  }

  /// Whether it is a part that a person names, or has it in it.
  fileprivate func isOf(_ place: String) -> Bool {
    let (name, place) = (name.lowercased(), place.lowercased())
    if name == place { return true }
    if place == "body" { return ["form ", "graphql ", "part "].contains { name.hasPrefix($0) } }
    return name == "body" && (place.hasPrefix("body.") || place.hasPrefix("body["))
  }
}

extension NodeSource {
  /// Whether it is the beginning of an address.
  fileprivate var isServer: Bool { place == "url" && value?.contains("://") == true }

  /// Whether it is the part of a name, or stands in it: `body.id` in `body`, `auth token` in `auth`, `query tag` in `query `.
  fileprivate func isOf(_ name: String) -> Bool {
    let place = place.lowercased()
    guard place.hasPrefix(name) else { return false }
    guard name.last != " ", let next = place.dropFirst(name.count).first else { return true }
    return next == "." || next == "[" || next == " " && !name.contains(" ")
  }
}

extension SentRequest {
  /// Whether its URL has a parameter of this name, in lower case; also where that cannot be known.
  fileprivate func mayHave(query name: String) -> Bool {
    guard let start = url.firstIndex(of: "?") else { return false }
    let names = url[start...].dropFirst().prefix { $0 != "#" }.split(separator: "&").map { $0.prefix { $0 != "=" } }
    return names.contains { $0.lowercased() == name || $0.contains("%") || $0.contains("+") }
  }

  /// Whether a path leads to something in its JSON body, wherever that stands in what was sent; also where that cannot be known.
  fileprivate func mayHave(_ path: ValuePath) -> Bool {
    guard let body, let value = try? JSONValue(parsing: body) else { return body == nil }
    return !value.places(limit: 1) { (try? path.resolve(in: $0)) != nil }.isEmpty
  }
}
