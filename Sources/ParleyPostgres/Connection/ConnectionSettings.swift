internal import CPostgres
import Glibc
import ParleyEngine
import ParleyTeam

/// How a server is connected to: what the address says, and what makes it safe and never silent.
struct ConnectionSettings: Sendable {
  /// libpq's keywords and values.
  let values: [String: String]
  /// The server's location, without user and password.
  let place: String

  /// The authorities that this system trusts, as Debian and its like keep them.
  private static let systemAuthorities = "/etc/ssl/certs/ca-certificates.crt"

  /// - Throws: `.unusablePath` for an address that cannot be read, `.untrusted` for one that would not be verified.
  init(_ address: TeamAddress) throws(RepositoryError) {
    try PostgresLibrary.load()
    var values = try Self.parsed(address.connection)
    place = Self.place(of: values)
    if !Self.isLocal(values) { try Self.verify(&values, allowsUnverified: address.allowsUnverified, at: place) }
    self.values = Self.defaults.merging(values) { _, given in given }
  }

  /// A server that is gone is noticed within half a minute, also by a connection that only listens.
  private static let defaults = [
    "application_name": "parley", "client_encoding": "UTF8", "gssencmode": "disable", "keepalives": "1",
    "keepalives_idle": "10", "keepalives_interval": "5", "keepalives_count": "3", "tcp_user_timeout": "15000",
  ]

  /// Returns the keywords and values of a connection string. The errors of libpq are not passed on, because they may
  /// quote a password.
  private static func parsed(_ text: String) throws(RepositoryError) -> [String: String] {
    var trouble: UnsafeMutablePointer<CChar>?
    let options = cpq_conninfoParse(text, &trouble)
    defer {
      cpq_conninfoFree(options)
      cpq_freemem(trouble)
    }
    guard let options, !text.isEmpty else {
      throw RepositoryError(
        .unusablePath, "The address of the team's server cannot be read.",
        advice: "Write it like postgresql://ada@db.example:5432/shop.")
    }
    var values: [String: String] = [:]
    var option = options
    while let word = option.pointee.keyword {
      if let value = option.pointee.val { values[String(cString: word)] = String(cString: value) }
      option += 1
    }
    return values
  }

  private static func place(of values: [String: String]) -> String {
    let host = values["host"] ?? values["hostaddr"] ?? values["service"] ?? environment("PGHOST") ?? "localhost"
    let port = (values["port"] ?? environment("PGPORT")).map { ":\($0)" } ?? ""
    let database = (values["dbname"] ?? environment("PGDATABASE")).map { "/\($0)" } ?? ""
    return "\(host)\(port)\(database)"
  }

  /// Whether every server it may connect to is on this machine.
  private static func isLocal(_ values: [String: String]) -> Bool {
    guard values["service"] == nil, environment("PGSERVICE") == nil else { return false }
    let hosts = values["hostaddr"] ?? values["host"] ?? environment("PGHOSTADDR") ?? environment("PGHOST") ?? ""
    return hosts.split(separator: ",", omittingEmptySubsequences: false).allSatisfy { host in
      host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@") || host == "localhost" || host == "::1"
        || isLoopback(host)
    }
  }

  /// Not a name that only looks like an address of loopback.
  private static func isLoopback(_ host: Substring) -> Bool {
    var address = in_addr()
    return inet_pton(AF_INET, String(host), &address) == 1 && UInt32(bigEndian: address.s_addr) >> 24 == 127
  }

  private static func verify(
    _ values: inout [String: String], allowsUnverified: Bool, at place: String
  ) throws(RepositoryError) {
    let mode = values["sslmode"] ?? (allowsUnverified ? environment("PGSSLMODE") : nil) ?? "verify-full"
    guard mode == "verify-full" || allowsUnverified else {
      throw RepositoryError(
        .untrusted, "The connection to the team's server would not be verified (sslmode=\(mode)).", place: place,
        advice: "Use sslmode=verify-full, or leave it out.")
    }
    values["sslmode"] = mode
    guard mode.hasPrefix("verify"), values["sslrootcert"] == nil, environment("PGSSLROOTCERT") == nil else { return }
    let own = environment("HOME").map { "\($0)/.postgresql/root.crt" } ?? ""
    if access(own, R_OK) != 0, access(systemAuthorities, R_OK) == 0 { values["sslrootcert"] = systemAuthorities }
  }

  private static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
