internal import Glibc
internal import ParleyEngine
internal import ParleyFiles
internal import SystemCalls

/// The files that a workspace refers to, wherever they are, and their events from inotify: one was written, made,
/// removed, or has another in its place.
final class ReferredFiles: Sendable {
  private struct Watched {
    let folder: String
    var names: Set<String>
  }

  private struct State {
    var paths: Set<String> = []
    var watched: [Int32: Watched] = [:]
  }

  static let mask = UInt32(
    IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
      | IN_DONT_FOLLOW)

  let descriptor: Int32
  private let root: String
  private let state = Lock(State())

  /// Something may be made while the watches are set.
  private static let mostRounds = 3

  init(root: String) throws(FileError) {
    self.root = root
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { throw FileError("watch", root, number: errno) }
  }

  deinit { close(descriptor) }

  /// Follows these files from now on, and no others. Changes are reported from the time when this returns.
  /// - Parameter paths: whole paths; the files need not be there.
  /// - Returns: whether some of them were not followed before, so that their changes until now were not reported.
  func follow(_ paths: Set<String>) -> Bool {
    state.withLock { state in
      guard paths != state.paths else { return false }
      let isNew = !paths.isSubset(of: state.paths)
      state.paths = paths
      renew(&state)
      return isNew
    }
  }

  /// Takes every event that waits.
  func collect(into changes: inout WorkspaceChanges) {
    let events = InotifyEvent.waiting(at: descriptor)
    guard !events.isEmpty else { return }
    let news = state.withLock { state in
      var news = WorkspaceChanges()
      for event in events { take(event, in: state, &news) }
      // Another folder may be on the way now.
      if !news.isEmpty { renew(&state) }
      return news
    }
    changes.paths.formUnion(news.paths)
    changes.isIncomplete = changes.isIncomplete || news.isIncomplete
  }

  private func take(_ event: InotifyEvent, in state: State, _ news: inout WorkspaceChanges) {
    if event.isOverflow { news.isIncomplete = true }
    guard let watched = state.watched[event.watch] else { return }
    if let name = event.name {
      if watched.names.contains(name) { news.paths.insert(shown(watched.folder.appendingPath(name))) }
    } else if event.has(IN_DELETE_SELF) || event.has(IN_MOVE_SELF) {
      news.paths.insert(shown(watched.folder))
    }
  }

  /// Within the workspace, where it is there.
  private func shown(_ path: String) -> String {
    path.isInside(folder: root) ? String(path.dropFirst(root.count + 1)) : path
  }

  // MARK: Watches

  private func renew(_ state: inout State) {
    var places = LookupPlaces(of: state.paths, root: root)
    for _ in 0..<Self.mostRounds {
      watch(places, &state)
      let again = LookupPlaces(of: state.paths, root: root)
      guard again != places else { return }
      places = again
    }
  }

  private func watch(_ places: LookupPlaces, _ state: inout State) {
    var watched: [Int32: Watched] = [:]
    for (folder, names) in places.names {
      let watch = inotify_add_watch(descriptor, folder, Self.mask)
      if watch >= 0 { watched[watch, default: Watched(folder: folder, names: [])].names.formUnion(names) }
    }
    for watch in state.watched.keys where watched[watch] == nil { inotify_rm_watch(descriptor, watch) }
    state.watched = watched
  }
}
