import ParleyEngine
import ParleyTeam

/// The statements on a team's tables, over an open connection.
struct TeamStatements {
  let connection: PostgresConnection
  let schema: TeamSchema
  let place: String

  private static let columns = """
    seq, key, environment, is_removal, at, origin, restored, batch, sealing_key, key_version, nonce, value
    """

  // MARK: Reading

  /// Returns the position of the whole database at this moment.
  func moment() throws -> SealedCopyPosition {
    let row = try connection.run(
      schema.sql("SELECT identity::text, last, generation FROM @schema@.about CROSS JOIN @schema@.counter"))
    guard let database = row.text(0, 0), let last = row.number(0, 1), let generation = row.number(0, 2) else {
      throw RepositoryError.notSetUp(at: place)
    }
    return SealedCopyPosition(database: database, sequence: last, generation: generation, at: .now())
  }

  func lastSequence() throws -> Int64 {
    try connection.run(schema.sql("SELECT last FROM @schema@.counter")).number(0, 0) ?? 0
  }

  func rows(
    where condition: String, _ parameters: [PostgresParameter], order: String = "seq", limit: Int
  ) throws -> [SealedRow] {
    try records(
      of: connection.run(
        schema.sql(
          """
          SELECT \(Self.columns) FROM @schema@.shared WHERE \(condition) ORDER BY \(order)
          LIMIT $\(parameters.count + 1)
          """), parameters + [.number(Int64(limit))]))
  }

  func history(of key: SharedKey, before: Int64?, limit: Int) throws -> [SealedRow] {
    try rows(
      where: "key = $1 AND environment = $2 AND seq < $3",
      [.text(key.name), .text(key.environment ?? ""), .number(before ?? .max)], order: "seq DESC", limit: limit)
  }

  /// All of them with one statement.
  func histories(of keys: [SharedKey], limit: Int) throws -> [[SealedRow]] {
    guard !keys.isEmpty else { return [] }
    let statement = schema.sql(
      """
      SELECT \(Self.columns)
      FROM unnest($1, $2) AS e (its_key, its_environment)
      CROSS JOIN LATERAL (
        SELECT \(Self.columns) FROM @schema@.shared
        WHERE key = its_key AND environment = its_environment ORDER BY seq DESC LIMIT $3
      ) AS changes
      """)
    let names: [PostgresParameter] = [.texts(keys.map(\.name)), .texts(keys.map { $0.environment ?? "" })]
    let found = try connection.patiently(keys.count) { () throws(PostgresFailure) in
      try connection.run(statement, names + [.number(Int64(limit))])
    }
    let rows = Dictionary(grouping: try records(of: found), by: \.key)
    return keys.map { (rows[$0] ?? []).sorted { $0.sequence > $1.sequence } }
  }

  /// Not sorted by the server, which sends the first rows before it has read the last.
  func histories(_ query: SharedQuery, limit: Int) throws -> [SealedRow] {
    var condition = TeamCondition(query)
    let count = try count(condition)
    let most = condition.add(.number(Int64(limit)))
    let statement = schema.sql(
      """
      SELECT \(Self.columns)
      FROM (SELECT key AS its_key, environment AS its_environment FROM @schema@.shared WHERE \(condition.text)) AS found
      CROSS JOIN LATERAL (
        SELECT \(Self.columns) FROM @schema@.shared
        WHERE key = its_key AND environment = its_environment ORDER BY seq DESC LIMIT \(most)
      ) AS changes
      """)
    let found = try connection.patiently(count * limit) { () throws(PostgresFailure) in
      try connection.run(statement, condition.parameters)
    }
    return try records(of: found).sorted { $0.sequence < $1.sequence }
  }

  func lastSequences(of keys: [SharedKey]) throws -> [Int64] {
    guard !keys.isEmpty else { return [] }
    let found = try connection.run(
      schema.sql(
        """
        SELECT coalesce((
          SELECT max(s.seq) FROM @schema@.shared s WHERE s.key = e.key AND s.environment = e.environment), 0)
        FROM unnest($1, $2) WITH ORDINALITY AS e (key, environment, place) ORDER BY e.place
        """), [.texts(keys.map(\.name)), .texts(keys.map { $0.environment ?? "" })])
    return (0..<found.count).map { found.number($0, 0) ?? 0 }
  }

  func page(_ query: SharedQuery) throws -> SealedPage {
    var condition = TeamCondition(query)
    let total = try count(condition)
    let offset = condition.add(.number(Int64(query.offset)))
    let found = try rows(
      where: condition.text, condition.parameters, order: "key OFFSET \(offset)", limit: query.limit)
    return SealedPage(total: total, rows: found)
  }

  func count(_ condition: TeamCondition) throws -> Int {
    let found = try connection.run(
      schema.sql("SELECT count(*) FROM @schema@.shared WHERE \(condition.text)"), condition.parameters)
    return Int(found.number(0, 0) ?? 0)
  }

  /// The keys that a query finds, whatever its window.
  func keys(_ query: SharedQuery) throws -> [SharedKey] {
    let condition = TeamCondition(query)
    let found = try connection.run(
      schema.sql("SELECT key, environment FROM @schema@.shared WHERE \(condition.text) ORDER BY key"),
      condition.parameters)
    return try (0..<found.count).map { try key(found, $0, nameAt: 0) }
  }

  private func records(of found: PostgresRows) throws -> [SealedRow] {
    try (0..<found.count).map { try record(found, $0) }
  }

  /// Nothing is taken on trust that another program may have written.
  private func record(_ found: PostgresRows, _ row: Int) throws -> SealedRow {
    guard let sequence = found.number(row, 0), let isRemoval = found.flag(row, 3), let at = found.number(row, 4),
      let origin = found.number(row, 5), let sealed = found.sealed(row, from: 8)
    else { throw damage }
    return SealedRow(
      sequence: sequence, key: try key(found, row, nameAt: 1), sealed: sealed, isRemoval: isRemoval,
      at: Timestamp(microseconds: at), origin: origin, restored: found.number(row, 6), batch: found.number(row, 7))
  }

  private func key(_ found: PostgresRows, _ row: Int, nameAt column: Int) throws -> SharedKey {
    guard let name = found.text(row, column), SharedKey.isName(name), let environment = found.text(row, column + 1)
    else { throw damage }
    return SharedKey(name, in: environment.isEmpty ? nil : environment)
  }

  var damage: RepositoryError {
    RepositoryError(.damaged, "A row of the team's database is damaged.", place: place)
  }

  // MARK: Writing

  func append(all edits: [SealedEdit]) throws -> SealedBatch {
    guard !edits.isEmpty else { return .made([]) }
    let made: PostgresRows
    do throws(PostgresFailure) {
      made = try connection.patiently(edits.count) { () throws(PostgresFailure) in
        try connection.run(
          schema.sql(
            """
            SELECT place, made, made_batch
            FROM @schema@.append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
            """), Self.parameters(of: edits))
      }
    } catch {
      guard let place = error.placeOfConflict, edits.indices.contains(place) else { throw error }
      return .conflict(edits[place].key)
    }
    return .made(try (0..<made.count).map { try row(made, $0, of: edits) })
  }

  private func row(_ made: PostgresRows, _ row: Int, of edits: [SealedEdit]) throws -> SealedRow {
    guard let place = made.number(row, 0).map({ Int($0) - 1 }), edits.indices.contains(place),
      let number = made.number(row, 1)
    else { throw damage }
    return SealedRow(edits[place], sequence: number, batch: made.number(row, 2))
  }

  private static func parameters(of edits: [SealedEdit]) -> [PostgresParameter] {
    [
      .texts(edits.map(\.key.name)), .texts(edits.map { $0.key.environment ?? "" }), .flags(edits.map(\.isRemoval)),
      .numbers(edits.map(\.at.microseconds)), .numbers(edits.map(\.origin)), .numbers(edits.map(\.restored)),
      .numbers(edits.map(\.expectation.number)),
    ] + seals(edits.map(\.sealed))
  }

  static func seals(_ all: [SealedBytes]) -> [PostgresParameter] {
    [
      .texts(all.map(\.seal.keyName)), .numbers(all.map { Int64($0.seal.keyVersion) }),
      .byteStrings(all.map(\.seal.nonce)), .byteStrings(all.map(\.bytes)),
    ]
  }

  /// Nobody else writes until the end of the transaction.
  func hold() throws {
    try connection.run(schema.sql("SELECT @schema@.hold()"))
  }

  func reseal(_ changes: [(sequence: Int64, sealed: SealedBytes)]) throws {
    guard !changes.isEmpty else { return }
    try connection.run(
      schema.sql("SELECT @schema@.reseal($1, $2, $3, $4, $5)"),
      [.numbers(changes.map(\.sequence))] + Self.seals(changes.map(\.sealed)))
  }
}

// Keys and runs.
extension TeamStatements {
  func wrappedKey(named name: String) throws -> [UInt8]? {
    let found = try connection.run(schema.sql("SELECT wrapped FROM @schema@.key WHERE name = $1"), [.text(name)])
    return found.count == 0 ? nil : found.bytes(0, 0)
  }

  func wrappedKeyNames() throws -> [String] {
    let found = try connection.run(schema.sql("SELECT name FROM @schema@.key ORDER BY name"))
    return (0..<found.count).compactMap { found.text($0, 0) }
  }

  func wrappedKeys() throws -> [String: [UInt8]] {
    let found = try connection.run(schema.sql("SELECT name, wrapped FROM @schema@.key"))
    let pairs = (0..<found.count).compactMap { row in
      found.text(row, 0).flatMap { name in found.bytes(row, 1).map { (name, $0) } }
    }
    return Dictionary(pairs) { $1 }
  }

  func keepWrappedKey(_ bytes: [UInt8], named name: String, replacing expected: [UInt8]?) throws -> Bool {
    try connection.run(
      schema.sql("SELECT @schema@.keep_key($1, $2, $3)"), [.text(name), .bytes(bytes), .bytes(expected)]
    ).flag(0, 0) ?? false
  }

  /// The payload of the notification for a run that came or went. For changes the payload is their number.
  static let newsOfRuns = "runs"
  private static let tellingOfRuns = "pg_notify('@channel', '\(newsOfRuns)')"

  func publish(head: SealedBytes, file: SealedBytes, at: Timestamp) throws -> PublishedRun {
    let parameters: [PostgresParameter] = [head, file].flatMap { sealed -> [PostgresParameter] in
      [
        .text(sealed.seal.keyName), .number(Int64(sealed.seal.keyVersion)), .bytes(sealed.seal.nonce),
        .bytes(sealed.bytes),
      ]
    }
    let made = try connection.run(
      schema.sql("SELECT @schema@.publish($1, $2, $3, $4, $5, $6, $7, $8, $9), \(Self.tellingOfRuns)"),
      [.number(at.microseconds)] + parameters)
    return PublishedRun(number: made.number(0, 0) ?? 0, head: head, at: at, size: file.bytes.count)
  }

  func publishedRuns(before: Int64?, limit: Int) throws -> [PublishedRun] {
    let found = try connection.run(
      schema.sql(
        """
        SELECT number, at, size, head_key, head_version, head_nonce, head FROM @schema@.run WHERE number < $1
        ORDER BY number DESC LIMIT $2
        """), [.number(before ?? .max), .number(Int64(limit))])
    return try (0..<found.count).map { row in
      guard let number = found.number(row, 0), let at = found.number(row, 1), let size = found.number(row, 2),
        let head = found.sealed(row, from: 3)
      else { throw damage }
      return PublishedRun(number: number, head: head, at: Timestamp(microseconds: at), size: Int(size))
    }
  }

  func publishedFile(of run: Int64) throws -> SealedBytes? {
    let found = try connection.run(
      schema.sql("SELECT file_key, file_version, file_nonce, file FROM @schema@.run WHERE number = $1"),
      [.number(run)])
    return found.count == 0 ? nil : found.sealed(0, from: 0)
  }

  func removePublishedRun(_ run: Int64) throws -> Bool {
    try connection.run(schema.sql("SELECT @schema@.remove_run($1), \(Self.tellingOfRuns)"), [.number(run)])
      .flag(0, 0) ?? false
  }
}

extension PostgresRows {
  /// Four columns: the key's name and version, nonce, bytes.
  func sealed(_ row: Int, from column: Int) -> SealedBytes? {
    guard let name = text(row, column), let version = number(row, column + 1), let nonce = bytes(row, column + 2),
      let bytes = bytes(row, column + 3)
    else { return nil }
    return SealedBytes(bytes, seal: .init(keyName: name, keyVersion: Int(version), nonce: nonce))
  }
}

extension SharedEdit.Expectation {
  fileprivate var number: Int64? {
    switch self {
    case .anything: nil
    case .lastChange(let number): number
    }
  }
}

extension PostgresFailure {
  /// Which of the edits was not what was expected; nil for another failure.
  fileprivate var placeOfConflict: Int? {
    message.state == "PY001" ? Int(message.detail).map { $0 - 1 } : nil
  }
}
