internal import ParleyEngine
internal import SystemCalls

/// Several files of a workspace, written as one change.
struct MadeTogether {
  private let items: [FilesChange.Item]
  private let root: String

  init(_ items: [FilesChange.Item], in root: String) {
    (self.items, self.root) = (items, root)
  }

  /// - Throws: `SaveError` if a file has changed since, or cannot be written. All of them are unchanged then.
  func make() throws(SaveError) {
    let lock = try writing { () throws(FileError) in try WorkspaceLock(root) }
    defer { lock.release() }
    try checkUnchanged()
    let begun = try writing { () throws(FileError) in try BegunChange(items, in: root) }
    let folders = missingFolders
    do throws(SaveError) {
      try checkUnchanged()
      let changed = try writing { () throws(FileError) in
        try begun.commit()
        return try begun.put()
      }
      if let changed { throw .changedOnDisk(file: changed) }
    } catch {
      takeBack(folders)
      throw error
    }
    BegunChange.discard(in: root)
  }

  /// The journal stays until all is as it was: who is killed before that has made the change.
  private func takeBack(_ folders: [String]) {
    for item in items.reversed() { try? takeBack(item) }
    BegunChange.discard(in: root)
    for folder in folders { try? FilePlace(folder, beneath: root).removeFolder() }
  }

  private func takeBack(_ item: FilesChange.Item) throws(FileError) {
    let place = try FilePlace(item.file, beneath: root, isNew: item.before == nil)
    guard try place.readIfPresent(limit: ImportSource.limit) == item.after else { return }
    if let before = item.before { try PreparedFile(before, for: place).takeItsPlace() } else { try place.remove() }
  }

  /// Are the files on disk what they were?
  private func checkUnchanged() throws(SaveError) {
    for item in items {
      let now = try writing { () throws(FileError) in try onDisk(item) }
      if now == item.before { continue }
      guard item.before != nil else { throw .exists(file: item.file) }
      throw now == nil ? .deletedOnDisk(file: item.file) : .changedOnDisk(file: item.file)
    }
  }

  private func onDisk(_ item: FilesChange.Item) throws(FileError) -> [UInt8]? {
    do throws(FileError) {
      let place = try FilePlace(item.file, beneath: root, isNew: item.before == nil)
      // Whatever stands in the place of a new file is in its way.
      if item.before == nil { return place.status == nil ? nil : [] }
      return try place.readIfPresent(limit: ImportSource.limit)
    } catch {
      if error.isMissing { return nil }
      throw error
    }
  }

  /// Folders that the change makes, the deepest first.
  private var missingFolders: [String] {
    let folders = Set(names: items.lazy.filter { $0.after != nil }.flatMap(\.foldersAbove)).names
    return folders.filter { !FileSystem.exists(root.appendingPath($0)) }.sorted { $0.utf8.count > $1.utf8.count }
  }

  private func writing<Result: ~Copyable>(_ action: () throws(FileError) -> Result) throws(SaveError) -> Result {
    do throws(FileError) { return try action() } catch { throw .file(error) }
  }
}

extension FilesChange.Item {
  /// `a/b` and `a` of `a/b/c`.
  fileprivate var foldersAbove: [String] {
    let parts = file.split(separator: "/").dropLast()
    return parts.indices.map { parts[...$0].joined(separator: "/") }
  }
}
