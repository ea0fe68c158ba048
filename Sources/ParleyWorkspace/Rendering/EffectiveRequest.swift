/// A request with what it inherits, before anything is filled in: what the composer shows, and what will be rendered.
public struct EffectiveRequest: Sendable, Equatable {
  public let id: String
  public let definition: RequestDefinition
  /// The server its path is on; none when the URL is whole, or no server is declared.
  public let server: Inherited<ServerDefinition>?
  /// Inherited ones first, in the order they are sent, then the request's own, switched-off ones too.
  public let headers: [Inherited<Row>]
  public let timeout: Inherited<Duration?>
  public let redirects: Inherited<Int?>
  public let status: Inherited<StatusExpectation>

  /// Those that are sent.
  public var sentHeaders: [Inherited<Row>] { headers.filter(\.value.isOn) }
}

extension Workspace {
  /// What a request is together with the defaults of its folders and of the workspace.
  /// - Parameter definition: as it is being edited, or as its file has it.
  public func effective(_ definition: RequestDefinition, id: String) -> EffectiveRequest {
    let levels = defaults(for: id)
    return EffectiveRequest(
      id: id, definition: definition, server: server(of: definition, levels),
      headers: headers(of: definition, levels),
      timeout: nearest(definition.options.timeout, levels, \.timeout).map(\.?.value),
      redirects: nearest(definition.options.redirects, levels, \.redirects).map(\.?.value),
      status: nearest(definition.expect.status, levels, \.expect.status).map { $0?.value ?? .standard })
  }

  private func nearest<Value>(
    _ own: Located<Value>?, _ levels: [AppliedDefaults], _ path: KeyPath<DefaultsDefinition, Located<Value>?>
  ) -> Inherited<Located<Value>?> {
    if let own { return Inherited(own, from: .request) }
    for level in levels {
      if let value = level.defaults[keyPath: path] { return Inherited(value, from: level.origin) }
    }
    return Inherited(nil, from: .standard)
  }

  private func server(of definition: RequestDefinition, _ levels: [AppliedDefaults]) -> Inherited<ServerDefinition>? {
    let named = nearest(definition.server, levels, \.server)
    let servers = self.definition.servers
    let server = named.value.map { name in servers.first { $0.name == name } } ?? servers.first
    return server.map { Inherited($0, from: named.origin) }
  }

  /// A name that a nearer level has, even switched off, hides those of the levels behind.
  private func headers(of definition: RequestDefinition, _ levels: [AppliedDefaults]) -> [Inherited<Row>] {
    var result = definition.headers.map { Inherited($0, from: .request) }
    for level in levels {
      let taken = Set(result.map { $0.value.name.lowercased() })
      let added = level.defaults.headers.filter { !taken.contains($0.name.lowercased()) }
      result = added.map { Inherited($0, from: level.origin) } + result
    }
    return result
  }
}

extension Inherited {
  func map<Other>(_ transform: (Value) -> Other) -> Inherited<Other> {
    Inherited<Other>(transform(value), from: origin)
  }
}
