internal import HTTPTypes
internal import ParleyEngine

/// Replies to requests with the mock files of a workspace.
final class MockResolver: Sendable {
  /// How often each mock has answered: its replies come in sequence.
  private let counts = Lock<[ExactString: Int]>([:])

  /// Begins all sequences again.
  func reset() { counts.withLock { $0 = [:] } }

  private func nextReply(of mock: WorkspaceMock) -> MockReplyDefinition? {
    let place = "\(mock.file)#\(mock.index)"
    let count = counts.withLock { counts in
      counts[place, default: 0] += 1
      return counts[place, default: 1]
    }
    let replies = mock.definition.replies
    return replies.isEmpty ? nil : replies[min(count, replies.count) - 1]
  }

  func answer(to request: MockRequest, in session: Session) async -> MockDecision {
    let workspace = session.workspace
    for mock in workspace.mocks {
      guard mock.definition.messages.isEmpty || request.isWebSocket,
        let seen = SeenRequest(request, by: mock, in: session),
        await seen.meets(mock.definition.conditions, session)
      else { continue }
      if !mock.definition.messages.isEmpty {
        return .reply(await MockSocketRendering(session: session, mock: mock, request: seen).reply())
      }
      guard let reply = nextReply(of: mock) else { return .nothing }
      return .reply(await MockRendering(session: session, mock: mock, request: seen).reply(reply))
    }
    return .pass
  }
}

/// A request that a mock may be for.
struct SeenRequest: Sendable {
  let request: MockRequest
  let pathValues: [String: String]
  /// Over a WebSocket, the message that came.
  var body: JSONValue

  /// Nil for a request of another method, server or path.
  init?(_ request: MockRequest, by mock: WorkspaceMock, in session: Session) {
    let workspace = session.workspace
    let match = mock.definition.match.value
    guard request.method == match.method,
      let path = Self.path(of: request, on: mock.definition, workspace, session.scope),
      let values = MockPath(match.path).values(in: path)
    else { return nil }
    self.request = request
    pathValues = values
    body = Self.content(of: request)
  }

  /// On the mock's server; nil for another.
  private static func path(
    of request: MockRequest, on mock: MockDefinition, _ workspace: Workspace, _ scope: TemplateScope
  ) -> String? {
    let name = workspace.serverName(of: mock)
    guard request.server == nil || request.server == name,
      let server = workspace.definition.servers.first(where: { $0.name.value == name })
    else { return name == nil && request.server == nil ? request.path : nil }
    guard let address = scope.preview(of: server.url.value).map({ Server($0).address }) else { return request.path }
    let base = URLText.httpForm(of: address.hasSuffix("/") ? String(address.dropLast()) : address)
    let url = URLText.httpForm(of: request.url)
    guard url == base || url.hasPrefix(base + "/") || url.hasPrefix(base + "?") else { return nil }
    let rest = url.dropFirst(base.count).prefix { $0 != "?" && $0 != "#" }
    return rest.isEmpty ? "/" : String(rest)
  }

  /// JSON as what it says, a form by the names of its fields, other text as a string.
  private static func content(of request: MockRequest) -> JSONValue {
    let body = request.body ?? []
    if let json = try? JSONValue(parsing: body) { return json }
    if request.headers[.contentType]?.hasPrefix("application/x-www-form-urlencoded") == true {
      return .object(JSONObject(request.formFields.map { ($0.name, .string($0.value)) }))
    }
    return body.isEmpty ? .null : String(validating: body, as: UTF8.self).map(JSONValue.string) ?? .null
  }

  func meets(_ conditions: MockConditions, _ session: Session) async -> Bool {
    let query = request.query
    let hasQuery = conditions.query.filter(\.isOn).allSatisfy { row in
      query.contains { $0.name.isIdentical(to: row.name) && (row.value.isEmpty || $0.value.isIdentical(to: row.value)) }
    }
    let hasHeaders = conditions.headers.filter(\.isOn).allSatisfy { row in
      guard let name = HTTPField.Name(row.name) else { return false }
      return request.headers[values: name].contains { row.value.isEmpty || $0 == row.value }
    }
    guard hasQuery, hasHeaders else { return false }
    let filters = conditions.jq.map(\.value)
    guard !filters.isEmpty else { return true }
    let input = await session.filterInput(body, for: filters)
    return await session.jq.firstFailure(of: filters, on: input) == nil
  }

  /// As templates see it.
  var document: JSONValue {
    var headers = JSONObject()
    for field in request.headers { headers[field.name.canonicalName] = .string(field.value) }
    return [
      "method": .string(request.method), "url": .string(request.url),
      "path": .object(JSONObject(pathValues.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })),
      "query": .object(JSONObject(request.query.map { ($0.name, .string($0.value)) })), "headers": .object(headers),
      "body": body,
    ]
  }
}

/// Fills in a reply.
struct MockRendering: Sendable {
  let session: Session
  let mock: WorkspaceMock
  let request: SeenRequest

  /// What cannot be filled in is no response, and says why.
  func reply(_ definition: MockReplyDefinition) async -> MockReply {
    let delay = definition.delay?.value ?? .zero
    if let failure = definition.failure?.value { return .failure(failure.error, delay: delay) }
    do {
      var renderer = session.mockRenderer(of: request.document)
      try await renderer.prepare(for: definition.texts.map(\.value))
      var reply = MockReply(.init(code: definition.status?.value ?? 200), delay: delay)
      guard definition.headers.count <= RenderedContent.mostHeaders else {
        throw RenderError.unfit(field: "The reply", reason: "it has more than \(RenderedContent.mostHeaders) headers")
      }
      for row in definition.headers where row.isOn {
        guard let name = HTTPField.Name(row.name) else { continue }
        reply.headers.append(HTTPField(name: name, value: try await renderer.render(row.value).text))
      }
      try await fill(&reply, with: definition.content, by: &renderer)
      return reply
    } catch {
      let reason = (error as? any ExplainedError)?.summary ?? "\(error)"
      return .failure(TransportError(.other, "The mock in \(mock.file) could not reply: \(reason)"))
    }
  }

  private func fill(
    _ reply: inout MockReply, with content: MockReplyDefinition.Content?, by renderer: inout TemplateRenderer
  ) async throws {
    switch content {
    case nil: break
    case .json(let text):
      reply.setBody(Array(try await renderer.render(json: text.value).text.utf8), type: "application/json")
    case .text(let text):
      reply.setBody(Array(try await renderer.render(text.value).text.utf8), type: "text/plain; charset=utf-8")
    case .file(let text):
      let path = try await renderer.render(text.value).text
      let access = FileAccess(root: session.workspace.root)
      if let needed = access.trustNeeded(by: path, for: .reading), !session.grant.allows(needed) {
        throw RenderError.notTrusted([needed])
      }
      let bytes = try FileSystem.read(access.location(of: path), limit: Self.largestFile)
      reply.setBody(bytes, type: path.hasSuffix(".json") ? "application/json" : nil)
    case .filter(let filter):
      let input = await session.filterInput(request.document, for: [filter.value])
      let value = try await session.jq.value(of: filter.value, on: input)
      reply.setBody(JSONPrinter.compact.bytes(of: value), type: "application/json")
    }
  }

  private static let largestFile = 64 << 20
}

extension MockReply {
  fileprivate mutating func setBody(_ bytes: [UInt8], type: String?) {
    body = InMemoryBytes(bytes)
    if let type, headers[.contentType] == nil { headers[.contentType] = type }
  }
}

extension MockReplyDefinition.Failure {
  fileprivate var error: TransportError {
    switch self {
    case .reset: TransportError(.reset, "The mock closed the connection.")
    case .timeout: TransportError(.timedOut, "The mock did not reply in time.")
    }
  }
}
