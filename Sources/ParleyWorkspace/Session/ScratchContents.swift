package import ParleyEngine
package import ParleyStore
internal import ParleyText

/// What a scratch workspace has besides its request: environments, values and defaults. They go along when it is saved.
struct ScratchContents: Sendable {
  private let workspace: Workspace

  init(_ workspace: Workspace) { self.workspace = workspace }

  /// Whether somebody has made environments of their own, so that a new workspace needs no example of one.
  var hasEnvironments: Bool { !workspace.environments.isEmpty }

  /// Whether a value that a new workspace takes its server from is there.
  var hasBaseURL: Bool { !workspace.homes(of: WorkspaceScaffold.baseURL).isEmpty }

  /// Adds what the workspace in a folder does not have yet.
  func add(to folder: String) throws {
    for environment in workspace.environments {
      let file = WorkspacePaths.file(ofEnvironment: environment.name)
      guard let source = workspace.sources[file], !FileSystem.exists(folder.appendingPath(file)) else { continue }
      try FilesChange([.init(file: file, before: nil, after: source.bytes)]).make(in: FileSystem.realPath(folder))
    }
    try addValues(to: folder)
  }

  private func addValues(to folder: String) throws {
    for variable in workspace.definition.vars {
      let target = try Workspace.load(at: folder)
      guard !target.definition.vars.contains(where: { $0.name.value == variable.name.value }) else { continue }
      let item = try target.item(of: .workspace) { $0.set(variable.name.value, variable.content.value) }
      try FilesChange([item]).make(in: target.root)
    }
    let target = try Workspace.load(at: folder)
    var defaults = workspace.definition.defaults
    guard defaults != DefaultsDefinition() else { return }
    if defaults.timeout == nil, defaults.options.timeout == nil {
      defaults.timeout = target.definition.defaults.timeout
    }
    try target.change(of: .workspace, to: defaults).make(in: target.root)
  }
}

/// A URL of HTTP, or of a WebSocket, as its server and what is on that.
private struct ServerAddress {
  /// Such as `https://api.example.com`, whatever opens a WebSocket.
  let origin: String
  /// A path, with the query; a WebSocket's address from the variable on.
  let rest: String

  /// Nil where the server is not written out, or somebody's name and password stand in front of it.
  init?(of url: String) {
    let isWebSocket = URLText.isWebSocket(url)
    let http = URLText.httpForm(of: url)
    guard http.lowercased().hasPrefix("http://") || http.lowercased().hasPrefix("https://"),
      let scheme = http.firstRange(of: "://")
    else { return nil }
    let end = http[scheme.upperBound...].firstIndex { "/?#".contains($0) } ?? http.endIndex
    let host = http[scheme.upperBound..<end]
    let isPlain = host.utf8.allSatisfy { $0.isLetterOrDigit || ".-:[]_".utf8.contains($0) }
    guard !host.isEmpty, isPlain, !host.hasSuffix(":") else { return nil }
    origin = String(http[..<end])
    let path = http[end...].hasPrefix("/") ? String(http[end...]) : "/" + http[end...]
    rest = isWebSocket ? "ws+{{\(WorkspaceScaffold.baseURL)}}\(path)" : path
  }
}

extension RequestDefinition {
  /// On the server of a new workspace.
  fileprivate func on(_ address: ServerAddress?) -> RequestDefinition {
    guard let address else { return self }
    var copy = self
    copy.url = Located(address.rest)
    return copy
  }
}

extension Session {
  /// The questions of the active environment whose answers are its values.
  package var askedVariables: [String] {
    environment?.definition.vars.filter { $0.content.value == .secret(.prompt) }.map(\.name.value) ?? []
  }

  /// Makes a workspace for a scratch request, or adds it to one, and opens that. The environments of the scratch workspace go
  /// along, and it is empty then.
  package static func keepScratch(
    _ definition: RequestDefinition, as id: String, in folder: String, from scratch: Session, state: StateFolder,
    events: EventBus
  ) async throws -> Session {
    let (contents, active) = (ScratchContents(scratch.workspace), scratch.environmentName)
    let root = scratch.workspace.root
    let isNew = try await Blocking.run {
      if FileSystem.exists(folder) { return try keep(definition, as: id, contents, in: folder) }
      return try NewFolder.make(at: folder) { aside in try keep(definition, as: id, contents, in: aside) }
    }
    let kept = try await open(at: folder, state: state, events: events)
    for credential in kept.workspace.request(id)?.definition.credentials(in: WorkspacePaths.file(ofRequest: id)) ?? [] {
      try? kept.credentialChoices.keepInFile(credential.key)
    }
    if isNew, let active, kept.workspace.environment(active) != nil { try kept.select(environment: active) }
    for case .secret(let source) in scratch.workspace.environments.flatMap(\.definition.vars).map(\.content.value) {
      try kept.trust(source)
    }
    // What stays behind is no reason to say that nothing was saved.
    try? ScratchWorkspace.clear(root)
    return kept
  }

  /// - Returns: whether the folder became a workspace.
  private static func keep(
    _ definition: RequestDefinition, as id: String, _ contents: ScratchContents, in folder: String
  ) throws -> Bool {
    let isNew = !FileSystem.exists(folder.appendingPath(Workspace.fileName))
    let address = isNew && !contents.hasEnvironments ? ServerAddress(of: definition.url.value) : nil
    if isNew { _ = try WorkspaceScaffold(folder: folder).make(for: contents, origin: address?.origin) }
    let folder = try FileSystem.realPath(folder)
    _ = try RequestFile.create(definition.on(address), id: id, in: folder)
    try contents.add(to: folder)
    return isNew
  }
}
