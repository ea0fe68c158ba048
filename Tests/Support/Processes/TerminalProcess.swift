public import Glibc

/// A program in a terminal that keeps every byte it gets, and understands none of them.
///
/// For what a program must and must not write. What a person would see, `TmuxTerminal` of the end-to-end tests says.
public final class TerminalProcess: Sendable {
  public let pid: pid_t
  private let device: Monitor<TerminalDevice?>
  private let heard: Monitor<Heard>
  private let end = Monitor(End())

  private struct Heard: Sendable {
    var bytes: [UInt8] = []
    var isClosed = false
  }

  private struct End: Sendable { var status: Int32? }

  private init(pid: pid_t, device: TerminalDevice) {
    self.pid = pid
    self.device = Monitor(device)
    heard = Monitor(Heard())
    startThread { [heard, descriptor = dup(device.master)] in Self.listen(to: descriptor, heard) }
    startThread { [end] in Self.awaitEnd(of: pid, end) }
  }

  deinit {
    kill(-pid, SIGKILL)
    _ = waitForExit(.seconds(patience))
  }

  /// - Parameters:
  ///   - executable: A full path.
  ///   - environment: Set beside what this process has.
  public static func start(
    _ executable: String, _ arguments: [String], environment: [String: String] = [:], columns: Int = 100,
    rows: Int = 30
  ) throws -> TerminalProcess {
    let device = try TerminalDevice(columns: columns, rows: rows)
    let actions = SpawnActions()
    actions.openTerminal(device.path)
    let pid = try ChildProcess.spawn(
      executable, arguments, environment.merging(["TERM": "xterm-256color"]) { $1 }, actions,
      SpawnAttributes(isSessionLeader: true))
    return TerminalProcess(pid: pid, device: device)
  }

  private static func listen(to descriptor: Int32, _ heard: Monitor<Heard>) {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = read(descriptor, &piece, piece.count), count > 0 {
      heard.withLock { $0.bytes += piece[..<count] }
    }
    close(descriptor)
    heard.withLock { $0.isClosed = true }
  }
}

extension TerminalProcess {
  /// Every byte it has written.
  public var output: [UInt8] { heard.withLock { $0.bytes } }

  /// Waits until what it has written is such; false when it is not within the time, or never will be.
  public func wait(_ limit: Duration = .seconds(patience), until holds: @Sendable ([UInt8]) -> Bool) -> Bool {
    _ = heard.wait(for: limit) { $0.isClosed || holds($0.bytes) }
    return holds(output)
  }

  /// What a person types, byte for byte.
  public func type(_ bytes: [UInt8]) {
    device.withLock { device in
      guard let device else { return }
      _ = bytes.withUnsafeBytes { write(device.master, $0.baseAddress, $0.count) }
    }
  }

  public func resize(columns: Int, rows: Int) {
    device.withLock { $0?.resize(columns: columns, rows: rows) }
  }

  public func send(signal: Int32) {
    end.withLock { end in
      if end.status == nil { _ = kill(pid, signal) }
    }
  }

  /// The window is closed: the kernel tells the program (SIGHUP), and there is nowhere to write to any more.
  public func hangUp() {
    device.withLock { $0 = nil }
    kill(pid, SIGHUP)
  }

  /// Waits for its end, and for all that it has written: the kernel closes the terminal of a session whose leader has ended.
  ///
  /// - Returns: its exit status, or 128 and the signal that ended it; nil when it has not ended within the time.
  public func waitForExit(_ limit: Duration) -> Int32? {
    guard end.wait(for: limit, until: { $0.status != nil }) else { return nil }
    _ = heard.wait(for: limit) { $0.isClosed }
    return end.withLock { $0.status }
  }

  /// The number of the process stays its own until the status is known, so that no signal goes to another.
  private static func awaitEnd(of pid: pid_t, _ end: Monitor<End>) {
    var information = siginfo_t()
    while waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) == -1, errno == EINTR {}
    end.withLock { end in
      var status: Int32 = 0
      guard waitpid(pid, &status, WNOHANG) == pid else { return }
      let signal = status & 0x7F
      end.status = signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
  }
}
