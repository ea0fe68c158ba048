import Glibc

/// A PostgreSQL of the test's own, on a socket in a folder and on a port of loopback. Everybody is trusted but `ada`, who needs a
/// password.
///
/// PostgreSQL refuses to run as root: then it runs as the user `postgres`, whom Debian's package makes.
public final class PostgresServer: Sendable {
  /// Who may do everything.
  public static let owner = "owner"
  /// Of `ada`, once ``makeRoles()`` has made her.
  public static let password = "correct horse"

  public let port: UInt16
  private let directory: TemporaryDirectory
  private let hosts: NetworkHosts?
  private let process: Monitor<ChildProcess>
  private let count = Monitor(0)

  private init(_ directory: TemporaryDirectory, port: UInt16, _ hosts: NetworkHosts?, _ process: ChildProcess) {
    self.directory = directory
    self.port = port
    self.hosts = hosts
    self.process = Monitor(process)
  }

  /// - Parameters:
  ///   - names: whom its certificate is for; without any it has none, and no TLS.
  ///   - hosts: where it runs, on the first of them; on this one without any.
  ///   - isShared: whether it lives as long as this process, and takes its folder along.
  /// - Throws: ``SupportError`` saying what to install, or with the server's own words.
  public static func start(
    tlsFor names: [String] = [], on hosts: NetworkHosts? = nil, isShared: Bool = false
  ) async throws -> PostgresServer {
    try await blocking {
      let directory = try TemporaryDirectory()
      chmod(directory.path, 0o755)
      try initialize(directory, tlsFor: names)
      let socket = try LoopbackSocket()
      let port = socket.port
      socket.letGo()
      let process = try launch(directory, port: port, on: hosts, isShared: isShared)
      return PostgresServer(directory, port: port, hosts, process)
    }
  }

  /// Where its socket is.
  public var folder: String { directory.path }

  /// What a client trusts its certificate by.
  public var certificate: String { directory.path(Certificate.certificateFile) }

  /// A connection URI by TCP.
  public func uri(_ database: String, user: String = PostgresServer.owner, port: UInt16? = nil) -> String {
    "postgresql://\(user)@127.0.0.1:\(port ?? self.port)/\(database)"
  }

  /// A connection URI by its socket, which reaches it on whichever host it is.
  public func socketURI(_ database: String) -> String {
    "postgresql://\(Self.owner)@/\(database)?host=\(folder)&port=\(port)"
  }

  /// A new, empty database.
  public func makeDatabase() async throws -> String {
    let name = count.withLock { count in
      count += 1
      return "test\(count)"
    }
    try await run("CREATE DATABASE \(name)", in: "postgres")
    return name
  }

  /// Statements by psql.
  /// - Returns: the rows, their columns with `|` between them.
  @discardableResult
  public func run(
    _ statements: String, in database: String, user: String = PostgresServer.owner
  ) async throws -> String {
    let result = try await FinishedProcess.run(
      try Self.program("psql"),
      ["-h", folder, "-p", "\(port)", "-U", user, "-d", database, "-v", "ON_ERROR_STOP=1", "-qAtX", "-c", statements])
    guard result.status == 0 else { throw SupportError(result.errorText) }
    return result.outputText.split(separator: "\n").joined(separator: "\n")
  }

  /// All its processes at once, without a word to the disk, as a loss of power does: what was committed must come back from the log.
  /// (SIGKILL would leave its children, each in a group of its own, at work on the same files for a while.)
  public func kill() async throws {
    try await blocking { [self] in
      let file = String(decoding: try directory.read("data/postmaster.pid"), as: UTF8.self)
      guard let pid = file.split(separator: "\n").first.flatMap({ pid_t($0) }) else {
        throw SupportError("There is no server to kill.")
      }
      Glibc.kill(pid, SIGQUIT)
      process.withLock { $0 }.stop()
    }
  }

  /// In order: it lets go of its clients.
  public func stop() async throws {
    try await blocking { [self] in process.withLock { $0 }.stop() }
  }

  /// On the same port, with what it had.
  public func restart() async throws {
    try await blocking { [self] in
      let new = try Self.launch(directory, port: port, on: hosts)
      process.withLock { $0 = new }
    }
  }
}

extension PostgresServer {
  private static func initialize(_ directory: TemporaryDirectory, tlsFor hosts: [String]) throws {
    if !hosts.isEmpty { _ = try Certificate.make(in: directory, hosts: hosts) }
    try run("/bin/sh", ["-c", "cp -a \"$1/data\" \"$0\"", directory.path, try fresh.get()], directory)
    try directory.write(rules, to: "data/pg_hba.conf")
    try directory.write(settings(directory, hasTLS: !hosts.isEmpty), to: "data/postgresql.auto.conf")
    try run("/bin/sh", ["-c", ownership, directory.path], directory)
  }

  /// The files of a server that nobody has used yet. They take a second to make, and hardly any time to copy.
  private static let fresh = Result {
    let initdb = try program("initdb")
    return try MadeOnce.folder("postgres", from: initdb) { kept in
      let directory = try TemporaryDirectory()
      chmod(directory.path, 0o755)
      try run("/bin/sh", ["-c", "mkdir \"$0/data\" && \(ownership)", directory.path], directory)
      try run(
        asUser: initdb,
        ["-D", directory.path("data"), "-U", owner, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"], directory)
      try run("/bin/sh", ["-c", "mkdir \"$1\" && cp -a \"$0/data\" \"$1\"", directory.path, kept], directory)
    }
  }

  private static let ownership =
    geteuid() == 0
    ? "chown -R postgres: \"$0\" && chmod 0755 \"$0\" && { test ! -f \"$0/key.pem\" || chmod 0600 \"$0/key.pem\"; }"
    : ":"

  private static let rules = """
    local all all trust
    host all ada 127.0.0.1/32 scram-sha-256
    host all all 0.0.0.0/0 trust
    """

  private static func settings(_ directory: TemporaryDirectory, hasTLS: Bool) -> String {
    """
    unix_socket_directories = '\(directory.path)'
    fsync = off
    shared_buffers = 16MB
    max_connections = 40
    log_min_messages = fatal
    ssl = \(hasTLS ? "on" : "off")
    ssl_cert_file = '\(directory.path(Certificate.certificateFile))'
    ssl_key_file = '\(directory.path("key.pem"))'
    """
  }

  private static func launch(
    _ directory: TemporaryDirectory, port: UInt16, on hosts: NetworkHosts?, isShared: Bool = false
  ) throws -> ChildProcess {
    let address = hosts == nil ? "127.0.0.1" : NetworkHosts.address
    let plain = asUser(
      try program("postgres"), ["-D", directory.path("data"), "-p", "\(port)", "-h", address])
    let words = try hosts?.command(on: .first, plain) ?? plain
    let readiness = try ReadinessSocket(at: directory.path("ready"))
    let process = try Guardian.start(
      words[0], Array(words.dropFirst()), environment: ["NOTIFY_SOCKET": readiness.path], signal: "INT",
      leftovers: isShared ? directory.path : "", errorFile: directory.path("server.log"))
    guard readiness.waitUntilReady(patience: patience) else {
      process.stop()
      throw process.failure("(postgres) does not come up")
    }
    return process
  }

  private static func run(asUser program: String, _ arguments: [String], _ directory: TemporaryDirectory) throws {
    let words = asUser(program, arguments)
    try run(words[0], Array(words.dropFirst()), directory)
  }

  private static func asUser(_ program: String, _ arguments: [String]) -> [String] {
    let change = ["/usr/bin/setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
    return (geteuid() == 0 ? change : []) + [program] + arguments
  }

  private static func run(_ program: String, _ arguments: [String], _ directory: TemporaryDirectory) throws {
    let process = try ChildProcess.start(program, arguments, errorFile: directory.path("tools.log"))
    process.endInput()
    _ = process.readToEnd()
    guard process.waitForExit() == 0 else { throw process.failure("(\(program)) failed") }
  }

  /// Debian keeps each version's programs in a folder of its own; the newest counts.
  private static func program(_ name: String) throws -> String {
    let versions = (9...99).reversed().map { "/usr/lib/postgresql/\($0)/bin/\(name)" }
    if let path = versions.first(where: Executables.isExecutable) { return path }
    return try Executables.installed(name, package: "postgresql")
  }
}
