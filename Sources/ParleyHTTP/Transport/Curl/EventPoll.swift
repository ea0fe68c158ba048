import CCurl
import Glibc

/// The kernel's list of what a loop waits for: sockets, and a descriptor by which other threads wake it.
///
/// Only ``wake()`` may be called from other threads.
final class EventPoll {
  struct Event {
    let socket: Int32
    /// In libcurl's words, `CURL_CSELECT_…`.
    let readiness: Int32
  }

  private static let batch = 64

  private let poll: Int32
  private let alarm: Int32
  /// By socket: whether libcurl waits for it.
  // Only the waiting thread gets there, and nobody is called while it is changed.
  @exclusivity(unchecked) private var isWanted: [Bool] = []
  private let ready: UnsafeMutablePointer<epoll_event>

  /// - Returns: nil when there are no descriptors left.
  init?() {
    let poll = epoll_create1(Int32(EPOLL_CLOEXEC))
    let alarm = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard poll >= 0, alarm >= 0 else {
      close(poll)
      close(alarm)
      return nil
    }
    self.poll = poll
    self.alarm = alarm
    ready = .allocate(capacity: Self.batch)
    // Edge-triggered, so that it rings once for each time it is set off and never has to be read.
    var event = epoll_event(events: EPOLLIN.rawValue | EPOLLET.rawValue, data: epoll_data_t(fd: alarm))
    epoll_ctl(poll, EPOLL_CTL_ADD, alarm, &event)
  }

  deinit {
    close(poll)
    close(alarm)
    ready.deallocate()
  }

  /// Wakes the waiting thread, from any other.
  func wake() {
    var one: UInt64 = 1
    write(alarm, &one, 8)
  }

  /// Waits for a socket as libcurl wants it (`CURL_POLL_…`).
  ///
  /// A socket that libcurl has no interest in for the moment stays on the kernel's list, since a kept connection is
  /// soon wanted again, and is taken off only when something happens to it. A closed one leaves the list by itself.
  func watch(_ socket: Int32, for interest: Int32) {
    makeRoom(for: socket)
    isWanted[Int(socket)] = interest != CURL_POLL_REMOVE
    guard interest != CURL_POLL_REMOVE else { return }
    var events: UInt32 = 0
    if interest & CURL_POLL_IN != 0 { events |= EPOLLIN.rawValue }
    if interest & CURL_POLL_OUT != 0 { events |= EPOLLOUT.rawValue }
    var event = epoll_event(events: events, data: epoll_data_t(fd: socket))
    if epoll_ctl(poll, EPOLL_CTL_MOD, socket, &event) != 0 { epoll_ctl(poll, EPOLL_CTL_ADD, socket, &event) }
  }

  /// - Parameter milliseconds: -1 waits for as long as it takes.
  /// - Returns: how many events there are.
  func wait(milliseconds: Int32) -> Int {
    max(0, Int(epoll_wait(poll, ready, Int32(Self.batch), milliseconds)))
  }

  /// One of the events that were waited for; nil when it concerns nobody any more.
  func event(at index: Int) -> Event? {
    let socket = ready[index].data.fd
    if socket == alarm { return nil }
    guard isWanted[Int(socket)] else {
      epoll_ctl(poll, EPOLL_CTL_DEL, socket, nil)
      return nil
    }
    return Event(socket: socket, readiness: Self.readiness(ready[index].events))
  }

  private func makeRoom(for socket: Int32) {
    let missing = Int(socket) + 1 - isWanted.count
    if missing > 0 { isWanted += Array(repeating: false, count: missing) }
  }

  private static func readiness(_ events: UInt32) -> Int32 {
    var readiness: Int32 = 0
    if events & EPOLLIN.rawValue != 0 { readiness |= CURL_CSELECT_IN }
    if events & EPOLLOUT.rawValue != 0 { readiness |= CURL_CSELECT_OUT }
    if events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 { readiness |= CURL_CSELECT_ERR }
    return readiness
  }
}
