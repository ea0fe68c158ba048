internal import Glibc
internal import ParleyEngine
internal import ParleyFiles
internal import SystemCalls

/// Waits for inotify on a thread of its own; ended through a pipe.
final class WatchThread: Sendable {
  /// The end of the pipe that stops the thread, and the thread; `nil` once stopped.
  private let running: Lock<(stop: Int32, thread: SystemThread)?>

  init(
    folders: consuming WatchedFolders, referred: ReferredFiles, listener: WatchListener
  ) throws(FileError) {
    guard let pipe = makePipe() else { throw FileError("watch", "the workspace", number: errno) }
    let loop = WatchLoop(folders: folders, referred: referred, stop: pipe.reading, listener: listener)
    guard let thread = SystemThread.start({ loop.run() }) else {
      close(pipe.writing)
      throw FileError("watch", "the workspace", number: EAGAIN)
    }
    running = Lock((pipe.writing, thread))
  }

  package func stop() {
    let stopped = running.withLock { running in
      defer { running = nil }
      return running
    }
    guard let stopped else { return }
    close(stopped.stop)
    // A thread cannot wait for itself: the last user of the watch may let go of it while a change is being told.
    stopped.thread.isCurrent ? stopped.thread.detach() : stopped.thread.join()
  }
}

/// The loop that runs on the thread, and belongs to it alone.
private final class WatchLoop {
  private var folders: WatchedFolders
  private let referred: ReferredFiles
  private let stop: Int32
  private let listener: WatchListener

  /// An editor writes, renames and removes within a moment; that is one change.
  private static let quietMilliseconds: Int32 = 20
  private static let mostRounds = 25

  init(
    folders: consuming WatchedFolders, referred: ReferredFiles, stop: Int32, listener: WatchListener
  ) {
    self.folders = folders
    self.referred = referred
    self.stop = stop
    self.listener = listener
  }

  deinit { close(stop) }

  func run() {
    while wait(milliseconds: -1) == .events {
      let (changes, isStopped) = collect()
      if isStopped { return }
      if !changes.isEmpty { listener.onChange(changes) }
    }
  }

  /// Collects all changes until it is quiet, or for half a second when it never is. The beginning of a change is
  /// reported at once.
  private func collect() -> (WorkspaceChanges, isStopped: Bool) {
    var changes = WorkspaceChanges()
    for _ in 0..<Self.mostRounds {
      let isFirst = changes.isEmpty
      folders.collect(into: &changes)
      referred.collect(into: &changes)
      if isFirst, !changes.isEmpty { listener.onBeginning() }
      switch wait(milliseconds: Self.quietMilliseconds) {
      case .events: continue
      case .nothing: return (changes, false)
      case .stopped: return (changes, true)
      }
    }
    return (changes, false)
  }

  private enum Wake {
    case events, nothing, stopped
  }

  private func wait(milliseconds: Int32) -> Wake {
    var descriptors = [stop, folders.descriptor, referred.descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let count = retryingInterrupts { poll(&descriptors, nfds_t(descriptors.count), milliseconds) }
    if count < 0 || descriptors[0].revents != 0 { return .stopped }
    return count == 0 ? .nothing : .events
  }
}
