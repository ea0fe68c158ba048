package import ParleyEngine
internal import ParleyFiles
import ParleyText

/// Responses without servers: the switch for the mock files, and mocks made of responses.
package struct WorkspaceMocks: Sendable {
  let session: Session

  /// The switch of the mock environment: on, the workspace's mock files answer what they are for. Sequences begin again.
  package var isOn: Bool {
    get { session.client.configuration.mocks.isOn }
    nonmutating set {
      session.mockTurns.reset()
      session.client.configuration.mocks = Mocks(
        [Mock { [weak session] request in await session?.mocks.answer(to: request) ?? .pass }], isOn: newValue)
    }
  }

  fileprivate func answer(to request: MockRequest) async -> MockDecision {
    await MockResolver(turns: session.mockTurns).answer(to: request, in: session)
  }

  /// Templates of replies ask nobody: they see the request, the values of the environment and shared data.
  func renderer(of request: JSONValue) -> TemplateRenderer {
    session.sending.textRenderer(given: [:], documents: [.request: ProvidedDocument(request)], prompter: NoPrompter())
  }
}

// Servers by their names.
extension WorkspaceMocks {
  /// The URL of a server of `parley.yaml`; nil where there is none of that name, or its URL cannot be filled in.
  package func serverAddress(_ name: String) -> String? {
    let server = session.workspace.definition.servers.first { $0.name.value.isIdentical(to: name) }
    return server.flatMap { session.sending.scope.preview(of: $0.url.value) }.map { Server($0).address }
  }
}

// Mocks made of answers.
extension WorkspaceMocks {
  /// Adds a mock that replays this response to `mocks/recorded.yaml`. `workspace` has it after the next `reload()`.
  ///
  /// Known secrets are masked in it, as the file is kept in git.
  /// - Parameter request: the id of the request that the mock responds to.
  /// - Returns: the file's path, relative to the workspace.
  /// - Throws: `SaveError`; `WorkspaceError` if there is no such request.
  @discardableResult
  package func keep(_ response: Response, method: String, of request: String) throws -> String {
    let effective = session.workspace.effective(
      try session.files.request(request).definition, id: request, environment: session.environment)
    let server = effective.server?.value
    let isDefault = server?.name.value == session.workspace.definition.servers.first?.name.value
    var hidden = response.secrets
    hidden.formUnion(session.secrets.all)
    let mock = RecordedMock(
      response, method: method, path: hidden.maskingForeign(path(of: response.url, on: server)),
      server: isDefault ? nil : server?.name.value, secrets: hidden)
    return try add(mock)
  }

  /// Adds a mock to `mocks/recorded.yaml`.
  /// - Returns: the file, within the workspace.
  func add(_ mock: RecordedMock) throws -> String {
    let file = WorkspacePaths.mocks.appendingPath("recorded.yaml")
    let lines = try mock.lines()
    try FileUpdate.change(file, in: session.workspace.root, limit: YAMLLimits.standard.size) {
      try Self.adding(lines, to: $0 ?? [], of: file)
    }
    return file
  }

  private static func adding(_ lines: [String], to bytes: [UInt8], of file: String) throws -> [UInt8] {
    var text = String(decoding: bytes, as: UTF8.self)
    if !text.isEmpty, !text.hasSuffix("\n") { text += "\n" }
    text += lines.joined(separator: "\n") + "\n"
    let result = MockDefinition.listReader.read(SourceText(file: file, bytes: Array(text.utf8)))
    if let mistake = result.diagnostics.first(where: { $0.severity == .error }) {
      throw SaveError.cannotBeWritten(mistake.sentence)
    }
    return Array(text.utf8)
  }

  private func path(of url: String, on server: ServerDefinition?) -> String {
    let base = server.flatMap { session.sending.scope.preview(of: $0.url.value) }.map { Server($0).address } ?? ""
    let bare = String(url.prefix { $0 != "?" && $0 != "#" })
    let trimmed = base.hasSuffix("/") ? String(base.dropLast()) : base
    guard !trimmed.isEmpty, bare.hasPrefix(trimmed) else {
      let rest = bare.drop { $0 != "/" }.dropFirst(2).drop { $0 != "/" }
      return rest.isEmpty ? "/" : String(rest)
    }
    return bare.count == trimmed.count ? "/" : String(bare.dropFirst(trimmed.count))
  }
}
