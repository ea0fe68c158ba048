internal import ParleyEngine
internal import ParleyText

extension RenderedRequest {
  /// Fills in everything a request says, in the order in which a person thinks of it.
  init(_ effective: EffectiveRequest, in environment: String?, using filling: inout Filling) async throws {
    self.effective = effective
    self.environment = environment
    url = try await filling.url(of: effective)
    path = try await filling.rows(effective.definition.path.asOwn, kind: "path", CredentialFinder.Kind.named)
    query = try await filling.rows(effective.definition.query.asOwn, kind: "query", CredentialFinder.Kind.named)
    headers = try await filling.rows(effective.headers, kind: "header", CredentialFinder.Kind.header)
    auth = try await filling.fill(effective.auth, on: effective.server?.value)
    body = try await filling.fill(effective.definition.body)
    messages = try await filling.fill(effective.definition.messages)
    options = try await filling.fill(effective.options)
    expectedHeaders = try await filling.rows(
      effective.expect.headers, kind: "expected header", CredentialFinder.Kind.header)
    cacheGroup = try await filling.fill(cacheGroup: effective.cache.group)
    guard filling.missing.isEmpty else { throw RenderError.notTrusted(filling.missing) }
    parts = filling.parts
    request = Request(try effective.method, url.text, server: effective.server?.value.name.value)
    try completeRequest(hiding: placing(filling.renderer.secrets))
  }
}

extension Filling {
  /// It stands in lists, so that it may not hold a secret.
  fileprivate mutating func fill(cacheGroup: Inherited<Located<String>?>) async throws -> String? {
    guard let text = cacheGroup.value else { return nil }
    let rendered = try await renderer.render(text.value)
    note(rendered, as: Field("cache group", from: cacheGroup.origin))
    guard !rendered.isSecret else {
      throw RenderError.unfit(field: "The cache's group", reason: "it contains a secret, and lists show the group")
    }
    return rendered.text.isEmpty ? nil : rendered.text
  }

  /// The whole URL of a path on a server.
  package mutating func joined(_ endpoint: RenderedText, to server: ServerDefinition?) async throws -> RenderedText {
    guard !endpoint.text.isWholeURL else { return endpoint }
    guard let server else { return endpoint.withScheme }
    let address = try await rendered(server.url.value, .url)
    guard let reason = Server(address.text).joiningMistake else { return endpoint.joined(to: address) }
    throw RenderError.unfit(field: "The address of the server “\(server.name.value)”", reason: reason)
  }

  fileprivate mutating func url(of effective: EffectiveRequest) async throws -> RenderedText {
    let origin = effective.server?.origin ?? .request
    try checkLength(of: effective.definition.url.value)
    let endpoint = try await rendered(effective.definition.url.value, .url).keepingWholeValues
    try checkLength(of: endpoint.text)
    let url = try await joined(endpoint, to: effective.server?.value)
    note(url, as: Field("url", from: origin))
    return url
  }

  private func checkLength(of url: String) throws {
    guard url.utf8.count > RequestDefinition.longestURL else { return }
    throw RenderError.unfit(field: "The URL", reason: "it is longer than \(RequestDefinition.longestURL >> 10) KB")
  }

  fileprivate mutating func rows(
    _ rows: [Inherited<Row>], kind: String, _ field: (String) -> CredentialFinder.Kind
  ) async throws -> [RenderedRequest.Row] {
    var result: [RenderedRequest.Row] = []
    for row in rows where row.value.isOn {
      let value = try await rendered(row.value.value, field(row.value.name))
      note(value, as: Field("\(kind) \(row.value.name)", from: row.origin))
      result.append(.init(name: row.value.name, value: value, origin: row.origin))
    }
    return result
  }
}

extension Filling {
  fileprivate mutating func fill(_ body: BodyDefinition?) async throws -> RenderedRequest.Body? {
    switch body {
    case nil: nil
    case .json(let text): .json(noted(try await rendered(json: text.value), "body"))
    case .text(let text): .text(noted(try await rendered(text.value, .body), "body"))
    case .form(let rows): .form(try await self.rows(rows.asOwn, kind: "form", CredentialFinder.Kind.named))
    case .multipart(let parts): .multipart(try await fill(parts))
    case .file(let file): .file(try await fill(file))
    case .graphql(let query): .graphql(try await fill(query))
    }
  }

  private mutating func fill(_ parts: [PartDefinition]) async throws -> [RenderedRequest.BodyPart] {
    var filled: [RenderedRequest.BodyPart] = []
    for part in parts where part.isOn { filled.append(try await fill(part)) }
    return filled
  }

  private mutating func fill(_ part: PartDefinition) async throws -> RenderedRequest.BodyPart {
    let field = Field("part \(part.name)")
    let type = try await renderer.render(part.type)
    let fileName = try await renderer.render(part.fileName)
    switch part.content {
    case .text(let text):
      let text = noted(try await rendered(text, .named(part.name)), field.name)
      return .init(name: part.name, content: .text(text), type: type, fileName: fileName)
    case .file:
      let path = try await fill(path: part.contentText, for: .reading, as: field) as Located<String>
      return .init(name: part.name, content: .file(path.value), type: type, fileName: fileName)
    }
  }

  private mutating func fill(_ file: FileDefinition) async throws -> RenderedRequest.BodyFile {
    let path = try await fill(path: file.path, for: .reading, as: Field("body")) as Located<String>
    let type = try await renderer.render(file.type?.value)
    return .init(path: path.value, type: type, sendsMD5: file.md5?.value == true)
  }

  private mutating func fill(_ graphql: GraphQLDefinition) async throws -> RenderedRequest.GraphQL {
    let query = noted(try await rendered(graphql.query.value, .json), "graphql query")
    var variables: RenderedText?
    if let text = graphql.variables {
      variables = noted(try await rendered(json: text.value), "graphql variables")
    }
    return .init(query: query, variables: variables, operation: try await renderer.render(graphql.operation?.value))
  }

  private mutating func noted(_ rendered: RenderedText, _ name: String) -> RenderedText {
    note(rendered, as: Field(name))
    return rendered
  }
}

extension TemplateRenderer {
  fileprivate mutating func render(_ text: String?) async throws -> String? {
    guard let text else { return nil }
    return try await render(text).text
  }
}

extension [Row] {
  fileprivate var asOwn: [Inherited<Row>] { map { Inherited($0, from: .request) } }
}

extension RenderedText {
  /// A value that stands inside of a URL is sent whole: a `#` in it does not begin a fragment, which no server gets to see.
  fileprivate var keepingWholeValues: RenderedText {
    guard fills.contains(where: { $0.range.lowerBound > 0 }) else { return self }
    let bytes = Array(text.utf8)
    var (whole, kept, end) = ([UInt8](), [Fill](), 0)
    for fill in fills {
      whole += bytes[end..<fill.range.lowerBound]
      let start = whole.count
      let value = String(decoding: bytes[fill.range], as: UTF8.self)
      whole += Array((fill.range.lowerBound > 0 ? value.replacing("#", with: "%23") : value).utf8)
      kept.append(fill.moved(to: start..<whole.count))
      end = fill.range.upperBound
    }
    return RenderedText(String(decoding: whole + bytes[end...], as: UTF8.self), fills: kept)
  }

  /// An endpoint on a server's base.
  fileprivate func joined(to base: RenderedText) -> RenderedText {
    let server = Server(base.text)
    let whole = server.url(for: text)
    let inBase = base.fills.map { $0.moved(by: server.address.utf8.count - base.text.utf8.count) }
    let inEndpoint = whole.hasSuffix(text) ? fills.map { $0.moved(by: whole.utf8.count - text.utf8.count) } : []
    return RenderedText(whole, fills: inBase + inEndpoint)
  }
}

extension RenderedText {
  /// An address without a scheme, on no server.
  fileprivate var withScheme: RenderedText {
    guard let address = TypedAddress(text) else { return self }
    return RenderedText(address.url, fills: fills.map { $0.moved(by: address.url.utf8.count - text.utf8.count) })
  }
}

extension RenderedText.Fill {
  fileprivate func moved(by offset: Int) -> RenderedText.Fill {
    moved(to: range.lowerBound + offset..<range.upperBound + offset)
  }

  fileprivate func moved(to place: Range<Int>) -> RenderedText.Fill {
    .init(range: place, template: template, source: source, isSecret: isSecret, isNull: isNull)
  }
}
