internal import ParleyEngine
import ParleyText

/// The mistakes that would stop every send of a request, whatever values are given or entered.
struct SendChecks {
  private(set) var diagnostics: [Diagnostic] = []
  private let workspace: Workspace
  /// Values of the path that steps give, by request.
  private let given: [ExactString: Set<String>]
  private let hasNoServer: Bool

  init(_ workspace: Workspace) {
    self.workspace = workspace
    given = Self.valuesGiven(in: workspace)
    hasNoServer = Self.hasNoServer(workspace)
    for request in workspace.requests where !request.hasErrors { check(request) }
    for path in workspace.sentPaths { check(path) }
    diagnostics += AddressChecks(workspace).diagnostics + ContentChecks(workspace).diagnostics
  }

  /// Whether requests have no server. False if `parley.yaml` cannot be read, since it is unknown then.
  private static func hasNoServer(_ workspace: Workspace) -> Bool {
    workspace.definition.servers.isEmpty && workspace.sources[ExactString(WorkspacePaths.workspaceFile)] != nil
      && !workspace.diagnostics.contains { $0.severity == .error && $0.place.file == WorkspacePaths.workspaceFile }
  }

  private mutating func check(_ request: WorkspaceRequest) {
    let definition = request.definition
    if hasNoServer, definition.server == nil, definition.needsServer {
      diagnostics.append(.noServer(at: definition.url.place ?? .start(of: request.file)))
    }
    let values = Set(definition.path.filter(\.isOn).map(\.name)).union(given[request.id] ?? [])
    for name in definition.pathVariables where !values.contains(name) {
      diagnostics.append(.noValue(of: name, at: definition.url.place ?? .start(of: request.file)))
    }
  }

  /// Only a warning: a program or a download may make it before it is sent, and an import leaves it to be put there.
  private mutating func check(_ path: PathText) {
    guard path.use == .reading, !path.text.value.hasTemplateMark, let place = path.text.place else { return }
    let location = FileAccess(root: workspace.root).location(of: path.text.value)
    guard location.isInside(folder: workspace.root) else { return }
    if FileSystem.kind(ofTarget: location) == .directory {
      diagnostics.append(
        Diagnostic(.wrongValue, at: place, "\(Printable.quoted(path.text.value)) is a folder", hint: "a file is sent"))
    }
    guard FileSystem.kind(ofTarget: location) == nil else { return }
    diagnostics.append(
      Diagnostic(
        .unknownName, .warning, at: place,
        "there is no file \(Printable.quoted(path.text.value))", hint: "paths start from the workspace's folder"))
  }

  private static func valuesGiven(in workspace: Workspace) -> [ExactString: Set<String>] {
    workspace.groups.flatMap(\.definition.allNodes).reduce(into: [:]) { given, node in
      guard let request = node.request?.value, let rows = node.with?.path else { return }
      given[ExactString(request), default: []].formUnion(rows.map(\.name))
    }
  }
}
