import ParleyEngine
internal import ParleyFiles
internal import ParleyStore

// Another name for a request or a group, with all that is kept of it.
extension WorkspaceFiles {
  /// Renames a request, or moves it to another folder, with its history, its draft and the paths that its comparisons
  /// ignore. If the program ends in between, the next session goes on.
  /// - Parameter everywhere: whether the files that name it are changed too, without touching any other byte. All of
  ///   them are written, or none.
  @discardableResult
  package func rename(request id: String, to new: String, everywhere: Bool) async throws -> FilesStep {
    try await rename(.request, id, to: new) { session in try session.files.move(id, to: new, everywhere: everywhere) }
  }

  /// The same for several requests, whose files are read again once. No new name may be that of one that is moved.
  @discardableResult
  func rename(requests moves: [(old: String, new: String)], everywhere: Bool) async throws -> FilesStep {
    guard let first = moves.first else { return FilesStep() }
    let begun = try await begin(
      .request, from: first.old, to: first.new, FilesChange([]), more: moves.dropFirst().map { [$0.old, $0.new] })
    let change: FilesChange
    do { change = try move(moves, everywhere: everywhere) } catch {
      begun?.end()
      throw error
    }
    try await session.reload()
    for move in moves { try await moveKept(.request, from: move.old, to: move.new) }
    begun?.end()
    return FilesStep(change, moves: moves.map { .init(kind: .request, old: $0.old, new: $0.new) })
  }

  /// The same for a group, with its runs and breakpoints.
  @discardableResult
  package func rename(group id: String, to new: String, everywhere: Bool) async throws -> FilesStep {
    try await rename(.group, id, to: new) { session in try session.files.moveGroup(id, to: new, everywhere: everywhere)
    }
  }

  private func rename(
    _ kind: BegunRename.Kind, _ id: String, to new: String, _ move: (Session) throws -> FilesChange
  ) async throws -> FilesStep {
    let begun = try await begin(kind, from: id, to: new, FilesChange([]))
    let change: FilesChange
    do { change = try move(session) } catch {
      begun?.end()
      throw error
    }
    try await session.reload()
    // If this fails, the next session tries again.
    try await moveKept(kind, from: id, to: new)
    begun?.end()
    return FilesStep(change, moves: [.init(kind: kind, old: id, new: new)])
  }

  /// Moves the data that is kept about a file, once the file has its new name. May be repeated.
  func moveKept(_ kind: BegunRename.Kind, from old: String, to new: String) async throws {
    switch kind {
    case .request:
      try await session.store.history.rename(old, to: new)
      try session.runs.ignoredPaths.move(GroupLinesFile.key(ofRequest: old), to: GroupLinesFile.key(ofRequest: new))
      try await moveDraft(old, to: new)
    case .group:
      try await session.store.runs.rename(group: old, to: new)
      try PrivateText.moveMember(old, to: new, in: Self.breakpoints(besideStore: session.location.folder))
      try session.runs.ignoredPaths.move(old, to: new)
      try session.runs.watched.move(old, to: new)
      try await moveDraft(Self.draftKey(ofGroup: old), to: Self.draftKey(ofGroup: new))
    case .sharedKey, .environment: break
    }
  }

  private func moveDraft(_ old: String, to new: String) async throws {
    guard let draft = try await session.store.drafts.load(old) else { return }
    try await session.store.drafts.save(new, content: draft.content)
    try await session.store.drafts.remove(old)
  }

  /// Among the drafts of requests, none of which has an id that begins so.
  package static func draftKey(ofGroup id: String) -> String { "/groups/\(id)" }

  /// The file of the groups' breakpoints, by the names of groups.
  /// - Parameter folder: the store's folder.
  package static func breakpoints(besideStore folder: String) -> String { folder.appendingPath("breakpoints.json") }
}

extension PrivateText {
  /// Gives a member of an object another name, in place of one that has it. Without that member nothing is written.
  fileprivate static func moveMember(_ old: String, to new: String, in path: String) throws {
    guard let bytes = try read(path), try moved(old, to: new, in: bytes) != nil else { return }
    try change(path) { bytes in try bytes.flatMap { try moved(old, to: new, in: $0) } ?? bytes ?? [] }
  }

  private static func moved(_ old: String, to new: String, in bytes: [UInt8]) throws -> [UInt8]? {
    guard let object = try JSONValue(parsing: bytes).object, let value = object[old] else { return nil }
    let others = object.filter { !$0.key.isIdentical(to: old) && !$0.key.isIdentical(to: new) }
    let members = others.map { ($0.key, $0.value) } + [(new, value)]
    return JSONPrinter.compact.bytes(of: .object(JSONObject(members)))
  }
}
