/// Reads a workspace: finds its files, reads each, and puts together what they say.
struct WorkspaceLoader {
  private let root: String
  private let limits: WorkspaceLimits

  private var sources: [String: SourceText] = [:]
  private var diagnostics: [Diagnostic] = []
  private var environments: [WorkspaceEnvironment] = []
  private var requests: [WorkspaceRequest] = []
  private var folderDefaults: [String: DefaultsDefinition] = [:]

  init(root: String, limits: WorkspaceLimits) {
    self.root = root
    self.limits = limits
  }

  mutating func load() throws(WorkspaceError) -> Workspace {
    guard FileSystem.exists(root.appendingPath(Workspace.fileName)) else { throw .none(above: root) }
    var scan = WorkspaceScan(root: root, limits: limits)
    let definition = scan.mayRead(Workspace.fileName) ? read(Workspace.fileName, WorkspaceDefinition.form) : nil
    scan.scan(WorkspacePaths.environments)
    scan.scan(WorkspacePaths.requests)
    diagnostics += scan.diagnostics
    for file in scan.files { readFile(file) }
    return put(definition ?? WorkspaceDefinition(), folders: scan.folders.compactMap(WorkspacePaths.requestFolder))
  }

  private func put(_ definition: WorkspaceDefinition, folders: [String]) -> Workspace {
    var workspace = Workspace(
      root: root, definition: definition, environments: environments, requests: requests.sorted { $0.id < $1.id },
      folderDefaults: folderDefaults, folderPaths: folders, diagnostics: diagnostics, sources: sources)
    workspace.diagnostics += WorkspaceChecks(workspace).diagnostics
    workspace.diagnostics.sort { $0.place.sortKey < $1.place.sortKey }
    return workspace
  }

  private mutating func readFile(_ file: String) {
    switch WorkspacePaths.role(of: file) {
    case .environment(let name):
      let definition = read(file, EnvironmentDefinition.form) ?? EnvironmentDefinition()
      environments.append(WorkspaceEnvironment(name: name, file: file, definition: definition))
    case .folder(let path):
      folderDefaults[path] = read(file, DefaultsDefinition.folderForm)
    case .request(let id):
      let known = diagnostics.count
      let definition = read(file, RequestDefinition.form) ?? RequestDefinition()
      let hasErrors = diagnostics[known...].hasErrors
      requests.append(WorkspaceRequest(id: id, file: file, definition: definition, hasErrors: hasErrors))
    case nil:
      diagnostics.append(
        Diagnostic(.fileName, .warning, at: .start(of: file), "environments have no folders: the file is left out"))
    }
  }

  private mutating func read<Value>(_ file: String, _ form: Form<Value>) -> Value? {
    do throws(FileError) {
      let bytes = try FileSystem.read(root.appendingPath(file), limit: limits.yaml.size)
      let source = SourceText(file: file, bytes: bytes)
      sources[file] = source
      let result = form.read(source, limits: limits.yaml)
      diagnostics += result.diagnostics
      return result.value
    } catch {
      diagnostics.append(Diagnostic(.unreadableFile, at: .start(of: file), error.finding))
      return nil
    }
  }
}

extension Form {
  /// Reads a whole file.
  func read(_ source: SourceText, limits: YAMLLimits = .standard) -> (value: Value?, diagnostics: [Diagnostic]) {
    let document = YAMLDocument.parse(source, limits: limits)
    if document.root == nil, !document.diagnostics.isEmpty { return (nil, document.diagnostics) }
    let root = document.root ?? YAMLNode(content: .scalar("", .plain), place: .start(of: source.file))
    var decoding = Decoding(source: source)
    let value = read(root, &decoding)
    return (value, document.diagnostics + decoding.diagnostics)
  }
}

extension SourcePlace {
  fileprivate var sortKey: (String, Int, Int) { (file, line, column) }
}
