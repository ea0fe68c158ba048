internal import Glibc
import ParleyEngine
package import ParleyFiles
import ParleyStore
internal import SystemCalls

/// A rename of something that files name and the store holds, while it is being made: two places cannot be written at
/// the same moment.
///
/// It is noted beside the store before anything changes. If the program ends in between, the next session checks how
/// far the store got, and brings the files into agreement with it.
package struct BegunRename {
  package enum Kind: String, Codable {
    case sharedKey, environment, request, group
  }

  private struct Note: Codable {
    var version = 1
    let kind: Kind
    let old: String
    let new: String
    let files: [File]
    var hasEntry: Bool
    /// Old and new names of what is renamed along with it.
    var more: [[String]]?
  }

  private struct File: Codable {
    let path: String
    let before: [UInt8]?
    let after: [UInt8]?
  }

  private let path: String
  /// Held for as long as the program works on it.
  private let lock: SystemCalls.OpenFile<FileError>
  private var note: Note

  var kind: Kind { note.kind }
  /// All of them, old and new.
  var names: [(old: String, new: String)] {
    [(note.old, note.new)] + (note.more ?? []).filter { $0.count == 2 }.map { ($0[0], $0[1]) }
  }
  var old: String { note.old }
  var new: String { note.new }
  /// Whether `parley.yaml` got an entry for the new name.
  var hasEntry: Bool { note.hasEntry }

  /// Notes it, before anything is changed.
  init(
    _ kind: Kind, from old: String, to new: String, _ change: FilesChange, more: [[String]] = [], beside store: String
  ) throws {
    path = Self.path(beside: store)
    guard let lock = try Self.lock(beside: store, waits: true) else { throw FileError("lock", path, number: EAGAIN) }
    self.lock = lock
    note = Note(
      kind: kind, old: old, new: new,
      files: change.items.map { File(path: $0.file, before: $0.before, after: $0.after) }, hasEntry: false,
      more: more.isEmpty ? nil : more)
    try write()
  }

  /// Reads a rename that a program began beside a store and could not finish; nil if there is none, or if it is still
  /// in progress.
  init?(leftBeside store: String) {
    path = Self.path(beside: store)
    guard FileSystem.exists(path), let lock = try? Self.lock(beside: store, waits: false),
      let bytes = try? FileSystem.readIfPresent(path, limit: Self.largest),
      let note = try? JSONValue(parsing: bytes).decode(Note.self), note.version == 1
    else { return nil }
    (self.lock, self.note) = (lock, note)
  }

  mutating func noteEntry() throws {
    note.hasEntry = true
    try write()
  }

  /// Nothing of it is left to do.
  func end() { unlink(path) }

  /// The change that brings the files into agreement with the store. Files that were edited since are left alone.
  func filesChange(isDone: Bool, in root: String) throws -> FilesChange {
    FilesChange(
      try note.files.compactMap { file in
        let now = try FileSystem.readIfPresent(root.appendingPath(file.path), limit: ImportSource.limit)
        let (from, to) = isDone ? (file.before, file.after) : (file.after, file.before)
        return now == from ? FilesChange.Item(file: file.path, before: from, after: to) : nil
      })
  }

  private func write() throws {
    try PrivateText.write(JSONPrinter.compact.bytes(of: try JSONValue(encoding: note)), to: path)
  }

  private static let largest = 512 << 20

  private static func path(beside store: String) -> String { store.appendingPath("begun-rename.json") }

  private static func lock(beside store: String, waits: Bool) throws -> SystemCalls.OpenFile<FileError>? {
    let file = try SystemCalls.OpenFile<FileError>(
      store.appendingPath("rename.lock"), O_RDWR | O_CREAT | O_NOFOLLOW, permissions: 0o600, for: .writing)
    let isHeld = retryingInterrupts { flock(file.descriptor, LOCK_EX | (waits ? 0 : LOCK_NB)) } == 0
    return isHeld ? file : nil
  }
}

extension WorkspaceFiles {
  /// Notes a rename before it is made; nil where nothing is kept anyhow.
  package func begin(
    _ kind: BegunRename.Kind, from old: String, to new: String, _ change: FilesChange, more: [[String]] = []
  ) async throws -> BegunRename? {
    guard session.isKept else { return nil }
    let folder = session.location.folder
    return try await Blocking.run { try BegunRename(kind, from: old, to: new, change, more: more, beside: folder) }
  }

  /// Finishes a rename that another program began. If that is not possible, a later session tries again.
  func settleBegunRename() async {
    guard session.isKept, let begun = BegunRename(leftBeside: session.location.folder) else { return }
    do {
      switch begun.kind {
      case .sharedKey: try await settleSharedKey(begun)
      case .environment: try await settleEnvironment(begun)
      case .request, .group: try await settleFile(begun)
      }
      begun.end()
    } catch {}
  }

  /// Keys of a team and of this machine are not renamed at one moment: some may have the new name, and others not yet.
  private func settleSharedKey(_ begun: BegunRename) async throws {
    let keys = session.sharedKeys.keys(named: begun.old)
    var (left, moved) = ([SharedKey](), 0)
    for key in keys {
      let isThere = try await session.sharedKeys.isThere(key)
      let isMoved = try await session.sharedKeys.isThere(session.shared.rules.key(begun.new, in: key.environment))
      if isThere { left.append(key) } else if isMoved { moved += 1 }
    }
    if moved > 0, !left.isEmpty {
      try await RenameWay.new.go(left, to: begun.new, hasEntry: begun.hasEntry, in: session)
      left = []
    }
    let isDone = left.isEmpty
    if !isDone, begun.hasEntry { try? await session.sharedKeys.dropEntry(of: begun.new) }
    try begun.filesChange(isDone: isDone, in: session.workspace.root).make(in: session.workspace.root)
    try await session.reload()
  }

  /// The team's keys go where this machine's are.
  private func settleEnvironment(_ begun: BegunRename) async throws {
    let isDone = try await session.store.endMove(begun.old, to: begun.new)
    let renamed = EnvironmentRename(old: begun.old, new: begun.new)
    try await session.environments.moveTeamKeys(isDone ? renamed : renamed.reversed, takesBack: !isDone)
    try begun.filesChange(isDone: isDone, in: session.workspace.root).make(in: session.workspace.root)
    let wasActive = session.environmentWasRemembered(begun.old)
    try await session.reload()
    if isDone, wasActive { try session.select(environment: begun.new) }
  }

  /// Files are renamed at one moment, and what is kept of them follows.
  private func settleFile(_ begun: BegunRename) async throws {
    for names in begun.names {
      let (old, new) =
        begun.kind == .request
        ? (session.workspace.request(names.old)?.id, session.workspace.request(names.new)?.id)
        : (session.workspace.group(names.old)?.id, session.workspace.group(names.new)?.id)
      guard old == nil, new != nil else { continue }
      try await moveKept(begun.kind, from: names.old, to: names.new)
    }
  }
}
