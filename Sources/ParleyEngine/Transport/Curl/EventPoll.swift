import CCurl
import Glibc

/// The kernel's list of what a loop waits for: sockets, and a descriptor by which other threads wake it.
struct EventPoll: ~Copyable {
  struct Event {
    let descriptor: Int32
    /// In libcurl's words, `CURL_CSELECT_…`.
    let readiness: Int32
  }

  private static let batch = 64

  private let poll: Int32
  private let alarm: Int32
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
  func watch(_ socket: Int32, for interest: Int32, isNew: Bool) {
    guard interest != CURL_POLL_REMOVE else {
      epoll_ctl(poll, EPOLL_CTL_DEL, socket, nil)
      return
    }
    var events: UInt32 = 0
    if interest & CURL_POLL_IN != 0 { events |= EPOLLIN.rawValue }
    if interest & CURL_POLL_OUT != 0 { events |= EPOLLOUT.rawValue }
    var event = epoll_event(events: events, data: epoll_data_t(fd: socket))
    epoll_ctl(poll, isNew ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, socket, &event)
  }

  /// - Parameter milliseconds: -1 waits for as long as it takes.
  func wait(milliseconds: Int32, _ handle: (Event) -> Void) {
    let count = epoll_wait(poll, ready, Int32(Self.batch), milliseconds)
    for index in 0..<max(0, Int(count)) where ready[index].data.fd != alarm {
      handle(Event(descriptor: ready[index].data.fd, readiness: Self.readiness(ready[index].events)))
    }
  }

  private static func readiness(_ events: UInt32) -> Int32 {
    var readiness: Int32 = 0
    if events & EPOLLIN.rawValue != 0 { readiness |= CURL_CSELECT_IN }
    if events & EPOLLOUT.rawValue != 0 { readiness |= CURL_CSELECT_OUT }
    if events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 { readiness |= CURL_CSELECT_ERR }
    return readiness
  }
}
