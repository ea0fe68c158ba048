internal import JQ
internal import ParleyEngine
internal import ParleyFiles
internal import ParleyText

// The lists that steps run for.
extension GroupRendering {
  func elements(_ each: Located<EachDefinition>, _ input: NodeInput) async throws -> JSONValue {
    switch each.value {
    case .filter(let filter): try await elements(Located(filter, at: each.place), input)
    case .file(let file): .array(try await elements(in: file, input))
    }
  }

  /// Evaluates the filter of `each`. A value that is not a list fails here already, where the filter's place is known.
  private func elements(_ filter: Located<JQFilter>, _ input: NodeInput) async throws -> JSONValue {
    let trace = try await trace(of: filter, input)
    let value = trace.value
    guard value.array != nil else { throw GroupError.notAList(found: value.kind).placed(at: filter.place?.exact) }
    // The input's own trace keeps this, and must not be kept by it.
    let sources = FilterSources(input: input.unobserved)
    input.trace.note(elementSources: { sources.sources(of: trace, element: $0) })
    input.trace.note(elementSecrets: trace.secretParts)
    return value
  }

  private func elements(in file: ElementFile, _ input: NodeInput) async throws -> [JSONValue] {
    var renderer = session.sending.textRenderer(
      given: given, documents: try documents(for: [file.path], input), prompter: prompter, in: input.shared)
    try await renderer.prepare(for: [file.path.value])
    let path = try await renderer.render(file.path.value).text
    guard let format = ElementFile.format(of: path) else { return [] }
    let access = FileAccess(root: workspace.root)
    if let needed = access.trustNeeded(by: path, for: .reading), !session.permissions.missing(of: [needed]).isEmpty {
      throw RenderError.notTrusted([needed])
    }
    let bytes = try await Blocking.run { try FileSystem.read(access.location(of: path), limit: Self.largestFile) }
    let name = Printable.text(path)
    input.trace.note(elementSecrets: .none)
    input.trace.note(elementSources: { [NodeSource(place: NodeSource.element(), origin: .other("\(name) #\($0 + 1)"))] }
    )
    return try ElementRows.elements(in: bytes, as: format, named: name)
  }

  /// In bytes.
  private static let largestFile = 64 << 20
}
