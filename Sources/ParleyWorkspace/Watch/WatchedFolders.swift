internal import Glibc
internal import ParleyFiles
internal import ParleyFormats
internal import SystemCalls

/// The folders of a workspace as inotify watches them, and what its events mean for the workspace.
struct WatchedFolders: ~Copyable {
  let descriptor: Int32
  private let root: String
  /// The folder within the workspace by its watch.
  private var folders: [Int32: String] = [:]
  /// Whether the system had a watch for each.
  private var isComplete = true

  /// A file that is written to has another content before it is closed, and one that cannot be read any more has none.
  /// Beside the workspace's file anything may be written without waking the watch.
  private static func mask(of folder: String) -> UInt32 {
    ReferredFiles.mask | (folder.isEmpty ? 0 : UInt32(IN_MODIFY | IN_ATTRIB))
  }
  /// The folders that are read with everything below them: those of the workspace's own files, and that of its
  /// descriptions.
  private static let roots = WorkspacePaths.folders + [SchemaFiles.folder]
  private static let deepest = WorkspaceLimits.standard.depth

  init(root: String) throws(FileError) {
    self.root = root
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { throw FileError("watch", root, number: errno) }
    guard watch("") else {
      let error = FileError("watch", root, number: errno)
      close(descriptor)
      throw error
    }
    watchAll()
    guard isComplete else {
      close(descriptor)
      throw FileError("watch", root, number: ENOSPC)
    }
  }

  deinit { close(descriptor) }

  // MARK: Watching

  private mutating func watch(_ folder: String) -> Bool {
    // A folder of the workspace's own may be a link to another in it; below that, links to folders are not read.
    let place = Self.roots.contains(folder) ? realFolder(folder) : root.appendingPath(folder)
    let watch = inotify_add_watch(descriptor, place, Self.mask(of: folder))
    if watch >= 0 { folders[watch] = folder } else if errno == ENOSPC { isComplete = false }
    return watch >= 0
  }

  private func realFolder(_ folder: String) -> String {
    let path = root.appendingPath(folder)
    guard let real = try? FileSystem.realPath(path), real.isInside(folder: root) else { return path }
    return real
  }

  private mutating func watchAll() {
    var ignored = WorkspaceChanges()
    for folder in Self.roots { watchTree(folder, &ignored) }
  }

  /// Watches a folder and all below it. What is in it already may have come before the watch: it counts as changed.
  private mutating func watchTree(_ folder: String, _ changes: inout WorkspaceChanges, depth: Int = 0) {
    guard depth <= Self.deepest, watch(folder) else { return }
    for entry in (try? Directory.entries(root.appendingPath(folder))) ?? [] {
      guard let name = entry.name, !name.hasPrefix(".") else { continue }
      let path = folder.appendingPath(name)
      changes.paths.insert(path)
      if entry.kind == .directory { watchTree(path, &changes, depth: depth + 1) }
    }
  }

  // MARK: Events

  /// Takes every event that waits.
  mutating func collect(into changes: inout WorkspaceChanges) {
    for event in InotifyEvent.waiting(at: descriptor) { take(event, &changes) }
  }

  private mutating func take(_ event: InotifyEvent, _ changes: inout WorkspaceChanges) {
    if event.isOverflow {
      changes.isIncomplete = true
      return watchAll()
    }
    guard let folder = folders[event.watch] else { return }
    if event.has(IN_IGNORED) { folders[event.watch] = nil }
    guard let name = event.name else { return takeFolderItself(folder, event, &changes) }
    guard concerns(name, in: folder, isFolder: event.has(IN_ISDIR)) else { return }
    let path = folder.appendingPath(name)
    changes.paths.insert(path)
    guard event.has(IN_ISDIR) || folder.isEmpty, event.has(IN_CREATE) || event.has(IN_MOVED_TO) else { return }
    if path != WorkspacePaths.workspaceFile { watchTree(path, &changes) }
  }

  private mutating func takeFolderItself(_ folder: String, _ event: InotifyEvent, _ changes: inout WorkspaceChanges) {
    guard event.has(IN_DELETE_SELF) || event.has(IN_MOVE_SELF) else { return }
    changes.paths.insert(folder)
    if event.has(IN_MOVE_SELF) { forget(folder) }
  }

  /// A folder that was moved keeps its watches, under a name that is no longer true.
  private mutating func forget(_ folder: String) {
    for (watch, path) in folders where path.isInside(folder: folder) && !folder.isEmpty {
      // One that was moved within the workspace is watched again already, by the same number and its new name.
      if FileSystem.exists(root.appendingPath(path)) { continue }
      inotify_rm_watch(descriptor, watch)
      folders[watch] = nil
    }
  }

  /// Hidden files are editors' own; at the top only the workspace's file and its folders count.
  private func concerns(_ name: String, in folder: String, isFolder: Bool) -> Bool {
    if name.hasPrefix(".") { return false }
    if folder.isEmpty { return name == WorkspacePaths.workspaceFile || Self.roots.contains(name) }
    return isFolder || name.hasSuffix(WorkspacePaths.ending) || folder.isInside(folder: SchemaFiles.folder)
  }
}
