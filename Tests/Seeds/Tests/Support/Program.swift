import Glibc
import ParleyEngine

/// A program that runs beside a test, no longer than its last owner.
final class Program: Sendable {
  private let process: pid_t
  /// Open as long as this: a program that reads its input to the end knows then that nobody needs it.
  private let input: Int32
  private let output: Int32
  private let hasEnded = Lock(false)

  /// - Parameter name: a path, or a name that is looked for where the system keeps programs.
  init(_ name: String, _ arguments: String...) throws {
    let (forInput, forOutput) = (try Self.pipe(), try Self.pipe())
    defer { for end in [forInput.read, forOutput.write] { close(end) } }
    (input, output) = (forInput.write, forOutput.read)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, forInput.read, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, forOutput.write, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var words = ([name] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process = pid_t()
    guard posix_spawnp(&process, name, &actions, nil, &words, environ) == 0 else { throw Socket.Failure() }
    self.process = process
  }

  deinit {
    close(input)
    close(output)
    if !hasEnded.withLock(\.self) { kill(process, SIGKILL) }
    wait()
  }

  /// A program of this package, which is built beside the tests.
  static func built(_ name: String) throws -> String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &path, path.count)
    guard count > 0 else { throw Socket.Failure() }
    let tests = String(decoding: path[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    return tests.split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/\(name)"
  }

  /// The next line that it writes; nil at the end.
  func line() -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while read(output, &byte, 1) == 1 {
      if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    return nil
  }

  /// The first line in which a word stands.
  func line(with word: String) throws -> String {
    while let line = line() { if line.contains(word) { return line } }
    throw Socket.Failure()
  }

  func wait() {
    hasEnded.withLock { hasEnded in
      var status: Int32 = 0
      while !hasEnded, waitpid(process, &status, 0) == -1, errno == EINTR {}
      hasEnded = true
    }
  }

  private static func pipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    guard Glibc.pipe(&ends) == 0 else { throw Socket.Failure() }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}

/// The demo API, by itself.
final class DemoAPI: Sendable {
  let address: String
  private let program: Program

  init() throws {
    program = try Program(try Program.built("parley-demo"), "--port", "0", "--with-parent")
    address = "http://127.0.0.1:\(try program.line(with: "listening").split(separator: ":").last ?? "")"
  }
}

/// A server of HTTPS with a certificate of its own, which is its own authority.
final class SecureServer: Sendable {
  let address: String
  let certificate: String
  let keyFile: String
  private let folder: Folder
  private let program: Program

  /// - Parameter asksForCertificate: whether it speaks only with who has this certificate too.
  init(askingForCertificate asksForCertificate: Bool = false) throws {
    let folder = try Folder()
    (certificate, keyFile) = (folder.path("certificate.pem"), folder.path("key.pem"))
    try Program(
      "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
      "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", keyFile, "-out", certificate
    ).wait()
    program =
      asksForCertificate
      ? try Program(
        "openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", keyFile, "-www", "-Verify", "1",
        "-CAfile", certificate, "-verify_return_error")
      : try Program("openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", keyFile, "-www")
    address = "https://127.0.0.1:\(try program.line(with: "ACCEPT ").split(separator: ":").last ?? "")"
    self.folder = folder
  }
}
