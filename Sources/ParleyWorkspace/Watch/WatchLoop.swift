internal import Glibc

/// The thread of a watch: sleeps until a folder changes or the socket closes.
struct WatchLoop {
  private var folders: WatchedFolders
  private let stop: Descriptor
  private let onChange: @Sendable () -> Void

  /// How long it must be quiet before a change is told, in milliseconds.
  private static let quiet: Int32 = 30

  init(folders: WatchedFolders, stop: Descriptor, onChange: @escaping @Sendable () -> Void) {
    self.folders = folders
    self.stop = stop
    self.onChange = onChange
  }

  func start() throws(WorkspaceError) {
    let box = Unmanaged.passRetained(Box(self))
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().loop.run()
        return nil
      }, box.toOpaque())
    guard failure == 0 else {
      box.release()
      throw .cannotWatch("the workspace")
    }
    pthread_detach(thread)
  }

  private mutating func run() {
    while sleep(-1) {
      guard folders.takeChanges() else { continue }
      while sleep(Self.quiet) { _ = folders.takeChanges() }
      guard !isStopped else { return }
      onChange()
    }
  }

  /// - Returns: false when the watch was stopped, or when it stayed quiet for the time given.
  private func sleep(_ milliseconds: Int32) -> Bool {
    var waiting = [
      pollfd(fd: folders.notifications.number, events: Int16(POLLIN), revents: 0),
      pollfd(fd: stop.number, events: Int16(POLLIN), revents: 0),
    ]
    let count = retryingInterrupts { poll(&waiting, 2, milliseconds) }
    return count > 0 && waiting[1].revents == 0
  }

  private var isStopped: Bool {
    var waiting = pollfd(fd: stop.number, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, 0) > 0
  }

  /// What is handed to the thread.
  private final class Box {
    var loop: WatchLoop

    init(_ loop: WatchLoop) {
      self.loop = loop
    }
  }
}
