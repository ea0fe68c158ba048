import Foundation

/// tmux in control mode: commands in, their answers and notifications out, line by line.
final class TmuxControl {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var pending: [UInt8] = []
  private var hasNews = false

  init(socket: String, size: (columns: Int, rows: Int), environment: [String: String], command: [String]) throws {
    process.executableURL = URL(filePath: "/usr/bin/tmux")
    process.arguments =
      ["-S", socket, "-f", "/dev/null", "-u", "-C", "new-session", "-x", "\(size.columns)", "-y", "\(size.rows)"]
      + environment.sorted { $0.key < $1.key }.flatMap { ["-e", "\($0.key)=\($0.value)"] }
      + ["--", "exec " + command.map(Self.quoted).joined(separator: " ")]
    process.environment = ProcessInfo.processInfo.environment.merging(["TMUX": ""]) { $1 }
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try Self.withoutBlockedSignals { try process.run() }
    _ = answer()
    _ = ask("set-option -g status off")
    _ = ask("set-option -g remain-on-exit on")
    _ = ask("set-option -g escape-time 10")
    _ = ask("resize-window -x \(size.columns) -y \(size.rows)")
  }

  /// A child inherits which signals the thread blocks that starts it. Without SIGCHLD tmux never learns how its program ended.
  private static func withoutBlockedSignals(_ start: () throws -> Void) rethrows {
    var (none, before) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try start()
  }

  /// Runs a command of tmux's and returns what it prints.
  func ask(_ command: String) -> [String] {
    try? input.fileHandleForWriting.write(contentsOf: Data("\(command)\n".utf8))
    return answer()
  }

  /// Sleeps until the program in the terminal has written something since the last question.
  /// - Returns: false at the deadline, and when tmux is gone.
  func waitForOutput(until deadline: ContinuousClock.Instant) -> Bool {
    while !hasNews {
      guard let line = nextLine(until: deadline) else { return false }
      note(line)
    }
    hasNews = false
    return true
  }

  func end() {
    _ = ask("kill-server")
    process.terminate()
  }

  /// Reads until the response of one command is complete; notifications in between are noted.
  private func answer() -> [String] {
    var lines: [String]?
    while let line = nextLine(until: .now + .seconds(10)) {
      if line.hasPrefix("%begin") {
        lines = []
      } else if line.hasPrefix("%end") || line.hasPrefix("%error") {
        return lines ?? []
      } else if lines != nil {
        lines?.append(line)
      } else {
        note(line)
      }
    }
    return lines ?? []
  }

  private func note(_ line: String) {
    hasNews = hasNews || line.hasPrefix("%output") || line.hasPrefix("%layout-change") || line.hasPrefix("%pane")
  }

  private func nextLine(until deadline: ContinuousClock.Instant) -> String? {
    while true {
      if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        defer { pending.removeFirst(end + 1) }
        return String(decoding: pending[..<end], as: UTF8.self)
      }
      guard readMore(until: deadline) else { return nil }
    }
  }

  private func readMore(until deadline: ContinuousClock.Instant) -> Bool {
    let descriptor = output.fileHandleForReading.fileDescriptor
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let milliseconds = (deadline - .now) / .milliseconds(1)
    guard milliseconds > 0, poll(&waiting, 1, Int32(min(milliseconds, 60_000))) > 0 else { return false }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = read(descriptor, &chunk, chunk.count)
    guard count > 0 else { return false }
    pending.append(contentsOf: chunk[..<count])
    return true
  }

  private static func quoted(_ word: String) -> String {
    "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
