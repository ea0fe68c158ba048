internal import Glibc

/// The folders of a workspace under the system's eye (inotify(7)): all of them, new ones as they come.
struct WatchedFolders {
  let notifications: Descriptor
  private let root: String
  private var paths: [Int32: String] = [:]

  private static let mask = UInt32(
    IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)

  init(_ root: String) throws(WorkspaceError) {
    let descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard descriptor >= 0 else { throw .cannotWatch(root) }
    notifications = Descriptor(descriptor)
    self.root = root
    guard watch(root) else { throw .cannotWatch(root) }
    watchFolders(below: root)
  }

  /// Takes everything that is told, and says whether any of it may have changed the workspace.
  mutating func takeChanges() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    var isChanged = false
    while true {
      let count = retryingInterrupts { read(notifications.number, &buffer, buffer.count) }
      guard count > 0 else { return isChanged }
      for event in FolderEvent.all(in: buffer[..<count]) where take(event) { isChanged = true }
    }
  }

  private mutating func take(_ event: FolderEvent) -> Bool {
    if event.isOverflow {
      watchFolders(below: root)
      return true
    }
    guard let folder = paths[event.watch] else { return false }
    if event.isEndOfWatch { paths[event.watch] = nil }
    if event.isFolder, !event.isHidden {
      let path = folder.appendingPath(event.name)
      if watch(path) { watchFolders(below: path) }
    }
    return !event.isHidden
  }

  /// The same folder watched again is the same watch.
  private mutating func watch(_ folder: String) -> Bool {
    let watch = inotify_add_watch(notifications.number, folder, Self.mask)
    if watch >= 0 { paths[watch] = folder }
    return watch >= 0
  }

  private mutating func watchFolders(below folder: String) {
    let entries = (try? Directory.entries(folder)) ?? []
    for case let entry in entries where entry.kind == .directory {
      guard let name = entry.name, !name.hasPrefix(".") else { continue }
      let path = folder.appendingPath(name)
      if watch(path) { watchFolders(below: path) }
    }
  }
}

/// One notification.
struct FolderEvent {
  let watch: Int32
  let name: String
  private let mask: UInt32

  var isOverflow: Bool { mask & UInt32(IN_Q_OVERFLOW) != 0 }
  var isEndOfWatch: Bool { mask & UInt32(IN_IGNORED) != 0 }
  var isFolder: Bool { mask & UInt32(IN_ISDIR) != 0 && mask & UInt32(IN_CREATE | IN_MOVED_TO) != 0 }
  /// Files whose name begins with a dot are none of the workspace's: editors keep theirs there.
  var isHidden: Bool { name.hasPrefix(".") }

  /// A fixed head and a name filled up with zeros, one after the other.
  static func all(in buffer: ArraySlice<UInt8>) -> [FolderEvent] {
    buffer.withUnsafeBytes { bytes in
      var events: [FolderEvent] = []
      var offset = 0
      while offset + MemoryLayout<inotify_event>.size <= bytes.count {
        let head = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        let start = offset + MemoryLayout<inotify_event>.size
        offset = start + Int(head.len)
        let name = bytes[start..<min(offset, bytes.count)].prefix { $0 != 0 }
        events.append(FolderEvent(watch: head.wd, name: String(decoding: name, as: UTF8.self), mask: head.mask))
      }
      return events
    }
  }
}
