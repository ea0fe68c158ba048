internal import HTTPTypes
internal import ParleyEngine
internal import ParleyFiles

/// Fills in a reply.
struct MockRendering: Sendable {
  let session: Session
  let mock: WorkspaceMock
  let request: SeenRequest

  /// Returns the rendered reply. If it cannot be filled in, the reply is a failure that gives the reason.
  func reply(_ definition: MockReplyDefinition) async -> MockReply {
    let delay = definition.delay?.value ?? .zero
    if let failure = definition.failure?.value { return .failure(failure.error, delay: delay) }
    do {
      var renderer = session.mocks.renderer(of: request.document)
      try await renderer.prepare(for: definition.texts.map(\.value))
      var reply = MockReply(.init(code: definition.status?.value ?? 200), delay: delay)
      guard definition.headers.count <= RenderedRequest.mostHeaders else {
        throw RenderError.unfit(field: "The reply", reason: "it has more than \(RenderedRequest.mostHeaders) headers")
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
      if let needed = access.trustNeeded(by: path, for: .reading), !session.permissions.grant.allows(needed) {
        throw RenderError.notTrusted([needed])
      }
      let bytes = try FileSystem.read(access.location(of: path), limit: Self.largestFile)
      reply.setBody(bytes, type: path.hasSuffix(".json") ? "application/json" : nil)
    case .filter(let filter):
      let input = await session.checks.filterInput(request.document, for: [filter.value])
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
