/// Lets a program that does not care for its standard input end with the test nevertheless.
///
/// A shell stands in front of it and waits for the end of the input. Then it ends the program and waits for it.
/// (PR_SET_PDEATHSIG would not do: it is bound to the parent's thread, and threads of a pool come and go.)
enum Guardian {
  private static let script = """
    leftovers=$1
    shift
    "$@" </dev/null &
    exec 3>&- 4>&- >/dev/null 2>&1
    read -r _
    kill -"$0" $!
    wait
    [ -z "$leftovers" ] || rm -rf "$leftovers"
    """

  /// - Parameters:
  ///   - signal: what ends the program.
  ///   - leftovers: a folder that goes when the program has ended.
  static func start(
    _ executable: String, _ arguments: [String], environment: [String: String] = [:],
    handing sockets: [LoopbackSocket] = [],
    signal: String = "TERM", leftovers: String = "",
    errorFile: String
  ) throws -> ChildProcess {
    try ChildProcess.start(
      "/bin/sh", ["-c", script, signal, leftovers, executable] + arguments, environment: environment, handing: sockets,
      errorFile: errorFile)
  }
}
