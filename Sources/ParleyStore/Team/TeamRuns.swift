internal import Cryptography
package import ParleyEngine
package import ParleyModel
package import ParleyTeam

/// The runs that a team's members published, sealed like everything that leaves for its server: of a run the server sees its size and
/// when it was published.
package struct TeamRuns: Sendable {
  private let server: any PublishedRunStorage
  private let seal: TeamSeal
  private let now: @Sendable () -> Timestamp

  /// - Parameters:
  ///   - server: keeps what is sealed.
  ///   - cipher: seals.
  ///   - person: the person who publishes from here.
  package init(
    _ server: any PublishedRunStorage, cipher: TeamCipher, person: String,
    now: @escaping @Sendable () -> Timestamp = Timestamp.now
  ) {
    self.server = server
    seal = TeamSeal(cipher: cipher, person: person)
    self.now = now
  }

  /// Publishes the file of an exported run.
  /// - Parameters:
  ///   - run: the run, for the list.
  ///   - passphrase: the passphrase of the file; nil for one that is not sealed by itself.
  package func publish(
    _ file: [UInt8], of run: KeptRun, workspace: String, passphrase: String?
  ) async throws(RepositoryError) -> TeamRun {
    guard file.count <= PublishedRun.largestFile else {
      throw RepositoryError(
        .writing, "The run is larger than \(PublishedRun.largestFile >> 20) MB and cannot be published.",
        advice: "Write it to a file instead: parley runs export \(run.sequence) FILE")
    }
    let id = RandomBytes.make(16).hexadecimal
    let head = Head(run, id: id, workspace: workspace, person: seal.person, passphrase: passphrase)
    let kept = try await server.publish(
      head: try seal.seal(head.bytes, at: .teamRun("head")), file: try seal.seal(file, at: .teamRun("file \(id)")),
      at: now())
    return TeamRun(kept, head)
  }

  /// The runs there are, newest first. Of those that cannot be decrypted only number, time and size are known.
  package func list(before: Int64? = nil, limit: Int) async throws(RepositoryError) -> [TeamRun] {
    guard !seal.cipher.isLocked else { throw TeamCipher.locked }
    return try await server.publishedRuns(before: before, limit: limit).map { TeamRun($0, try? head(of: $0)) }
  }

  /// The file of a run, and what opens it.
  /// - Throws: `.notFound`-like `.unusablePath` when there is none of that number.
  package func file(
    of number: Int64
  ) async throws(RepositoryError) -> (run: TeamRun, file: [UInt8], passphrase: String?) {
    guard !seal.cipher.isLocked else { throw TeamCipher.locked }
    guard let run = try await server.publishedRuns(before: number + 1, limit: 1).first, run.number == number,
      let sealed = try await server.publishedFile(of: number)
    else { throw Self.missing(number) }
    let head = try head(of: run)
    let file = try seal.open(sealed, at: .teamRun("file \(head.id)"))
    return (TeamRun(run, head), file, head.passphrase)
  }

  /// Takes a run away, for everybody.
  package func remove(_ number: Int64) async throws(RepositoryError) {
    guard try await server.removePublishedRun(number) else { throw Self.missing(number) }
  }

  private func head(of run: PublishedRun) throws(RepositoryError) -> Head {
    try Head(try seal.open(run.head, at: .teamRun("head")))
  }

  private static func missing(_ number: Int64) -> RepositoryError {
    RepositoryError(
      .unusablePath, "The team has no run \(number).", advice: "`parley runs list --team` lists the team's runs.")
  }
}

/// A run that a member of the team published.
package struct TeamRun: Sendable, Hashable {
  /// Its number, which counts the team's runs.
  package let number: Int64
  /// The time it was published.
  package let at: Timestamp
  /// In bytes.
  package let size: Int
  /// Nil where it cannot be decrypted, here as below.
  package let person: String?
  /// The run's own identifier; nil for one that an older program published.
  package let run: String?
  package let group: String?
  package let workspace: String?
  package let environment: String?
  package let state: RunRecording.State?
  package let startedAt: Timestamp?
  /// Whether its secrets are in it.
  package let hasSecrets: Bool

  fileprivate init(_ run: PublishedRun, _ head: TeamRuns.Head?) {
    (number, at, size) = (run.number, run.at, run.size)
    self.run = head?.run
    (person, group, workspace, environment) = (head?.person, head?.group, head?.workspace, head?.environment)
    (state, startedAt, hasSecrets) = (head?.state, head?.startedAt, head?.passphrase != nil)
  }
}

extension TeamRuns {
  /// A run as lists show it, and the passphrase of its file.
  fileprivate struct Head: Codable {
    var id: String
    /// The run's own identifier, which an import keeps.
    var run: String?
    var person: String
    var workspace: String
    var group: String?
    var environment: String?
    var state: RunRecording.State
    var started: Int64
    var passphrase: String?

    init(_ run: KeptRun, id: String, workspace: String, person: String, passphrase: String?) {
      (self.id, self.person, self.workspace, self.passphrase) = (id, person, workspace, passphrase)
      self.run = run.summary.id
      (group, environment, state) = (run.summary.group, run.summary.environment, run.summary.state)
      started = run.summary.startedAt.microseconds
    }

    init(_ bytes: [UInt8]) throws(RepositoryError) {
      do { self = try JSONValue(parsing: bytes).decode(Head.self) } catch { throw RecordReader.damage }
    }

    var startedAt: Timestamp { Timestamp(microseconds: started) }
    var bytes: [UInt8] { (try? JSONValue(encoding: self)).map { JSONPrinter.compact.bytes(of: $0) } ?? [] }
  }
}

extension SealedPlace {
  fileprivate static func teamRun(_ part: String) -> SealedPlace {
    SealedPlace(table: "team run", row: part, column: "")
  }
}
