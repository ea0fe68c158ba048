internal import JQ
internal import ParleyEngine

// The lists that steps run for.
extension GroupRendering {
  func elements(_ each: Located<EachDefinition>, _ input: NodeInput) async throws -> JSONValue {
    switch each.value {
    case .filter(let filter): try await elements(Located(filter, at: each.place), input)
    case .file(let file): .array(try await elements(in: file, input))
    }
  }

  /// What is no list is told here already, where its place is known.
  private func elements(_ filter: Located<JQFilter>, _ input: NodeInput) async throws -> JSONValue {
    let value = try await value(of: filter, input)
    guard value.array != nil else { throw GroupError.notAList(found: value.kind).placed(at: filter.place?.exact) }
    return value
  }

  private func elements(in file: ElementFile, _ input: NodeInput) async throws -> [JSONValue] {
    var renderer = session.textRenderer(
      given: given, documents: try documents(for: [file.path], input), prompter: prompter, in: input.shared)
    try await renderer.prepare(for: [file.path.value])
    let path = try await renderer.render(file.path.value).text
    guard let format = ElementFile.format(of: path) else { return [] }
    let access = FileAccess(root: workspace.root)
    if let needed = access.trustNeeded(by: path, for: .reading), !session.missing(of: [needed]).isEmpty {
      throw RenderError.notTrusted([needed])
    }
    let bytes = try await Blocking.run { try FileSystem.read(access.location(of: path), limit: Self.largestFile) }
    return try ElementRows.elements(in: bytes, as: format, named: Printable.text(path))
  }

  /// In bytes.
  private static let largestFile = 64 << 20
}
