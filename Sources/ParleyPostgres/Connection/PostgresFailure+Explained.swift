import ParleyEngine

extension PostgresFailure {
  /// Returns the failure in words for people.
  /// - Parameter place: the server's location, without user and password.
  func explained(at place: String) -> RepositoryError {
    switch message.state {
    case "" where isOfName: misnamed(at: place)
    case "" where isOfTLS: untrusted(at: place)
    case let state where state.hasPrefix("28"): notPermitted(at: place)
    case "42501": notMember(at: place)
    case "3D000":
      RepositoryError(
        .notSetUp, "The team's database does not exist.", detail: message.text, place: place,
        advice: "Make it with createdb, then set it up with parley team init.")
    case "3F000", "42P01", "42883", "42704": .notSetUp(at: place)
    case "53100", "53200", "25006", "22001", "54000":
      RepositoryError(.writing, "The team's server cannot write.", detail: message.text, place: place)
    case "55P03", "57014", "40001", "40P01":
      RepositoryError(
        .unreachable, "The team's server is too busy.", detail: message.text, place: place, advice: "Try it again.")
    case _ where isLost: unreachable(at: place)
    default: RepositoryError(.writing, "The team's server refused it.", detail: message.text, place: place)
    }
  }

  private func unreachable(at place: String) -> RepositoryError {
    RepositoryError(
      .unreachable, "The team's server cannot be reached.", detail: message.text, place: place,
      advice: "It is tried again by itself. Meanwhile what was last known can be read; nothing can be written.")
  }

  private func untrusted(at place: String) -> RepositoryError {
    RepositoryError(
      .untrusted, "The team's server cannot be trusted.", detail: message.text, place: place,
      advice: "Name the file with its authority's certificate by sslrootcert= in the connection.")
  }

  private func misnamed(at place: String) -> RepositoryError {
    RepositoryError(
      .untrusted, "The certificate of the team's server is for another host name.", detail: message.text,
      place: place,
      advice: "Use the name in the certificate as host= of the connection; hostaddr= can give its address beside it.")
  }

  private func notPermitted(at place: String) -> RepositoryError {
    RepositoryError(
      .notPermitted, "The team's server lets this user not in.", detail: message.text, place: place,
      advice: "Check user and password of the connection, and pg_hba.conf on the server.")
  }

  private func notMember(at place: String) -> RepositoryError {
    RepositoryError(
      .notPermitted, "The team's server does not allow that to this user.", detail: message.text, place: place,
      advice: "Let an owner of the database make this user a member: parley team init --member NAME.")
  }

  private var isOfName: Bool { message.text.contains("does not match host name") }

  /// libpq has no code for these; its words are not translated for a program that sets no locale for messages.
  private var isOfTLS: Bool {
    ["SSL", "certificate", "TLS"].contains { message.text.contains($0) }
  }
}

extension RepositoryError {
  static func notSetUp(at place: String) -> RepositoryError {
    RepositoryError(
      .notSetUp, "The team's database is not set up for Parley.", place: place, advice: "Set it up: parley team init.")
  }

  static func olderSchema(_ version: Int, at place: String) -> RepositoryError {
    RepositoryError(
      .notSetUp, "The team's database has version \(version); this Parley needs \(TeamSchema.version).", place: place,
      advice: "Bring it up to date: parley team migrate.")
  }

  /// It may be good enough for everything but to be set up.
  static func unmigrated(_ version: Int, at place: String) -> RepositoryError {
    RepositoryError(
      .notSetUp, "The team's database has version \(version); to set it up, this Parley needs \(TeamSchema.version).",
      place: place, advice: migrating)
  }

  private static let migrating =
    "Nothing was changed. Bring it up to date: parley team migrate. Older programs then only read their copy."

  /// It is good enough for everything else.
  static func noSnapshots(_ version: Int, at place: String) -> RepositoryError {
    RepositoryError(
      .notSetUp,
      "The team's database has version \(version); snapshots of the team's keys need \(TeamSchema.versionWithSnapshots).",
      place: place, advice: migrating)
  }

  static func noMovingSnapshots(_ version: Int, of environment: String, at place: String) -> RepositoryError {
    RepositoryError(
      .notSetUp,
      "The team's database has version \(version); to rename “\(environment)”, which has snapshots of the team's keys, it needs "
        + "\(TeamSchema.versionWithMovingSnapshots).", place: place, advice: migrating)
  }

  static func newerSchema(_ version: Int, at place: String) -> RepositoryError {
    RepositoryError(
      .newerVersion, "The team's database was set up by a newer Parley (version \(version)).",
      detail: "This Parley knows versions up to \(TeamSchema.version).", place: place,
      advice: "Install the Parley that the team uses. Nothing was changed.")
  }

  /// A change was sent, and no response came.
  static func unknownOutcome(_ failure: PostgresFailure, at place: String) -> RepositoryError {
    RepositoryError(
      .unreachable, "The connection to the team's server broke while it wrote.", detail: failure.message.text,
      place: place,
      advice: "Whether the change was made is not known. Look at the key again once the server is back.")
  }

  static func closed(at place: String) -> RepositoryError {
    RepositoryError(.notOpen, "The connection to the team's server was closed.", place: place)
  }
}
