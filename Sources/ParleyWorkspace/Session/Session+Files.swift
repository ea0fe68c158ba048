internal import ParleyEngine
internal import SystemCalls

// Changes to the workspace's files. `workspace` shows them after the next `reload()`.
extension Session {
  /// - Throws: `WorkspaceError` when there is no such request.
  package func request(_ id: String) throws(WorkspaceError) -> WorkspaceRequest {
    guard let request = workspace.request(id) else { throw .unknownRequest(id, in: workspace) }
    return request
  }

  /// Writes an edit into the request's file, and leaves everything else in it as it is.
  package func save(_ edited: RequestDefinition, as id: String) throws {
    _ = try file(of: id).save(edited)
  }

  /// What a request's file would become where an edit cannot be written into it. Nothing is written.
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
    _ = try RequestFile.create(definition, id: id, in: workspace.root)
  }

  /// Gives a request another name, or moves it to another folder.
  /// - Parameter everywhere: in the files too that name it, of which every other byte stays. All of them are written, or none.
  package func move(_ id: String, to new: String, everywhere: Bool = false) throws {
    let workspace = workspace
    let change = everywhere ? NameChange(ofRequest: id, to: new, in: workspace) : nil
    try workspace.move(try file(of: id), to: new, change)
  }

  /// - Throws: `UnplacedCredentials` where somebody has to choose first where what stands in the file belongs.
  package func duplicate(_ id: String, as new: String) throws {
    let copy = SourceText(file: WorkspacePaths.file(ofRequest: new), bytes: try file(of: id).source.bytes)
    _ = try file(of: id).duplicate(as: new, saying: try settled(copy))
  }

  package func delete(_ id: String) throws {
    try file(of: id).delete()
  }

  /// What keeps a request, as it is being edited, from being sent.
  package func mistakes(in request: EffectiveRequest) -> [Diagnostic] {
    RequestMistakes(request, workspace: workspace, environment: environment, scope: scope).diagnostics
  }

  private func file(of id: String) throws -> RequestFile {
    guard let file = RequestFile(id, in: workspace) else { throw WorkspaceError.unknownRequest(id, in: workspace) }
    return file
  }
}

// The same for groups.
extension Session {
  /// Makes a group without steps.
  package func createGroup(_ id: String) throws {
    _ = try GroupFile.create(Array("serial: []\n".utf8), id: id, in: workspace.root)
  }

  /// Gives a group another name, or moves it to another folder.
  /// - Parameter everywhere: in the groups too that run it, of which every other byte stays. All of them are written, or none.
  package func moveGroup(_ id: String, to new: String, everywhere: Bool = false) throws {
    let workspace = workspace
    let change = everywhere ? NameChange(ofGroup: id, to: new, in: workspace) : nil
    try workspace.move(try groupFile(of: id), to: new, change)
  }

  package func duplicateGroup(_ id: String, as new: String) throws {
    let copy = SourceText(file: WorkspacePaths.file(ofGroup: new), bytes: try groupFile(of: id).source.bytes)
    _ = try groupFile(of: id).duplicate(as: new, saying: try settled(copy))
  }

  package func deleteGroup(_ id: String) throws {
    try groupFile(of: id).delete()
  }

  private func groupFile(of id: String) throws -> GroupFile {
    guard let file = GroupFile(id, in: workspace) else { throw WorkspaceError.unknownGroup(id, in: workspace) }
    return file
  }
}

/// A file whose name people give, and change.
private protocol NamedFile {
  var id: String { get }
  var file: String { get }
  func move(to id: String) throws(SaveError) -> Self
}

extension RequestFile: NamedFile {}
extension GroupFile: NamedFile {}

extension Workspace {
  /// Moves a file, and names it again where the change says so. All of it is done, or nothing.
  fileprivate func move(_ file: some NamedFile, to new: String, _ change: NameChange?) throws {
    let patches = try change?.patches(in: self) ?? [:]
    for path in patches.names { try checkUnchanged(path) }
    let moved = try file.move(to: new)
    do throws(SaveError) {
      try write(patches.map { ($0.text.isIdentical(to: file.file) ? moved.file : $0.text, $1) })
    } catch {
      _ = try? moved.move(to: file.id)
      throw error
    }
  }

  /// Is the file on disk what was read?
  fileprivate func checkUnchanged(_ file: String) throws(SaveError) {
    let onDisk: [UInt8]?
    do throws(FileError) {
      onDisk = try FileSystem.readIfPresent(root.appendingPath(file), limit: YAMLLimits.standard.size)
    } catch { throw .file(error) }
    guard let onDisk else { throw .deletedOnDisk(file: file) }
    guard onDisk == sources[file]?.bytes else { throw .changedOnDisk(file: file) }
  }

  /// Writes files, or leaves all as they were.
  fileprivate func write(_ files: [(path: String, bytes: [UInt8])]) throws(SaveError) {
    var written: [String] = []
    do throws(FileError) {
      for (file, bytes) in files {
        try AtomicFile.write(bytes, to: root.appendingPath(file))
        written.append(file)
      }
    } catch {
      for file in written {
        if let before = sources[file]?.bytes { try? AtomicFile.write(before, to: root.appendingPath(file)) }
      }
      throw .file(error)
    }
  }
}
