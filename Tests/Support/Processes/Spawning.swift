import Glibc

/// What happens to the descriptors between fork and exec.
final class SpawnActions {
  var value = posix_spawn_file_actions_t()

  init() { posix_spawn_file_actions_init(&value) }

  deinit { posix_spawn_file_actions_destroy(&value) }

  func duplicate(_ descriptor: Int32, as number: Int32) {
    posix_spawn_file_actions_adddup2(&value, descriptor, number)
  }

  func open(_ path: String, as number: Int32) {
    posix_spawn_file_actions_addopen(&value, number, path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
  }

  /// As all three standard streams. It becomes the controlling terminal of a session's leader.
  func openTerminal(_ path: String) {
    posix_spawn_file_actions_addopen(&value, STDIN_FILENO, path, O_RDWR, 0)
    duplicate(STDIN_FILENO, as: STDOUT_FILENO)
    duplicate(STDIN_FILENO, as: STDERR_FILENO)
  }
}

/// A process group of its own, or a session, and no signal ignored or blocked that this process ignores or blocks.
final class SpawnAttributes {
  var value = posix_spawnattr_t()

  /// `POSIX_SPAWN_SETSID` of glibc, which Swift does not see.
  private static let newSession: Int32 = 0x80

  init(isSessionLeader: Bool = false) {
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_init(&value)
    posix_spawnattr_setpgroup(&value, 0)
    posix_spawnattr_setsigmask(&value, &none)
    posix_spawnattr_setsigdefault(&value, &all)
    let group = isSessionLeader ? Self.newSession : POSIX_SPAWN_SETPGROUP
    let flags = group | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    posix_spawnattr_setflags(&value, Int16(flags))
  }

  deinit { posix_spawnattr_destroy(&value) }
}

/// A pipe whose ends no other process inherits; an end that nobody took is closed.
///
/// Really a pair of sockets, because those are close-on-exec from the beginning: pipe2(2) is not to be had in Swift.
final class Pipe {
  private(set) var readingEnd: Int32
  private(set) var writingEnd: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw SupportError.system("socketpair") }
    readingEnd = ends[0]
    writingEnd = ends[1]
  }

  deinit {
    for end in [readingEnd, writingEnd] where end >= 0 { close(end) }
  }

  func takeReadingEnd() -> Int32 {
    defer { readingEnd = -1 }
    return readingEnd
  }

  func takeWritingEnd() -> Int32 {
    defer { writingEnd = -1 }
    return writingEnd
  }
}

/// A copy of a descriptor out of the way of the small numbers a child gets.
final class HighDescriptor {
  let descriptor: Int32

  init(of original: Int32) throws {
    descriptor = fcntl(original, F_DUPFD_CLOEXEC, 100)
    guard descriptor >= 0 else { throw SupportError.system("fcntl") }
  }

  deinit { close(descriptor) }
}
