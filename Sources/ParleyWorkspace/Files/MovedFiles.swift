internal import ParleyEditing
internal import ParleyEngine
internal import ParleyFiles
internal import SystemCalls

/// Moves of files, and the folders that are empty then.
struct MovedFiles {
  private let workspace: Workspace

  init(in workspace: Workspace) { self.workspace = workspace }

  /// Moves a file, and names it again where the change says so. All of it is done, or nothing.
  /// - Returns: the change that it was.
  func move<File: NamedFile>(_ file: File, to new: String, _ change: NameChange?) throws -> FilesChange {
    let patches = try change?.patches(in: workspace) ?? [:]
    let made = self.change(moving: [(file.source, File.file(of: new))], patches)
    if patches.isEmpty {
      _ = try file.move(to: new)
    } else {
      try File.check(new)
      try made.make(in: workspace.root)
    }
    removeEmptyFolders(around: file.file)
    return made
  }

  /// Removes a folder of requests, and those around it, as far as nothing is in them.
  func removeFolderIfEmpty(_ path: String) {
    removeEmptyFolders(around: WorkspacePaths.requests.appendingPath(path).appendingPath("x"))
  }

  /// Removes the folders that a file was the last one in, but for the one of its kind. Folders that hold anything stay.
  func removeEmptyFolders(around file: String) {
    var parts = file.split(separator: "/").dropLast()
    while parts.count > 1 {
      do throws(FileError) {
        try FilePlace(parts.joined(separator: "/"), beneath: workspace.root, isNew: true).removeFolder()
      } catch { return }
      parts = parts.dropLast()
    }
  }

  /// The change that moves files, and with the patches changes others.
  func change(
    moving moves: [(source: SourceText, file: String)], _ patches: [ExactString: [UInt8]]
  ) -> FilesChange {
    let moved = Set(names: moves.map(\.source.file))
    let others = patches.filter { !moved.contains($0.key) }.sorted { $0.key.text < $1.key.text }
    return FilesChange(
      moves.flatMap { source, file -> [FilesChange.Item] in
        let after = patches[ExactString(source.file)] ?? source.bytes
        return [
          .init(file: file, before: nil, after: after, movedFrom: source.file),
          .gone(source.file, source.bytes, in: workspace.root),
        ]
      } + others.map { .init(file: $0.key.text, before: workspace.sources[$0.key]?.bytes, after: $0.value) })
  }
}

/// A file whose name people give, and change.
protocol NamedFile {
  var id: String { get }
  var file: String { get }
  var source: SourceText { get }
  func move(to id: String) throws(SaveError) -> Self
  static func check(_ id: String) throws(SaveError)
  static func file(of id: String) -> String
}

extension RequestFile: NamedFile {
  static func check(_ id: String) throws(SaveError) { try WorkspaceFileName.check(id) }
  static func file(of id: String) -> String { WorkspacePaths.file(ofRequest: id) }
}

extension GroupFile: NamedFile {
  static func check(_ id: String) throws(SaveError) { try WorkspaceFileName.check(id, isRequest: false) }
  static func file(of id: String) -> String { WorkspacePaths.file(ofGroup: id) }
}
