internal import CGlibcExtras  // which knows prctl
internal import Glibc
internal import ParleyFiles
internal import SystemCalls

/// A program with all that it started, wherever that went: into sessions of its own, or to another parent. This program adopts those that
/// lose theirs, and tells them by a mark in their environment.
struct ProcessFamily: Sendable {
  static let variable = "PARLEY_STEP"

  /// The value of ``variable`` in the environment of its members.
  let mark = RandomText.uuid()

  private static let adopts = adopt_orphans() == 0

  init() { _ = Self.adopts }

  /// Kills all that are left. Those that are started meanwhile are met in the next round.
  /// - Parameter isSure: whether all processes of the machine are looked through. The kernel's lists of children may leave one out while
  ///   others end.
  func end(isSure: Bool) {
    for _ in 0..<Self.mostRounds {
      let members = (isSure ? Self.all : Self.descendants(of: getpid())).filter(isMember)
      if members.isEmpty { break }
      for member in members { kill(member, SIGKILL) }
      for member in members { Self.reap(member) }
    }
    for orphan in Self.children(of: getpid()) where ProcessState(of: orphan)?.isLeftDead == true { Self.reap(orphan) }
  }

  private static let mostRounds = 50

  private func isMember(_ process: pid_t) -> Bool {
    guard let bytes = try? FileSystem.read("/proc/\(process)/environ", limit: 4 << 20) else { return false }
    let entry = Array("\(Self.variable)=\(mark)".utf8)
    return bytes.split(separator: 0).contains { $0.elementsEqual(entry) }
  }

  /// Whoever lost its parent is a child of this program, and waits to be seen dead by it.
  private static func reap(_ process: pid_t) {
    let descriptor = open_process(process)
    var end = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // One without a descriptor is gone, or this is an old kernel: then poll waits for nothing but the time.
    _ = retryingInterrupts { poll(&end, 1, descriptor < 0 ? 1 : longestEnd) }
    if descriptor >= 0 { close(descriptor) }
    _ = retryingInterrupts { waitpid(process, nil, WNOHANG) }
  }

  /// A killed process that takes longer, in milliseconds, is met again in the next round.
  private static let longestEnd: Int32 = 100

  private static var all: [pid_t] {
    ((try? Directory.entries("/proc")) ?? []).compactMap { $0.name.flatMap { pid_t($0) } }
  }

  private static func descendants(of process: pid_t) -> [pid_t] {
    var found: [pid_t] = []
    var open = [process]
    while let next = open.popLast() {
      let children = children(of: next)
      found += children
      open += children
    }
    return found
  }

  private static func children(of process: pid_t) -> [pid_t] {
    let tasks = (try? Directory.entries("/proc/\(process)/task"))?.compactMap(\.name) ?? []
    return tasks.flatMap { task -> [pid_t] in
      guard let bytes = try? FileSystem.read("/proc/\(process)/task/\(task)/children", limit: 1 << 20) else {
        return []
      }
      return String(decoding: bytes, as: UTF8.self).split(separator: " ").compactMap { pid_t($0) }
    }
  }
}

/// The state of a process, from the kernel.
private struct ProcessState {
  private let process: pid_t
  private let letter: Substring
  private let session: pid_t

  init?(of process: pid_t) {
    guard let bytes = try? FileSystem.read("/proc/\(process)/stat", limit: 1 << 16) else { return nil }
    // The name in front may hold anything.
    let text = String(decoding: bytes, as: UTF8.self)
    let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
    guard fields.count > 4, let session = pid_t(fields[4]) else { return nil }
    (self.process, letter, self.session) = (process, fields[1], session)
  }

  /// Whether it has ended, in the session of a program that has, too: nobody else waits for it.
  var isLeftDead: Bool {
    isDead && session != process && session != getsid(0)
      && (kill(session, 0) != 0 || ProcessState(of: session)?.isDead == true)
  }

  /// Ended, and waiting to be seen so by its parent.
  private var isDead: Bool { letter == "Z" }
}
