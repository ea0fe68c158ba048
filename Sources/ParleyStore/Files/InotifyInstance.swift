import Glibc
import ParleyEngine
internal import SystemCalls

/// All that this process hears from inotify(7).
///
/// One instance and one thread serve every watch, because the system grants a user few instances, for all programs together.
final class InotifyInstance: Sendable {
  typealias Handler = @Sendable (Set<String>) -> Void

  struct ListenerID: Hashable, Sendable {
    /// As inotify numbers what is watched; a number is never given twice.
    fileprivate let watch: Int32
    fileprivate let number: Int
  }

  private struct Listener {
    let mask: UInt32
    let handler: Handler
  }

  private struct State {
    var listeners: [Int32: [Int: Listener]] = [:]
    var count = 0
  }

  private static let current = Lock<InotifyInstance?>(nil)

  /// Made when it is first needed; nil when the system grants none, or no thread for it.
  static var shared: InotifyInstance? {
    current.withLock { current in
      if current == nil { current = InotifyInstance() }
      return current
    }
  }

  private let descriptor: Int32
  private let state = Lock(State())

  private init?() {
    descriptor = inotify_init1(Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    let work = { @Sendable [self] in while let events = InotifyEvent.next(at: descriptor) { tell(events) } }
    guard DetachedThread.start(isAwaited: false, work) else {
      close(descriptor)
      return nil
    }
  }

  /// - Returns: nil when the system watches no more files, or not this one.
  func listen(to path: String, _ mask: UInt32, _ handler: @escaping Handler) -> ListenerID? {
    state.withLock { state in
      // Others may listen to the same file, and go on hearing what they want to.
      let watch = inotify_add_watch(descriptor, path, mask | UInt32(IN_MASK_ADD))
      guard watch >= 0 else { return nil }
      state.count += 1
      state.listeners[watch, default: [:]][state.count] = Listener(mask: mask, handler: handler)
      return ListenerID(watch: watch, number: state.count)
    }
  }

  /// Tells this one nothing more, but for what is being told.
  func remove(_ id: ListenerID) {
    state.withLock { state in
      guard state.listeners[id.watch]?.removeValue(forKey: id.number) != nil else { return }
      guard state.listeners[id.watch]?.isEmpty == true else { return }
      state.listeners[id.watch] = nil
      inotify_rm_watch(descriptor, id.watch)
    }
  }

  /// Once for all events that came together, in the order in which they listened.
  private func tell(_ events: [InotifyEvent]) {
    var names: [ListenerID: Set<String>] = [:]
    for event in events {
      for id in listeners(to: event) { names[id, default: []].formUnion(event.name.map { [$0] } ?? []) }
    }
    for (id, names) in names.sorted(by: { $0.key.number < $1.key.number }) { handler(of: id)?(names) }
  }

  private func listeners(to event: InotifyEvent) -> [ListenerID] {
    state.withLock { state in
      let watches = event.isOverflow ? Array(state.listeners.keys) : [event.watch]
      return watches.flatMap { watch in
        (state.listeners[watch] ?? [:]).filter { event.isOverflow || $0.value.mask & event.mask != 0 }
          .map { ListenerID(watch: watch, number: $0.key) }
      }
    }
  }

  private func handler(of id: ListenerID) -> Handler? {
    state.withLock { $0.listeners[id.watch]?[id.number]?.handler }
  }
}
