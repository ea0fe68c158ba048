internal import ParleyEditing
import ParleyEngine
internal import ParleyFiles
internal import ParleyStore

// Folders of requests, and several requests at once. What can be refused is, before anything has changed.
extension WorkspaceFiles {
  /// The files outside of a folder that name its requests, in order.
  package func naming(folder: String) -> [String] {
    let uses = NameUses(in: session.workspace)
    let inside = WorkspacePaths.requests.appendingPath(folder)
    let files = requests(in: folder).flatMap { uses.files(namingRequest: $0) }
    return Set(files).filter { !$0.isInside(folder: inside) }.sorted()
  }

  /// The files besides their own that name some requests, in order.
  package func naming(requests ids: [String]) -> [String] {
    let uses = NameUses(in: session.workspace)
    let own = Set(names: ids.map { WorkspacePaths.file(ofRequest: $0) })
    return Set(ids.flatMap { uses.files(namingRequest: $0) }).filter { !own.contains(ExactString($0)) }.sorted()
  }

  /// Moves a folder with all that is in it.
  /// - Parameter everywhere: whether the files that name its requests name them again.
  @discardableResult
  package func rename(folder: String, to new: String, everywhere: Bool) async throws -> FilesStep {
    guard !new.isInside(folder: folder) else {
      throw WorkspaceError("folderInItself", "A folder cannot be moved into itself.")
    }
    var step = try await rename(
      requests(in: folder).map { ($0, new + $0.dropFirst(folder.count)) }, everywhere: everywhere)
    for path in foldersWithDefaults(in: folder) {
      step.add(FilesStep(try moveDefaults(of: path, to: new + path.dropFirst(folder.count))))
    }
    removeEmptyFolders(in: folder)
    try await session.reload()
    return step
  }

  /// Deletes a folder with all that is in it that is of the workspace. Files of others stay, and the folders they are in.
  @discardableResult
  package func delete(folder: String) async throws -> FilesStep {
    var step = try await delete(requests: requests(in: folder))
    let root = session.workspace.root
    for path in foldersWithDefaults(in: folder) {
      let file = Self.defaultsFile(of: path)
      guard let bytes = try FileSystem.readIfPresent(root.appendingPath(file), limit: 4 << 20) else { continue }
      let change = FilesChange([.gone(file, bytes, in: root)])
      try change.make(in: root)
      step.add(FilesStep(change))
    }
    removeEmptyFolders(in: folder)
    try await session.reload()
    return step
  }

  /// Moves requests into a folder; the files that name them name them again.
  /// - Parameter folder: empty for the top.
  @discardableResult
  package func move(requests ids: [String], into folder: String) async throws -> FilesStep {
    let moves = try checkedMoves(of: ids, into: folder)
    return try await rename(moves.filter { !$0.0.isIdentical(to: $0.1) }, everywhere: true)
  }

  /// Checks that all of the requests can be moved there, before the first of them is.
  package func checkMove(of ids: [String], into folder: String) throws {
    try checkFree(try checkedMoves(of: ids, into: folder))
  }

  private func checkedMoves(of ids: [String], into folder: String) throws -> [(String, String)] {
    let moves = ids.map { ($0, folder.isEmpty ? $0.lastPathPart : folder.appendingPath($0.lastPathPart)) }
    guard Set(names: moves.map(\.1)).count == moves.count else {
      throw WorkspaceError("sameName", "Two of the requests have the same name, and one folder cannot hold both.")
    }
    return moves
  }

  /// Deletes requests with their unsaved edits: all of them, or none.
  @discardableResult
  package func delete(requests ids: [String]) async throws -> FilesStep {
    var drafts: [Draft] = []
    for id in ids { if let draft = try? await session.store.drafts.load(id) { drafts.append(draft) } }
    let change = try delete(ids)
    for id in ids { try await session.store.drafts.remove(id) }
    try await session.reload()
    return FilesStep(change, drafts: drafts)
  }

  private func checkFree(_ moves: [(String, String)]) throws {
    let leaving = Set(names: moves.map(\.0))
    let workspace = session.workspace
    for (_, new) in moves where workspace.request(new) != nil && !leaving.contains(ExactString(new)) {
      throw WorkspaceError("exists", "There is a request \(new) already.", advice: "Nothing was moved.")
    }
  }

  private func rename(_ moves: [(String, String)], everywhere: Bool) async throws -> FilesStep {
    try checkFree(moves)
    let leaving = Set(names: moves.map(\.0))
    // A file that takes the place of another one that moves comes after it.
    guard moves.contains(where: { leaving.contains(ExactString($0.1)) }) else {
      return try await rename(requests: moves.map { (old: $0.0, new: $0.1) }, everywhere: everywhere)
    }
    var step = FilesStep()
    for (old, new) in Self.inOrder(moves) {
      step.add(try await rename(request: old, to: new, everywhere: everywhere))
    }
    return step
  }

  /// Each comes behind the one whose place it takes.
  private static func inOrder(_ moves: [(String, String)]) -> [(String, String)] {
    var (left, ordered) = (moves, [(String, String)]())
    while !left.isEmpty {
      let names = Set(names: left.map(\.0))
      let free = left.firstIndex { !names.contains(ExactString($0.1)) } ?? 0
      ordered.append(left.remove(at: free))
    }
    return ordered
  }

  private func requests(in folder: String) -> [String] {
    session.workspace.requests.map(\.id).filter { $0.isInside(folder: folder) }
  }

  // MARK: Defaults of folders

  private static func defaultsFile(of folder: String) -> String {
    WorkspacePaths.requests.appendingPath(folder).appendingPath("folder.yaml")
  }

  private func foldersWithDefaults(in folder: String) -> [String] {
    session.workspace.folderDefaults.keys.map(\.text).filter {
      $0.isIdentical(to: folder) || $0.isInside(folder: folder)
    }
  }

  private func moveDefaults(of folder: String, to new: String) throws -> FilesChange {
    let (old, file) = (Self.defaultsFile(of: folder), Self.defaultsFile(of: new))
    let root = session.workspace.root
    guard let bytes = try FileSystem.readIfPresent(root.appendingPath(old), limit: 4 << 20) else {
      return FilesChange([])
    }
    let change = FilesChange([
      .init(file: file, before: nil, after: bytes, movedFrom: old), .gone(old, bytes, in: root),
    ])
    try change.make(in: root)
    return change
  }

  private func removeEmptyFolders(in folder: String) {
    let inner = session.workspace.tree.descendantPaths.filter { $0.isInside(folder: folder) }
    for path in inner.sorted(by: { $0.utf8.count > $1.utf8.count }) + [folder] {
      MovedFiles(in: session.workspace).removeFolderIfEmpty(path)
    }
  }
}
