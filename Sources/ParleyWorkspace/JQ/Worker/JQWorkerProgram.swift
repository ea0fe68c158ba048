internal import CJq
internal import Glibc
internal import ParleyEngine

/// What a worker does: reads a question from standard input, writes its answer to standard output, and again, until nobody
/// asks any more.
///
/// Memory and time are bounded by the kernel, so that no filter can go beyond: jq aborts when memory ends.
package enum JQWorkerProgram {
  /// The argument that makes `parley` a worker.
  package static let argument = "__jq-worker"

  /// - Parameter memory: in bytes, beyond what the process has now.
  package static func run(memory: Int = JQLimits.standard.memory) {
    limit(memory: memory)
    var programs = JQCompiledPrograms()
    while let message = readMessage(), let task = JQTask(message) {
      alarm(task.seconds)
      let answer = programs.answer(to: task)
      alarm(0)
      guard write(answer.message) else { return }
    }
  }

  private static func limit(memory: Int) {
    parley_limit_memory(rlim_t(pagesInUse() * sysconf(Int32(_SC_PAGESIZE)) + memory))
    parley_allow_no_files()
  }

  private static func pagesInUse() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var buffer = [CChar](repeating: 0, count: 64)
    guard fgets(&buffer, Int32(buffer.count), file) != nil else { return 0 }
    return strtol(buffer, nil, 10)
  }

  // MARK: Messages

  private static func readMessage() -> [UInt8]? {
    guard let head = read(4) else { return nil }
    var rest = head[...]
    return rest.takeNumber().flatMap(read)
  }

  private static func read(_ count: Int) -> [UInt8]? {
    var isWhole = true
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      done = 0
      while done < count {
        let taken = Glibc.read(0, buffer.baseAddress.map { $0 + done }, count - done)
        if taken > 0 { done += taken } else if taken == 0 || errno != EINTR { break }
      }
      isWhole = done == count
    }
    return isWhole ? bytes : nil
  }

  private static func write(_ message: [UInt8]) -> Bool {
    var framed: [UInt8] = []
    framed.append(number: message.count)
    framed += message
    return framed.withUnsafeBytes { buffer in
      var done = 0
      while done < buffer.count {
        let written = Glibc.write(1, buffer.baseAddress.map { $0 + done }, buffer.count - done)
        if written > 0 { done += written } else if errno != EINTR { return false }
      }
      return true
    }
  }
}
