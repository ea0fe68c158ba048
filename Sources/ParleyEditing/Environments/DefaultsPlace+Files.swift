internal import ParleyEngine
package import ParleyFiles
package import ParleyModel
internal import ParleyText

extension DefaultsPlace {
  /// The defaults declared here; empty if there are none.
  /// - Throws: `WorkspaceError` if there is no such environment or folder.
  package func defaults(in workspace: Workspace) throws(WorkspaceError) -> DefaultsDefinition {
    switch self {
    case .workspace: return workspace.definition.defaults
    case .folder(let path):
      guard path.isEmpty || workspace.tree.descendantPaths.contains(where: { $0.isIdentical(to: path) }) else {
        throw WorkspaceError("noFolder", "There is no folder \(Printable.quoted(path)) of requests.")
      }
      return workspace.folderDefaults[path] ?? DefaultsDefinition()
    case .environment(let name):
      guard let environment = workspace.environment(name) else {
        throw WorkspaceError("noEnvironment", "There is no environment \(Printable.quoted(name)).")
      }
      return environment.definition.defaults
    }
  }

  /// The effective defaults here: those declared here, given as a request, over those declared further out.
  package func effective(
    _ said: RequestDefinition, in workspace: Workspace, environment: WorkspaceEnvironment?
  ) -> EffectiveRequest {
    EffectiveRequest(
      said, id: "", levels: levelsBeyond(in: workspace, environment), servers: workspace.definition.servers)
  }

  private func levelsBeyond(in workspace: Workspace, _ environment: WorkspaceEnvironment?) -> [AppliedDefaults] {
    switch self {
    case .workspace: []
    case .environment: [AppliedDefaults(origin: .workspace, defaults: workspace.definition.defaults)]
    case .folder(let path):
      // An id in the folder, whose own defaults are what is edited.
      workspace.defaults(for: path.isEmpty ? "x" : path + "/x", in: environment).filter { $0.origin != .folder(path) }
    }
  }

  /// The file that says it, with something else in it.
  /// - Throws: `SaveError` where the file cannot be changed so.
  package func change(in workspace: Workspace, to defaults: DefaultsDefinition) throws -> FilesChange {
    let known = workspace.sources[file]
    let source = known ?? SourceText(file: file, bytes: [])
    let bytes: [UInt8]
    switch self {
    case .workspace:
      bytes = try DefinitionPatch(WorkspaceDefinition.form, of: source, blank: WorkspaceDefinition())
        .bytes(saying: \.defaults, defaults)
    case .environment:
      bytes = try DefinitionPatch(EnvironmentDefinition.form, of: source, blank: EnvironmentDefinition())
        .bytes(saying: \.defaults, defaults)
    case .folder:
      bytes = try DefinitionPatch(DefaultsDefinition.folderForm, of: source, blank: DefaultsDefinition())
        .bytes(saying: \.self, defaults)
    }
    return FilesChange([.init(file: file, before: known?.bytes, after: bytes)])
  }
}

extension DefinitionPatch {
  fileprivate func bytes(
    saying path: WritableKeyPath<Definition, DefaultsDefinition>, _ defaults: DefaultsDefinition
  ) throws(SaveError) -> [UInt8] {
    var edited = before
    edited[keyPath: path] = defaults
    return try bytes(saying: edited)
  }
}

extension RequestDefinition {
  /// A request that sets what the defaults set, so that both are read and edited in the same way. Values in a short
  /// form are where a request has them.
  package init(saying defaults: DefaultsDefinition) {
    self.init()
    (server, headers, auth) = (defaults.server, defaults.headers, defaults.auth)
    (queryStyle, root, serialization) = (defaults.queryStyle, defaults.root, defaults.serialization)
    (expect, response, retry, cache) = (defaults.expect, defaults.response, defaults.retry, defaults.cache)
    (duplicates, options, hold, docs) = (defaults.duplicates, defaults.wholeOptions, defaults.hold, defaults.docs)
    response.codec = defaults.response.codec ?? defaults.codec
  }
}

extension DefaultsDefinition {
  /// The defaults that such a request stands for, over those of the file. Values in their short form stay in it.
  package init(saidBy request: RequestDefinition, over file: DefaultsDefinition) {
    self = file
    (server, headers, auth) = (request.server, request.headers, request.auth)
    (queryStyle, root, serialization) = (request.queryStyle, request.root, request.serialization)
    (expect, response, retry, cache) = (request.expect, request.response, request.retry, request.cache)
    (duplicates, options, hold, docs) = (request.duplicates, request.options, request.hold, request.docs)
    if file.options.timeout == nil { (timeout, options.timeout) = (request.options.timeout, nil) }
    if file.options.redirects == nil { (redirects, options.redirects) = (request.options.redirects, nil) }
    if file.response.codec == nil { (codec, response.codec) = (request.response.codec, nil) }
  }
}
