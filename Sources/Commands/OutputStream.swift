import Glibc
import ParleyEngine

/// One of the two streams a command writes to. It remembers the first failure, and writes nothing after it: what would come
/// after a gap is of no use to anybody.
final class OutputStream: Sendable {
  private enum Condition: Sendable {
    case open
    /// Whoever read it has had enough, as `head` does. That is no failure.
    case unread
    case failed(OutputError)
  }

  private let descriptor: Int32
  private let name: String
  private let condition = Lock(Condition.open)

  /// - Parameter name: as an error calls it.
  init(_ descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  var isOpen: Bool {
    if case .open = condition.withLock({ $0 }) { true } else { false }
  }

  var failure: OutputError? {
    if case .failed(let error) = condition.withLock({ $0 }) { error } else { nil }
  }

  func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while isOpen, !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else { cannotWrite(because: errno) }
    }
  }

  private func cannotWrite(because code: Int32) {
    switch code {
    case EINTR: break
    case EAGAIN: waitForRoom()
    case EPIPE: condition.withLock { $0 = .unread }
    default: condition.withLock { $0 = .failed(OutputError(name, code)) }
    }
  }

  /// A stream that somebody made non-blocking is full for now.
  private func waitForRoom() {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&waiting, 1, -1)
  }
}

/// The error of output that was lost: the disk is full, say, or the stream was closed.
struct OutputError: ExplainedError, Hashable {
  let code = "output.lost"
  let summary: String
  let advice: String? = "The output is incomplete, but the command itself finished."

  init(_ stream: String, _ number: Int32) {
    let reason = number == EBADF ? "it is closed" : String(cString: strerror(number))
    summary = "Cannot write to \(stream): \(reason)."
  }
}
