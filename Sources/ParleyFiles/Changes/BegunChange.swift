internal import Cryptography
internal import Glibc
internal import ParleyEngine
internal import ParleyModel
internal import SystemCalls

/// Files of a workspace that are written together: all of them, or none. If the program ends meanwhile, whoever reads
/// or writes the workspace next finishes the change.
///
///     .parley-change/0, 1, …    the new contents of the files, durable
///     .parley-change/journal    the list of the files. If it exists, the change is made; if not, nothing has changed.
///
/// The folder's contents are not trusted: they may come with the workspace. So only places of a workspace are written,
/// no hidden ones, and no file whose contents differ from those before the change.
struct BegunChange {
  static let folderName = ".parley-change"
  private static let journalName = "journal"
  private static let largestJournal = 64 << 20

  private let root: String
  private let folder: OpenFile
  private let entries: [Entry]

  /// One file, with the digests of what it says before and afterwards; nil where it is not there.
  private struct Entry: Codable {
    let file: String
    let before: String?
    let after: String?
  }

  private struct Journal: Codable {
    var version = 1
    let files: [Entry]
  }

  /// Has a program begun a change here that it could not end?
  static func isThere(in root: String) -> Bool { FileSystem.exists(root.appendingPath(folderName)) }

  /// Is one there that is to be finished, so that the folder is a workspace?
  static func isBegun(in root: String) -> Bool {
    FileSystem.kind(of: root.appendingPath(folderName)) == .directory
      && FileSystem.kind(of: root.appendingPath(folderName).appendingPath(journalName)) == .file
  }
}

// Making one.
extension BegunChange {
  /// Writes what the files are to say. Nothing has changed yet.
  init(_ items: [FilesChange.Item], in root: String) throws(FileError) {
    self.root = root
    let place = try FilePlace(Self.folderName, beneath: root)
    try place.makeFolder(permissions: 0o700)
    folder = try place.open(O_RDONLY | O_DIRECTORY, for: .writing)
    entries = items.map { Entry(file: $0.file, before: $0.before.map(Self.digest), after: $0.after.map(Self.digest)) }
    let progress = WritingProgress.current
    progress?.begin(items.count)
    do throws(FileError) {
      for (index, item) in items.enumerated() {
        if progress?.step() == false { throw Self.stopped(in: root) }
        if let bytes = item.after { try staged(index).make(bytes, permissions: item.permissions(in: root)) }
      }
    } catch {
      Self.discard(in: root)
      throw error
    }
  }

  /// From here on the change is made, whatever happens to the program.
  func commit() throws(FileError) {
    if WritingProgress.current?.beginPutting() == false { throw Self.stopped(in: root) }
    let journal = (try? JSONValue(encoding: Journal(files: entries))) ?? .null
    let place = FilePlace(Self.journalName, in: folder)
    try PreparedFile(JSONPrinter.compact.bytes(of: journal), at: place, permissions: 0o600).takeItsPlace()
    try AtomicFile.synchronizeFolder(of: root.appendingPath(Self.folderName))
  }

  /// Puts every file in its place. Files that are in their place already, and files that somebody has changed
  /// meanwhile, are left alone.
  /// - Returns: the first file that somebody has changed.
  @discardableResult
  func put() throws(FileError) -> String? {
    var folders: [String: OpenFile] = [:]
    var changed: String?
    for index in entries.indices {
      switch try put(index) {
      case .put(let place): folders[place.folder.path] = place.folder
      case .changed: changed = changed ?? entries[index].file
      case .done: break
      }
    }
    for folder in folders.values { try folder.synchronize() }
    return changed
  }

  /// Whoever waits for the change has stopped it.
  private static func stopped(in root: String) -> FileError { FileError("write", root, number: ECANCELED) }

  static func discard(in root: String) {
    let folder = root.appendingPath(folderName)
    // Without its journal the rest means nothing.
    unlink(folder.appendingPath(journalName))
    FileSystem.deleteTree(folder)
  }

  private func staged(_ index: Int) -> FilePlace { FilePlace(String(index), in: folder) }

  private enum Put {
    case put(FilePlace), done, changed
  }

  private func put(_ index: Int) throws(FileError) -> Put {
    let entry = entries[index]
    let place = try FilePlace(entry.file, beneath: root, isNew: entry.before == nil, making: 0o777)
    let now = try place.readIfPresent(limit: ImportSource.limit).map(Self.digest)
    if now == entry.after { return .done }
    guard now == entry.before else { return .changed }
    guard let after = entry.after else {
      // A link goes away, and not the file that it leads to.
      let gone = try FilePlace(entry.file, beneath: root, isNew: true)
      try gone.remove()
      return .put(gone)
    }
    let staged = staged(index)
    guard try staged.readIfPresent(limit: ImportSource.limit).map(Self.digest) == after else { return .changed }
    do throws(FileError) { try staged.move(to: place, entry.before == nil ? .refused : .replaced) } catch {
      guard error.number == EXDEV else { throw error }
      // The file's folder is on another disk.
      let bytes = try staged.readIfPresent(limit: ImportSource.limit) ?? []
      try PreparedFile(bytes, for: place).takeItsPlace()
    }
    return .put(place)
  }

  private static func digest(_ bytes: [UInt8]) -> String { MessageDigest.sha256(bytes).hexadecimal }
}

// Finishing what another program began.
extension BegunChange {
  /// Finishes a change that was begun in a workspace, or reverts it if it had not got far enough. Its lock must be
  /// held.
  /// - Throws: an error if it cannot be finished; it is kept then.
  static func settle(in root: String) throws(FileError) {
    guard isThere(in: root) else { return }
    guard let begun = try BegunChange(in: root) else { return discard(in: root) }
    try begun.put()
    discard(in: root)
    FinishedChange.listener?.tell(FinishedChange(files: begun.entries.count))
  }

  /// - Returns: nil where it has no journal.
  private init?(in root: String) throws(FileError) {
    self.root = root
    let path = root.appendingPath(Self.folderName)
    folder = try FilePlace(Self.folderName, beneath: root, isNew: true).open(O_RDONLY | O_DIRECTORY, for: .reading)
    let journal = FilePlace(Self.journalName, in: folder)
    guard let bytes = try journal.readIfPresent(limit: Self.largestJournal) else { return nil }
    guard let read = try? JSONValue(parsing: bytes).decode(Journal.self), read.version == 1,
      read.files.allSatisfy({ Self.mayWrite($0.file) })
    else { throw FileError("finish", path, because: "it is no change that Parley began; delete it") }
    entries = read.files
  }

  /// Nothing hidden, such as a hook of git.
  private static func mayWrite(_ file: String) -> Bool {
    let parts = file.split(separator: "/", omittingEmptySubsequences: false)
    return !parts.isEmpty && parts.allSatisfy { !$0.isEmpty && !$0.hasPrefix(".") }
  }
}

extension FilesChange.Item {
  /// Those of the file that was there, here or where it comes from.
  fileprivate func permissions(in root: String) -> mode_t? {
    if let permissions { return permissions }
    guard let file = before == nil ? movedFrom : file else { return nil }
    return FileSystem.permissions(of: root.appendingPath(file))
  }
}
