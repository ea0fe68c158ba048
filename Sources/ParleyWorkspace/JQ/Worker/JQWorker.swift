internal import CJq
internal import Glibc
internal import ParleyEngine

/// A process that works with jq, and the line to it.
final class JQWorker: Sendable {
  private let process: pid_t
  private let socket: Int32
  private let isOver = Lock(false)

  /// Starts one: its standard input and output are one socket, it has no environment, and no other file of ours.
  init(_ program: JQProgram) throws(JQError) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .worker(Self.reason(errno)) }
    defer { close(ends[1]) }
    do throws(JQError) {
      process = try Self.start(program, speakingOn: ends[1])
    } catch {
      close(ends[0])
      throw error
    }
    socket = ends[0]
    _ = fcntl(socket, F_SETFL, O_NONBLOCK)
  }

  deinit { end() }

  /// Asks, and waits for the answer. Blocks.
  func answer(to question: JQQuestion, under limits: JQLimits) throws(JQError) -> JQReply {
    let deadline = ContinuousClock.now + limits.time
    var message = question.message(under: limits)
    var framed: [UInt8] = []
    framed.append(number: message.count)
    message = framed + message
    try send(message, before: deadline, limits)
    var head = try receive(4, before: deadline, limits)[...]
    let count = head.takeNumber() ?? 0
    guard count <= limits.output + 64 << 10 else { throw .outputTooLarge(limit: limits.output) }
    guard let answer = JQReply(try receive(count, before: deadline, limits)) else {
      throw .worker("its worker sent an invalid reply")
    }
    return answer
  }

  /// Ends the process at once. What waits for its answer fails.
  func kill() {
    isOver.withLock { if !$0 { Glibc.kill(process, SIGKILL) } }
  }

  /// Ends the process and waits until it is gone.
  private func end() {
    kill()
    close(socket)
    let isGone = isOver.withLock { isOver in
      defer { isOver = true }
      return isOver
    }
    while !isGone, waitpid(process, nil, 0) == -1, errno == EINTR {}
  }

  // MARK: The line

  private func send(_ bytes: [UInt8], before deadline: ContinuousClock.Instant, _ limits: JQLimits) throws(JQError) {
    var done = 0
    while done < bytes.count {
      let sent = bytes.withUnsafeBytes { buffer in
        Glibc.send(socket, buffer.baseAddress.map { $0 + done }, buffer.count - done, Int32(MSG_NOSIGNAL))
      }
      if sent > 0 { done += sent } else { try wait(for: POLLOUT, before: deadline, limits) }
    }
  }

  private func receive(
    _ count: Int, before deadline: ContinuousClock.Instant, _ limits: JQLimits
  ) throws(JQError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let taken = bytes.withUnsafeMutableBytes { buffer in
        recv(socket, buffer.baseAddress.map { $0 + done }, count - done, 0)
      }
      if taken == 0 { throw death(limits) }
      if taken > 0 { done += taken } else { try wait(for: POLLIN, before: deadline, limits) }
    }
    return bytes
  }

  private func wait(
    for event: Int32, before deadline: ContinuousClock.Instant, _ limits: JQLimits
  ) throws(JQError) {
    guard [EAGAIN, EINTR].contains(errno) else { throw death(limits) }
    let left = (deadline - .now) / .milliseconds(1)
    guard left > 0 else { throw .timedOut(limits.time) }
    var place = pollfd(fd: socket, events: Int16(event), revents: 0)
    _ = poll(&place, 1, Int32(left.rounded(.up)))
  }

  /// jq aborts when memory ends, and its own stack may overflow before.
  private func death(_ limits: JQLimits) -> JQError {
    var status: Int32 = 0
    kill()
    let isGone = isOver.withLock { isOver in
      let isGone = !isOver && waitpid(process, &status, 0) == process
      if isGone { isOver = true }
      return isGone
    }
    let signal = isGone ? status & 0x7F : 0
    switch signal {
    case SIGABRT, SIGSEGV, SIGBUS, SIGTRAP, SIGILL: return .outOfMemory(limit: limits.memory)
    case SIGALRM: return .timedOut(limits.time)
    default: return .worker("its worker ended")
    }
  }
}

// Starting.
extension JQWorker {
  private static func start(_ program: JQProgram, speakingOn socket: Int32) throws(JQError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, socket, 0)
    posix_spawn_file_actions_adddup2(&actions, socket, 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Signals of the terminal are not for it.
    posix_spawnattr_setflags(&attributes, Int16(PARLEY_SPAWN_SETSID | PARLEY_SPAWN_SETSIGDEF))
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    var words = ([program.path] + program.arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var environment: [UnsafeMutablePointer<CChar>?] = [nil]
    var process: pid_t = 0
    let result = posix_spawn(&process, program.path, &actions, &attributes, &words, &environment)
    guard result == 0 else { throw .worker("\(program.path): \(reason(result))") }
    return process
  }

  private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
