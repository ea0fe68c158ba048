import Glibc
internal import SystemCalls

/// Waits on a port of this machine for the browser that comes back, on a thread of its own.
///
/// Browsers open connections ahead of need, ask for icons, and any page may send requests here: whatever does not carry the
/// state of the sign-in is refused, and waited on.
final class LoopbackListener: Sendable {
  typealias Outcome = Result<String, AuthorizationError>

  let port: UInt16

  private let socket: ListeningSocket
  private let judge: RedirectJudge
  private let wake: (reading: Int32, writing: Int32)

  private static let mostConnections = 16
  /// A longer head is none of a browser's that comes back.
  private static let longestHead = 16 << 10

  init(_ address: LoopbackAddress, state: String) throws(AuthorizationError) {
    do throws(SystemError) {
      socket = try ListeningSocket(port: address.port)
    } catch {
      throw .noPort(address.port, error.reason)
    }
    guard let wake = makePipe() else { throw .noPort(address.port, SystemError.reason(of: errno)) }
    self.wake = wake
    port = socket.port
    judge = RedirectJudge(address: address, port: socket.port, state: state)
  }

  deinit {
    close(wake.reading)
    close(wake.writing)
  }

  /// Waits for the code; ends as cancelled when its task is. Once.
  /// - Parameter refused: told of what came back without our state; once, since any page may send as much as it likes.
  func redirect(refused: @escaping @Sendable (String) -> Void) async -> Outcome {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let hasBegun = DetachedThread.start(isAwaited: false) {
          continuation.resume(returning: self.wait(refused) ?? .failure(.signInCancelled))
        }
        if !hasBegun { continuation.resume(returning: .failure(.noPort(port, "There is no thread"))) }
      }
    } onCancel: {
      _ = write(wake.writing, "!", 1)
    }
  }

  private func wait(_ refused: (String) -> Void) -> Outcome? {
    var connections: [Connection] = []
    var hasRefused = false
    defer { for connection in connections { close(connection.descriptor) } }
    while true {
      var files = ([wake.reading, socket.descriptor] + connections.map(\.descriptor)).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      _ = retryingInterrupts { poll(&files, nfds_t(files.count), -1) }
      if files[0].revents != 0 { return nil }
      for (index, file) in files.enumerated().dropFirst(2).reversed() where file.revents != 0 {
        guard let head = connections[index - 2].head(upTo: Self.longestHead) else { continue }
        let connection = connections.remove(at: index - 2)
        defer { close(connection.descriptor) }
        guard let verdict = head.isEmpty ? nil : judge.verdict(on: head) else { continue }
        connection.answer(verdict.page)
        if let refusal = verdict.refusal, !hasRefused {
          hasRefused = true
          refused(refusal)
        }
        if let outcome = verdict.outcome { return outcome }
      }
      if files[1].revents != 0, let descriptor = socket.accept() {
        if connections.count == Self.mostConnections { close(connections.removeFirst().descriptor) }
        connections.append(Connection(descriptor: descriptor))
      }
    }
  }
}

/// A browser's connection, of which only the first request counts.
private struct Connection {
  let descriptor: Int32
  private var received: [UInt8] = []

  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Reads what has come.
  /// - Returns: nil while more is needed; nothing where there is no more to come.
  mutating func head(upTo limit: Int) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = retryingInterrupts { read(descriptor, &buffer, buffer.count) }
    if count < 0 && errno == EAGAIN { return nil }
    guard count > 0, received.count + count <= limit else { return [] }
    received += buffer.prefix(count)
    return received.hasWholeHead ? received : nil
  }

  /// Sends the page in one write. Bytes the socket does not accept at once are dropped: the pages are short.
  func answer(_ page: RedirectPage) {
    let bytes = Array(page.response.utf8)
    _ = retryingInterrupts { write(descriptor, bytes, bytes.count) }
    shutdown(descriptor, Int32(SHUT_WR))
  }
}

extension [UInt8] {
  fileprivate var hasWholeHead: Bool {
    let end = Array("\r\n\r\n".utf8)
    return count >= 4 && indices.dropLast(3).contains { self[$0] == 13 && self[$0..<$0 + 4].elementsEqual(end) }
  }
}
