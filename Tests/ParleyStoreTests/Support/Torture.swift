import Dispatch
import Glibc

/// A process of `store-torture`, which stands beside the tests.
struct Torture: Sendable {
  private let process: pid_t
  private let output: Int32

  /// Nil when it cannot be started.
  init?(_ arguments: String...) {
    var pipe: [Int32] = [0, 0]
    guard Glibc.pipe(&pipe) == 0 else { return nil }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, pipe[1], 1)
    posix_spawn_file_actions_addclose(&actions, pipe[0])
    let program = Self.program
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    let result = posix_spawn(&process, program, &actions, nil, &words, environ)
    close(pipe[1])
    guard result == 0 else { return nil }
    self.process = process
    output = pipe[0]
  }

  /// Its lines until it has said `count`; then it is killed in the middle of what it does. What it managed to say until its
  /// death is among them.
  /// - Parameter delay: in microseconds; with it the kill falls into any part of what comes next, not only into its beginning.
  func lines(killedAfter count: Int, delay: UInt32 = 0) async -> [String] {
    await blocking {
      var text: [UInt8] = []
      var isKilled = false
      while let chunk = read() {
        text += chunk
        if !isKilled, text.count(where: { $0 == UInt8(ascii: "\n") }) >= count {
          // The fault itself: the kill comes at a random moment after the last line.
          usleep(delay)
          kill(process, SIGKILL)
          isKilled = true
        }
      }
      end()
      return lines(of: text)
    }
  }

  /// Everything it says until it ends.
  func lines() async -> [String] {
    await lines(killedAfter: .max)
  }

  private func read() -> [UInt8]? {
    let chunk = [UInt8](unsafeUninitializedCapacity: 65536) { buffer, count in
      count = max(0, Glibc.read(output, buffer.baseAddress, buffer.count))
    }
    return chunk.isEmpty ? nil : chunk
  }

  private func end() {
    close(output)
    waitpid(process, nil, 0)
  }

  /// Whole lines only: the last one may have been cut off by its death.
  private func lines(of text: [UInt8]) -> [String] {
    text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private func blocking<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { done in
      DispatchQueue.global().async { done.resume(returning: work()) }
    }
  }

  /// Beside the program that runs the tests.
  private static var program: String {
    guard let path = realpath("/proc/self/exe", nil) else { return "store-torture" }
    defer { free(path) }
    let own = String(cString: path)
    return own.prefix(upTo: own.lastIndex(of: "/") ?? own.startIndex) + "/store-torture"
  }
}
