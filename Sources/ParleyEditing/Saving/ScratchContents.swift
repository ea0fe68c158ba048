internal import ParleyEngine
package import ParleyFiles
internal import ParleyText

/// The contents of a scratch workspace besides its request: environments, values and defaults. They are saved along
/// with it.
package struct ScratchContents: Sendable {
  private let workspace: Workspace

  package init(_ workspace: Workspace) { self.workspace = workspace }

  /// Whether somebody has made environments of their own, so that a new workspace needs no example of one.
  package var hasEnvironments: Bool { !workspace.environments.isEmpty }

  /// Whether a value that a new workspace takes its server from is there.
  var hasBaseURL: Bool { !VariableUses(in: workspace).homes(of: WorkspaceScaffold.baseURL).isEmpty }

  /// The change that puts a request, and the other contents, into a folder that is a workspace or becomes one. Existing
  /// files and values are kept.
  /// - Parameter origin: the origin of the server that a new workspace is for.
  package func change(adding definition: RequestDefinition, as id: String, origin: String?, to folder: String) throws
    -> FilesChange
  {
    try WorkspaceFileName.check(id)
    let request = WorkspacePaths.file(ofRequest: id)
    guard FileSystem.kind(of: folder.appendingPath(request)) == nil else { throw SaveError.exists(file: request) }
    let now = try FileSystem.readIfPresent(
      folder.appendingPath(WorkspacePaths.workspaceFile), limit: YAMLLimits.standard.size)
    let scaffold = now == nil ? WorkspaceScaffold(folder: folder).files(for: self, origin: origin) : []
    var files = scaffold.dropFirst().map { New(file: $0.name, bytes: Array($0.text.utf8)) }
    for environment in workspace.environments {
      let file = WorkspacePaths.file(ofEnvironment: environment.name)
      if let source = workspace.sources[file] { files.append(New(file: file, bytes: source.bytes)) }
    }
    files.removeAll { FileSystem.kind(of: folder.appendingPath($0.file)) != nil }
    files.append(New(file: request, bytes: try RequestFile.text(of: definition)))
    let settings = try settings(over: now ?? scaffold.first.map { Array($0.text.utf8) } ?? [])
    return FilesChange(
      [.init(file: WorkspacePaths.workspaceFile, before: now, after: settings)]
        + files.map { .init(file: $0.file, before: nil, after: $0.bytes) })
  }

  private struct New {
    let file: String
    let bytes: [UInt8]
  }

  /// `parley.yaml` with the values that it lacks, and the defaults.
  private func settings(over bytes: [UInt8]) throws(SaveError) -> [UInt8] {
    let patch = DefinitionPatch(
      WorkspaceDefinition.form, of: SourceText(file: WorkspacePaths.workspaceFile, bytes: bytes),
      blank: WorkspaceDefinition())
    var definition = patch.before
    let there = definition.vars
    definition.vars += workspace.definition.vars.filter { own in
      !there.contains { $0.name.value.isIdentical(to: own.name.value) }
    }
    var defaults = workspace.definition.defaults
    if defaults != DefaultsDefinition() {
      if defaults.timeout == nil, defaults.options.timeout == nil { defaults.timeout = definition.defaults.timeout }
      definition.defaults = defaults
    }
    return try patch.bytes(saying: definition)
  }
}

/// A URL of HTTP, or of a WebSocket, as its server and what is on that.
package struct ServerAddress {
  /// Such as `https://api.example.com`, whatever opens a WebSocket.
  package let origin: String
  /// A path, with the query; a WebSocket's address from the variable on.
  let rest: String

  /// Nil where the server is not written out, or somebody's name and password stand in front of it.
  package init?(of url: String) {
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
  package func on(_ address: ServerAddress?) -> RequestDefinition {
    guard let address else { return self }
    var copy = self
    copy.url = Located(address.rest)
    return copy
  }
}
