/// Keys that are compared with others.
public enum SharedSide: Sendable, Hashable {
  /// As an environment sees them now; nil where there is none.
  case environment(String?)
  /// As the active environment saw them when a snapshot was taken.
  case snapshot(String)
}

/// The comparison of a key on two sides.
public struct SharedDifference: Sendable, Hashable {
  /// How they differ.
  public enum Kind: Sendable, Hashable, CaseIterable {
    /// Both hold the same value.
    case same
    /// Their values differ.
    case different
    /// The right side has no such key.
    case onlyLeft
    /// The left side has no such key.
    case onlyRight
    /// One of the values cannot be read: its entry says why.
    case unknown
  }

  /// Of the key.
  public let name: String
  /// How they differ.
  public let kind: Kind
  /// The reason why one of the values cannot be read; nil if both can.
  public let problem: SharedDataError?
  /// Secrets are hidden; nil where it is not there.
  public let left: SharedEntry?
  /// Secrets are hidden; nil where it is not there.
  public let right: SharedEntry?

  /// How two entries differ.
  package init(
    _ name: String, _ kind: Kind, _ left: SharedEntry?, _ right: SharedEntry?, problem: SharedDataError? = nil
  ) {
    (self.name, self.kind, self.left, self.right, self.problem) = (name, kind, left, right, problem)
  }
}

extension SharedData {
  /// Compares the keys of two sides, by name. Values are compared whatever encrypts them; secrets are not shown.
  ///
  /// ```swift
  /// let differences = try await shared.compare(.environment("local"), .environment("staging")).filter { $0.kind != .same }
  /// ```
  public func compare(_ left: SharedSide, _ right: SharedSide) async throws(SharedDataError) -> [SharedDifference] {
    try await pairs(left, right).map(compared)
  }

  /// Compares one key on two sides; nil if neither has it.
  package func compare(
    _ name: String, _ left: SharedSide, _ right: SharedSide
  ) async throws(SharedDataError) -> SharedDifference? {
    let pair = SharedPair(
      name: name, left: try await record(of: name, on: left), right: try await record(of: name, on: right))
    return pair.left == nil && pair.right == nil ? nil : compared(pair)
  }

  private func compared(_ pair: SharedPair) -> SharedDifference {
    let (kind, problem) = difference(of: pair)
    return SharedDifference(
      pair.name, kind, pair.left.map { entry($0, showsSecrets: false) },
      pair.right.map { entry($0, showsSecrets: false) }, problem: problem)
  }

  /// Returns a key's entry on a side, with its value; nil if the key is not there.
  public func entry(_ name: String, on side: SharedSide) async throws(SharedDataError) -> SharedEntry? {
    try await record(of: name, on: side).map { entry($0, showsSecrets: true) }
  }

  func record(of name: String, on side: SharedSide) async throws(SharedDataError) -> SharedRecord? {
    switch side {
    case .environment(let environment):
      let record = try await lastChange(of: rules.key(name, in: environment))
      return record?.content == nil ? nil : record
    case .snapshot:
      return try await page(of: side, prefix: name).records.first { $0.key.name.isIdentical(to: name) }
    }
  }

  private func difference(of pair: SharedPair) -> (SharedDifference.Kind, SharedDataError?) {
    guard let left = pair.left else { return (.onlyRight, nil) }
    guard let right = pair.right else { return (.onlyLeft, nil) }
    if pair.isSameChange { return (.same, nil) }
    do throws(SharedDataError) {
      return (try value(of: left) == value(of: right) ? .same : .different, nil)
    } catch {
      return (.unknown, error)
    }
  }

  private func value(of record: SharedRecord) throws(SharedDataError) -> SharedValue? {
    try record.content.map { content throws(SharedDataError) in try decode(content, of: record.key) }
  }

  /// The keys of both sides, by name: of a snapshot and now, those that the snapshot has at all.
  /// - Parameter isOwnOnly: whether keys that a team shares are left out.
  func pairs(
    _ left: SharedSide, _ right: SharedSide, isOwnOnly: Bool = false
  ) async throws(SharedDataError) -> [SharedPair] {
    var pairs: [ExactString: SharedPair] = [:]
    let (left, right) = (
      try await page(of: left, isOwnOnly: isOwnOnly), try await page(of: right, isOwnOnly: isOwnOnly)
    )
    func isCompared(_ record: SharedRecord) -> Bool {
      let lane = storage.lane(of: record.key)
      return left.lanes?.contains(lane) != false && right.lanes?.contains(lane) != false
    }
    for record in left.records where isCompared(record) {
      pairs[ExactString(record.key.name), default: SharedPair(name: record.key.name)].left = record
    }
    for record in right.records where isCompared(record) {
      pairs[ExactString(record.key.name), default: SharedPair(name: record.key.name)].right = record
    }
    return pairs.values.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  private func page(
    of side: SharedSide, prefix: String = "", isOwnOnly: Bool = false
  ) async throws(SharedDataError) -> SharedRecordPage {
    var query = query(prefix: prefix, filter: "")
    query.isOwnOnly = isOwnOnly
    do throws(RepositoryError) {
      switch side {
      case .environment(let environment):
        query.environment = environment
        return try await storage.list(query)
      case .snapshot(let name):
        if let page = try await storage.snapshots?.list(query, inSnapshot: name) { return page }
      }
    } catch {
      throw SharedDataError(error)
    }
    if case .snapshot(let name) = side { throw .noSnapshot(name, in: query.environment) }
    return SharedRecordPage(total: 0, records: [])
  }
}

/// The last changes of a key on two sides.
struct SharedPair {
  let name: String
  var left, right: SharedRecord?

  var isSameChange: Bool { left != nil && left?.sequence == right?.sequence && left?.key == right?.key }
}
