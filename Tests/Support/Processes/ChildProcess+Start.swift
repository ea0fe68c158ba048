import Glibc

extension ChildProcess {
  /// Starts a program.
  ///
  /// - Parameters:
  ///   - executable: A full path.
  ///   - environment: Set beside what this process has.
  ///   - sockets: Become the descriptors 3, 4, … of the program; the caller's own may be closed then.
  ///   - errorFile: Where its standard error goes.
  static func start(
    _ executable: String, _ arguments: [String], environment: [String: String] = [:],
    handing sockets: [LoopbackSocket] = [], errorFile: String
  ) throws -> ChildProcess {
    let input = try Pipe()
    let output = try Pipe()
    let actions = SpawnActions()
    actions.duplicate(input.readingEnd, as: STDIN_FILENO)
    actions.duplicate(output.writingEnd, as: STDOUT_FILENO)
    actions.open(errorFile, as: STDERR_FILENO)
    let handed = try sockets.map { try HighDescriptor(of: $0.descriptor) }
    for (index, socket) in handed.enumerated() { actions.duplicate(socket.descriptor, as: 3 + Int32(index)) }
    let pid = try spawn(executable, arguments, environment, actions)
    return ChildProcess(
      pid: pid, input: input.takeWritingEnd(), output: output.takeReadingEnd(), errorFile: errorFile)
  }

  static func spawn(
    _ executable: String, _ arguments: [String], _ environment: [String: String], _ actions: SpawnActions,
    _ attributes: SpawnAttributes = SpawnAttributes()
  ) throws -> pid_t {
    let environment = try fullEnvironment(with: environment)
    var pid: pid_t = 0
    let status = withCStrings([executable] + arguments) { argv in
      withCStrings(environment) { envp in
        posix_spawn(&pid, executable, &actions.value, &attributes.value, argv, envp)
      }
    }
    guard status == 0 else { throw SupportError.system("Cannot start \(executable)", code: status) }
    return pid
  }

  private static func fullEnvironment(with additions: [String: String]) throws -> [String] {
    let own = try readFile("/proc/self/environ").split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    let kept = own.filter { line in !additions.keys.contains { line.hasPrefix("\($0)=") } }
    return kept + additions.map { "\($0)=\($1)" }
  }
}

/// Null-terminated C strings for as long as `body` runs.
private func withCStrings<Result>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
  let copies = strings.map { strdup($0) }
  defer { copies.forEach { free($0) } }
  return body(copies + [nil])
}
