package import ParleyEditing
package import ParleyEngine
package import ParleyFiles
internal import SystemCalls

/// Changes to the workspace's files. `Session.workspace` shows them after the next `reload()`.
package struct WorkspaceFiles: Sendable {
  let session: Session

  /// - Throws: `WorkspaceError` when there is no such request.
  package func request(_ id: String) throws(WorkspaceError) -> WorkspaceRequest {
    guard let request = session.workspace.request(id) else { throw .unknownRequest(id, in: session.workspace) }
    return request
  }

  /// The error of a request that the workspace does not have. Somebody who wrote nearly a name of one did not mean a URL.
  package func unknown(_ request: String) throws -> any ExplainedError {
    let error = WorkspaceError.unknownRequest(request, in: session.workspace)
    if NearestID.question(request, among: session.workspace.requests.map(\.id)) != nil { return error }
    let address = "A URL is sent as https://host/path; `parley URL` opens it in the workbench."
    return WorkspaceError(
      "unknownRequest", error.summary, advice: [error.advice, address].compactMap(\.self).joined(separator: " "))
  }

  /// Writes an edit into the request's file, and leaves everything else in it as it is.
  package func save(_ edited: RequestDefinition, as id: String) throws {
    _ = try file(of: id).save(edited)
  }

  /// The new text of a request's file, for an edit that cannot be written into the old one. Nothing is written.
  package func rewriting(_ edited: RequestDefinition, as id: String) throws -> FileChange {
    let file = try file(of: id)
    return FileChange(file: file.file, before: file.source.bytes, after: try file.rewritten(edited))
  }

  /// Makes such a change, which a person has agreed to.
  /// - Throws: `SaveError.changedOnDisk` when the file is not the one that was shown.
  package func rewrite(_ id: String, from before: [UInt8], to after: [UInt8]) throws {
    let file = try file(of: id)
    guard file.source.bytes == before else { throw SaveError.changedOnDisk(file: file.file) }
    _ = try file.rewrite(as: after)
  }

  package func create(_ definition: RequestDefinition, as id: String) throws {
    _ = try RequestFile.create(definition, id: id, in: session.workspace.root)
  }

  /// Gives a request another name, or moves it to another folder.
  /// - Parameter everywhere: whether the files that name it are changed too, without touching any other byte. All of
  ///   them are written, or none.
  @discardableResult
  package func move(_ id: String, to new: String, everywhere: Bool = false) throws -> FilesChange {
    let workspace = session.workspace
    let change = everywhere ? NameChange(ofRequest: id, to: new, in: workspace) : nil
    return try MovedFiles(in: workspace).move(try file(of: id), to: new, change)
  }

  /// Gives several requests other names. All of it is done, or nothing. No new name may be that of one that is moved.
  @discardableResult
  func move(_ moves: [(old: String, new: String)], everywhere: Bool) throws -> FilesChange {
    let workspace = session.workspace
    let files = try moves.map { try file(of: $0.old) }
    for move in moves { try WorkspaceFileName.check(move.new) }
    let patches = everywhere ? try NameChange(ofRequests: moves, in: workspace).patches(in: workspace) : [:]
    let targets = moves.map { WorkspacePaths.file(ofRequest: $0.new) }
    let moving = MovedFiles(in: workspace)
    let change = moving.change(moving: zip(files.map(\.source), targets).map { ($0, $1) }, patches)
    try change.make(in: workspace.root)
    for file in files { moving.removeEmptyFolders(around: file.source.file) }
    return change
  }

  /// - Throws: `UnplacedCredentials` where somebody has to choose first where what stands in the file belongs.
  package func duplicate(_ id: String, as new: String) throws {
    let copy = SourceText(file: WorkspacePaths.file(ofRequest: new), bytes: try file(of: id).source.bytes)
    _ = try file(of: id).duplicate(as: new, saying: try session.credentials.settled(copy))
  }

  @discardableResult
  package func delete(_ id: String) throws -> FilesChange { try delete([id]) }

  /// Deletes the files of several requests: all of them, or none.
  func delete(_ ids: [String]) throws -> FilesChange {
    let root = session.workspace.root
    let change = FilesChange(
      try ids.map { id in
        let file = try file(of: id)
        return .gone(file.file, file.source.bytes, in: root)
      })
    try change.make(in: root)
    return change
  }

  /// The mistakes that keep a request, as it is being edited, from being sent.
  package func mistakes(in request: EffectiveRequest) -> [Diagnostic] {
    RequestMistakes(
      request, workspace: session.workspace, environment: session.environment, scope: session.sending.scope
    ).diagnostics
  }

  private func file(of id: String) throws -> RequestFile {
    guard let file = RequestFile(id, in: session.workspace) else {
      throw WorkspaceError.unknownRequest(id, in: session.workspace)
    }
    return file
  }
}

// The same for groups.
extension WorkspaceFiles {
  /// Makes a group without steps.
  package func createGroup(_ id: String) throws {
    _ = try GroupFile.create(Array("serial: []\n".utf8), id: id, in: session.workspace.root)
  }

  /// Gives a group another name, or moves it to another folder.
  /// - Parameter everywhere: whether the groups that run it are changed too, without touching any other byte. All of
  ///   them are written, or none.
  @discardableResult
  package func moveGroup(_ id: String, to new: String, everywhere: Bool = false) throws -> FilesChange {
    let workspace = session.workspace
    let change = everywhere ? NameChange(ofGroup: id, to: new, in: workspace) : nil
    return try MovedFiles(in: workspace).move(try groupFile(of: id), to: new, change)
  }

  package func duplicateGroup(_ id: String, as new: String) throws {
    let copy = SourceText(file: WorkspacePaths.file(ofGroup: new), bytes: try groupFile(of: id).source.bytes)
    _ = try groupFile(of: id).duplicate(as: new, saying: try session.credentials.settled(copy))
  }

  @discardableResult
  package func deleteGroup(_ id: String) throws -> FilesChange {
    let file = try groupFile(of: id)
    let change = FilesChange([.gone(file.file, file.source.bytes, in: session.workspace.root)])
    try change.make(in: session.workspace.root)
    return change
  }

  private func groupFile(of id: String) throws -> GroupFile {
    guard let file = GroupFile(id, in: session.workspace) else {
      throw WorkspaceError.unknownGroup(id, in: session.workspace)
    }
    return file
  }
}

/// A file whose name people give, and change.
private protocol NamedFile {
  var id: String { get }
  var file: String { get }
  var source: SourceText { get }
  func move(to id: String) throws(SaveError) -> Self
  static func check(_ id: String) throws(SaveError)
  static func file(of id: String) -> String
}

extension RequestFile: NamedFile {
  fileprivate static func check(_ id: String) throws(SaveError) { try WorkspaceFileName.check(id) }
  fileprivate static func file(of id: String) -> String { WorkspacePaths.file(ofRequest: id) }
}

extension GroupFile: NamedFile {
  fileprivate static func check(_ id: String) throws(SaveError) { try WorkspaceFileName.check(id, isRequest: false) }
  fileprivate static func file(of id: String) -> String { WorkspacePaths.file(ofGroup: id) }
}

/// Moves of files, and the folders that are empty then.
struct MovedFiles {
  private let workspace: Workspace

  init(in workspace: Workspace) { self.workspace = workspace }

  /// Moves a file, and names it again where the change says so. All of it is done, or nothing.
  /// - Returns: the change that it was.
  fileprivate func move<File: NamedFile>(_ file: File, to new: String, _ change: NameChange?) throws -> FilesChange {
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
