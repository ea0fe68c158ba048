import Glibc
import ParleyEngine

/// Hears of changes of a file or folder from inotify(7), on a thread that sleeps otherwise.
///
/// The thread ends soon when nobody holds this value any more, and tells nothing more once it has.
final class InotifyWatch: Sendable {
  private let stopping: Int32

  /// - Parameters:
  ///   - mask: which events count.
  ///   - onEvents: called on the watch's thread, with the names in the folder that events were of; none for a file.
  /// - Throws: `.unusablePath` when the system watches no more files.
  init(_ path: String, _ mask: Int32, onEvents: @escaping @Sendable (Set<String>) -> Void) throws(RepositoryError) {
    let events = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard events >= 0 else { throw Self.refused(path) }
    guard inotify_add_watch(events, path, UInt32(bitPattern: mask)) >= 0 else {
      let error = Self.refused(path)
      close(events)
      throw error
    }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      close(events)
      throw Self.refused(path)
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    stopping = ends[1]
    let loop = InotifyLoop(events: events, stop: ends[0], onEvents: onEvents)
    OwnThread.start { loop.run() }
  }

  deinit {
    close(stopping)
  }

  private static func refused(_ path: String) -> RepositoryError {
    .system("Changes of other programs cannot be watched.", at: path)
  }
}

private struct InotifyLoop: Sendable {
  let events: Int32
  let stop: Int32
  let onEvents: @Sendable (Set<String>) -> Void

  func run() {
    defer {
      close(events)
      close(stop)
    }
    while let names = wait() { onEvents(names) }
  }

  /// The names of all that waits; nil when the watch is to end.
  private func wait() -> Set<String>? {
    var descriptors = [
      pollfd(fd: stop, events: Int16(POLLIN), revents: 0), pollfd(fd: events, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&descriptors, 2, -1) < 0 {
      guard errno == EINTR else { return nil }
    }
    let names = takeNames()
    return descriptors[0].revents == 0 ? names : nil
  }

  private func takeNames() -> Set<String> {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      var names: Set<String> = []
      while true {
        let count = read(events, buffer.baseAddress, buffer.count)
        guard count > 0 else { return names }
        names.formUnion(Self.names(in: UnsafeRawBufferPointer(rebasing: buffer[..<count])))
      }
    }
  }

  private static func names(in buffer: UnsafeRawBufferPointer) -> [String] {
    let headLength = MemoryLayout<inotify_event>.size
    var names: [String] = []
    var offset = 0
    while offset + headLength <= buffer.count {
      let head = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
      let end = min(offset + headLength + Int(head.len), buffer.count)
      let name = buffer[offset + headLength..<end].prefix { $0 != 0 }
      if !name.isEmpty { names.append(String(decoding: name, as: UTF8.self)) }
      offset = end
    }
    return names
  }
}
