import ParleyEngine
package import ParleyFiles

/// Makes a new workspace: the smallest one that sends a request.
package struct WorkspaceScaffold: Sendable {
  private let folder: String
  private let id: String

  /// - Parameter folder: made with its parents when it is not there.
  package init(folder: String) {
    var generator = SystemRandomNumberGenerator()
    self.init(folder: folder, using: &generator)
  }

  init(folder: String, using generator: inout some RandomNumberGenerator) {
    self.folder = folder
    id = RandomText.id(using: &generator)
  }

  /// How many files and folders are in the folder that make no workspace of it; 0 where it is one already.
  package var otherFiles: Int {
    guard !FileSystem.exists(folder.appendingPath(WorkspacePaths.workspaceFile)) else { return 0 }
    let own = Set(files.map { String($0.name.prefix { $0 != "/" }) })
    return ((try? Directory.entries(folder)) ?? []).count { entry in entry.name.map { !own.contains($0) } ?? true }
  }

  /// Writes the files. None of them replaces an existing one.
  /// - Returns: the written files, as paths within the folder.
  /// - Throws: `WorkspaceError` if the folder is a workspace already, or cannot be written to.
  package func make() throws(WorkspaceError) -> [String] { try make(files) }

  /// The files for somebody who has a request, and maybe environments, already.
  /// - Parameter origin: the origin of the workspace's server; nil if it is not known.
  func files(for scratch: ScratchContents, origin: String?) -> [(name: String, text: String)] {
    let hasServer = scratch.hasEnvironments ? scratch.hasBaseURL : origin != nil
    let workspace = (WorkspacePaths.workspaceFile, workspaceText(hasServer: hasServer))
    guard !scratch.hasEnvironments, let origin else { return [workspace] }
    return [workspace, (WorkspacePaths.file(ofEnvironment: "local"), Self.environmentText(origin))]
  }

  private func make(_ files: [(name: String, text: String)]) throws(WorkspaceError) -> [String] {
    guard !FileSystem.exists(folder.appendingPath(WorkspacePaths.workspaceFile)) else { throw .alreadyThere(folder) }
    let missing = files.filter { !FileSystem.exists(folder.appendingPath($0.name)) }
    let change = FilesChange(missing.map { .init(file: $0.name, before: nil, after: Array($0.text.utf8)) })
    do { try write(change) } catch {
      throw WorkspaceError("unreadable", (error as? any ExplainedError)?.summary ?? "\(error)")
    }
    return missing.map(\.name)
  }

  private func write(_ change: FilesChange) throws {
    guard FileSystem.exists(folder) else {
      return try NewFolder.make(at: folder) { aside in try change.make(in: aside) }
    }
    try change.make(in: FileSystem.realPath(folder))
  }

  private var files: [(name: String, text: String)] {
    [
      (WorkspacePaths.workspaceFile, workspaceText(hasServer: true)),
      (WorkspacePaths.file(ofEnvironment: "local"), Self.environmentText("http://127.0.0.1:8080")),
      (WorkspacePaths.file(ofRequest: "hello"), Self.requestText),
    ]
  }

  /// The value that the server of a new workspace is taken from.
  static let baseURL = "baseUrl"

  private func workspaceText(hasServer: Bool) -> String {
    """
    parley: 1
    id: \(id)  # says which history belongs to this workspace; keep it
    \(hasServer ? "servers:\n  api: \"{{\(Self.baseURL)}}\"\n" : "")defaults:
      timeout: 30s

    """
  }

  private static func environmentText(_ origin: String) -> String {
    """
    vars:
      \(baseURL): \(origin)
      # A secret's value is never written here, only where it comes from:
      # password: { secret: prompt }
    color: green

    """
  }

  private static let requestText = """
    url: /
    docs: |
      The first request: change the URL here, and the server in environments/local.yaml.

    """
}

extension WorkspaceScaffold {
  /// An id that no other workspace has.
  package static func newID() -> String {
    var generator = SystemRandomNumberGenerator()
    return RandomText.id(using: &generator)
  }
}

extension WorkspaceError {
  static func alreadyThere(_ folder: String) -> WorkspaceError {
    WorkspaceError("alreadyThere", "\(folder) is already a workspace.", advice: "Open it with `parley -w \(folder)`.")
  }
}
