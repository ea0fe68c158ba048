internal import Dispatch
internal import ParleyEngine

/// Reads a workspace: finds its files, reads each by itself, and puts together what they say.
struct WorkspaceLoader {
  private let root: String
  private let limits: WorkspaceLimits

  /// Enough files to be worth another thread.
  private static let share = 16

  init(root: String, limits: WorkspaceLimits) {
    self.root = root
    self.limits = limits
  }

  func load() throws(WorkspaceError) -> Workspace {
    let unfinished = finishChange()
    guard FileSystem.exists(root.appendingPath(WorkspacePaths.workspaceFile)) else { throw .none(above: root) }
    var scan = WorkspaceScan(root: root, limits: limits)
    let top = scan.mayRead(WorkspacePaths.workspaceFile) ? [WorkspacePaths.workspaceFile] : []
    for folder in WorkspacePaths.folders { scan.scan(folder) }
    var parts = WorkspaceParts(diagnostics: scan.diagnostics + unfinished)
    for file in read(top + scan.files) { parts.add(file) }
    var workspace = parts.workspace(at: root, folders: scan.folders.compactMap(WorkspacePaths.requestFolder))
    workspace.links = scan.links
    return workspace
  }

  /// Finishes a change that another program began to write and could not finish. If that is impossible, the files are
  /// read as they are.
  private func finishChange() -> [Diagnostic] {
    guard BegunChange.isThere(in: root) else { return [] }
    do throws(FileError) {
      let lock = try WorkspaceLock(root)
      lock.release()
      return []
    } catch {
      let place = SourcePlace.start(of: BegunChange.folderName)
      return [
        Diagnostic(.unreadableFile, .warning, at: place, "a change that was begun is not finished: \(error.reason)")
      ]
    }
  }

  /// Nothing in a file depends on another: they are read side by side, on all cores.
  private func read(_ files: [String]) -> [LoadedFile] {
    let shares = stride(from: 0, to: files.count, by: Self.share).map { files[$0..<min($0 + Self.share, files.count)] }
    let loaded = Lock([Int: [LoadedFile]]())
    DispatchQueue.concurrentPerform(iterations: shares.count) { [root, limits] index in
      let share = shares[index].map { LoadedFile($0, in: root, limits: limits.yaml) }
      loaded.withLock { $0[index] = share }
    }
    let byShare = loaded.withLock { $0 }
    return shares.indices.flatMap { byShare[$0] ?? [] }
  }
}

/// The contents of a workspace's files, collected file by file.
private struct WorkspaceParts {
  private var diagnostics: [Diagnostic]
  private var definition = WorkspaceDefinition()
  private var environments: [WorkspaceEnvironment] = []
  private var requests: [WorkspaceRequest] = []
  private var groups: [WorkspaceGroup] = []
  private var mocks: [WorkspaceMock] = []
  private var folderDefaults: [ExactString: DefaultsDefinition] = [:]
  private var sources: [ExactString: SourceText] = [:]

  init(diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics
  }

  package mutating func add(_ loaded: LoadedFile) {
    diagnostics += loaded.diagnostics
    sources[loaded.file] = loaded.source
    switch loaded.content {
    case .workspace(let definition): self.definition = definition
    case .environment(let name, let definition):
      environments.append(WorkspaceEnvironment(name: name, file: loaded.file, definition: definition))
    case .folder(let path, let defaults): folderDefaults[path] = defaults
    case .request(let id, let definition):
      let hasErrors = loaded.diagnostics.hasErrors
      requests.append(WorkspaceRequest(id: id, file: loaded.file, definition: definition, hasErrors: hasErrors))
    case .group(let id, let definition):
      let hasErrors = loaded.diagnostics.hasErrors
      groups.append(WorkspaceGroup(id: id, file: loaded.file, definition: definition, hasErrors: hasErrors))
    case .mocks(let definitions):
      mocks += definitions.enumerated().map { WorkspaceMock(file: loaded.file, index: $0, definition: $1) }
    case .stray: break
    }
  }

  package func workspace(at root: String, folders: [String]) -> Workspace {
    var workspace = Workspace(
      root: root, definition: definition, environments: environments,
      requests: requests.sorted { $0.id.precedes($1.id) },
      folderDefaults: folderDefaults, folderPaths: folders, diagnostics: diagnostics, sources: sources)
    workspace.groups = groups.sorted { $0.id.precedes($1.id) }
    workspace.mocks = mocks
    workspace.diagnostics += WorkspaceChecks(workspace).diagnostics
    workspace.diagnostics.sort { $0.place.sortKey < $1.place.sortKey }
    return workspace
  }
}

extension Form {
  /// Reads a whole file.
  package func read(_ source: SourceText, limits: YAMLLimits = .standard) -> (value: Value?, diagnostics: [Diagnostic])
  {
    source.read(limits: limits, by: read)
  }
}

extension Reader {
  /// Reads a whole file.
  package func read(_ source: SourceText, limits: YAMLLimits = .standard) -> (value: Value?, diagnostics: [Diagnostic])
  {
    source.read(limits: limits, by: read)
  }
}

extension SourceText {
  fileprivate func read<Value>(
    limits: YAMLLimits, by read: (YAMLNode, inout Decoding) -> Value?
  ) -> (value: Value?, diagnostics: [Diagnostic]) {
    YAMLDocument.parse(self, limits: limits).read(read)
  }
}

extension YAMLDocument {
  /// The value read from the file, and every mistake in it.
  package func read<Value>(_ read: (YAMLNode, inout Decoding) -> Value?) -> (value: Value?, diagnostics: [Diagnostic]) {
    if root == nil, !diagnostics.isEmpty { return (nil, diagnostics) }
    let root = root ?? YAMLNode(content: .scalar("", .plain), place: .start(of: source.file))
    var decoding = Decoding(source: source)
    let value = read(root, &decoding)
    return (value, diagnostics + decoding.diagnostics)
  }
}

extension SourcePlace {
  package var sortKey: (String, Int, Int) { (file, line, column) }
}
