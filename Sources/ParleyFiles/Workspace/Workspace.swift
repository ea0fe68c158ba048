package import ParleyEngine

/// A folder of requests and environments, read.
///
/// A value: it has the contents of the files when they were read. Anything that could not be understood is in
/// `diagnostics`; all else is usable.
package struct Workspace: Sendable {
  /// The folder's real path.
  package let root: String
  @CopyOnWrite package private(set) var definition: WorkspaceDefinition
  /// In the order of their names.
  package private(set) var environments: [WorkspaceEnvironment]
  /// In the order of their ids.
  package let requests: [WorkspaceRequest]
  /// In the order of their ids.
  package internal(set) var groups: [WorkspaceGroup] = [] {
    didSet { groupIndex = Self.index(groups.map(\.id)) }
  }
  /// In the order of files and items: the first that fits answers.
  package internal(set) var mocks: [WorkspaceMock] = []
  /// Symbolic links among its files, wherever they lead, by their paths within it.
  package var links: [String] = []
  /// Everything under `requests/`.
  @CopyOnWrite package private(set) var tree: WorkspaceFolder
  /// In the order of files and lines.
  package internal(set) var diagnostics: [Diagnostic]
  /// Every file that was read, by its path within the workspace.
  package internal(set) var sources: [ExactString: SourceText]

  private let requestIndex: [ExactString: Int]
  private let environmentIndex: [ExactString: Int]
  private var groupIndex: [ExactString: Int] = [:]
  /// By path; only folders with a `folder.yaml`.
  package let folderDefaults: [ExactString: DefaultsDefinition]

  package init(
    root: String, definition: WorkspaceDefinition, environments: [WorkspaceEnvironment], requests: [WorkspaceRequest],
    folderDefaults: [ExactString: DefaultsDefinition], folderPaths: [String], diagnostics: [Diagnostic],
    sources: [ExactString: SourceText]
  ) {
    self.root = root
    self.definition = definition
    self.environments = environments
    self.requests = requests
    self.folderDefaults = folderDefaults
    self.diagnostics = diagnostics
    self.sources = sources
    tree = WorkspaceFolder.tree(of: requests.map(\.id), folders: folderPaths, defaults: folderDefaults)
    requestIndex = Self.index(requests.map(\.id))
    environmentIndex = Self.index(environments.map(\.name))
  }

  private static func index(_ names: [String]) -> [ExactString: Int] {
    Dictionary(names.enumerated().map { (ExactString($1), $0) }) { first, _ in first }
  }
}

extension Workspace {
  /// The same with the variables of the workspace, and of the environment of that name, changed.
  func changingVariables(in environment: String?, _ change: ([Variable]) -> [Variable]) -> Workspace {
    var copy = self
    copy.definition.vars = change(definition.vars)
    if let index = environment.flatMap({ environmentIndex[ExactString($0)] }) {
      copy.environments[index].definition.vars = change(environments[index].definition.vars)
    }
    return copy
  }

  package var identity: WorkspaceIdentity { WorkspaceIdentity(path: root, id: definition.id?.value ?? "") }

  /// As the folder is called.
  package var name: String { root.lastPathPart }

  package func request(_ id: String) -> WorkspaceRequest? {
    requestIndex[id].map { requests[$0] }
  }

  package func environment(_ name: String) -> WorkspaceEnvironment? {
    environmentIndex[ExactString(name)].map { environments[$0] }
  }

  package func group(_ id: String) -> WorkspaceGroup? {
    groupIndex[ExactString(id)].map { groups[$0] }
  }

  /// The defaults that hold for a request, the nearest first: those of its folders, of the active environment, and of the
  /// workspace.
  package func defaults(for id: String, in environment: WorkspaceEnvironment? = nil) -> [AppliedDefaults] {
    var levels: [AppliedDefaults] = []
    var path = id.folderOfID
    while true {
      if let defaults = folderDefaults[path] { levels.append(.init(origin: .folder(path), defaults: defaults)) }
      if path.isEmpty { break }
      path = path.folderOfID
    }
    if let environment {
      levels.append(.init(origin: .environment(environment.name), defaults: environment.definition.defaults))
    }
    levels.append(.init(origin: .workspace, defaults: definition.defaults))
    return levels
  }
}

// Its mistakes.
extension Workspace {
  /// The text of a file that is not YAML, with the first error; nil for any other file.
  package func syntaxError(in file: String) -> (text: String, error: Diagnostic)? {
    let error = diagnostics.first { $0.code == .syntax && $0.place.file.isIdentical(to: file) }
    guard let error, let source = sources[ExactString(file)] else { return nil }
    return (String(decoding: source.bytes, as: UTF8.self), error)
  }

  /// Returns the errors of a file by itself. Names and servers are checked at each send, which may set values.
  package func readingErrors(in file: String) -> [Diagnostic] {
    let others: Set<Diagnostic.Code> = [.unknownName, .circularName, .template, .unknownServer]
    return diagnostics.filter { $0.place.file == file && $0.severity == .error && !others.contains($0.code) }
  }

  /// The files with errors, those too that show only beside other files, such as a name that nobody has.
  package var filesWithErrors: Set<ExactString> {
    Set(names: diagnostics.lazy.filter { $0.severity == .error }.map(\.place.file))
  }

  /// The files with warnings.
  package var filesWithWarnings: Set<ExactString> {
    Set(names: diagnostics.lazy.filter { $0.severity == .warning }.map(\.place.file))
  }
}

/// Defaults, and where they come from.
package struct AppliedDefaults: Sendable, Equatable {
  package let origin: ValueOrigin
  @CopyOnWrite package private(set) var defaults: DefaultsDefinition

  package init(origin: ValueOrigin, defaults: DefaultsDefinition) {
    (self.origin, self.defaults) = (origin, defaults)
  }
}

/// A request of a workspace.
package struct WorkspaceRequest: Sendable, Equatable {
  /// Its path under `requests/` without the ending, as in `cart/add`.
  package let id: String
  /// Within the workspace, as in `requests/cart/add.yaml`.
  package let file: String
  @CopyOnWrite package private(set) var definition: RequestDefinition
  /// Its file has mistakes: `definition` is what could be understood.
  package let hasErrors: Bool

  /// The last part of the id.
  package var name: String { id.lastPathPart }
}

/// An environment of a workspace.
package struct WorkspaceEnvironment: Sendable, Equatable {
  /// Its file's name without the ending.
  package let name: String
  /// Within the workspace, as in `environments/local.yaml`.
  package let file: String
  @CopyOnWrite package fileprivate(set) var definition: EnvironmentDefinition
}
