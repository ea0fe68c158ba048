package import ParleyEditing
package import ParleyEngine
package import ParleyFiles

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
