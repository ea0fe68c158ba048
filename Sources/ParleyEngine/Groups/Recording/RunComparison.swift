/// Two runs of the same group side by side.
public struct RunComparison: Sendable, Hashable {
  /// A node in both; nil in the one where its turn never came.
  public struct Row: Sendable, Hashable {
    /// Where the node stands in both.
    public let path: NodePath
    /// Its name; the left one's where the names are different.
    public let name: String
    /// What it did in the left run.
    public let left: NodeRecord?
    /// What it did in the right run.
    public let right: NodeRecord?
    /// Where their outputs are different; nil when they could not be read.
    public let differences: [ValueDifference]?

    /// How much longer the right one took.
    public var slower: Duration? {
      guard let left = left?.duration, let right = right?.duration else { return nil }
      return right - left
    }

    /// Whether it ended in the same way, with the same status and the same output. Time does not count.
    public var isSame: Bool {
      left?.state == right?.state && left?.status == right?.status && differences?.isEmpty == true
    }
  }

  /// In the order of the group.
  public let rows: [Row]

  /// Whether every node ended in the same way in both.
  public var isSame: Bool { rows.allSatisfy(\.isSame) }

  /// - Parameter output: the value a recorded node gave; what it throws makes the outputs of that row unknown.
  public init(
    _ left: RunRecording, _ right: RunRecording, output: @Sendable (NodeRecord) async throws -> JSONValue?
  ) async {
    let paths = Set(left.nodes.map(\.path)).union(right.nodes.map(\.path)).sorted()
    var rows: [Row] = []
    for path in paths {
      let (left, right) = (left[path], right[path])
      rows.append(
        Row(
          path: path, name: left?.name ?? right?.name ?? "", left: left, right: right,
          differences: await Self.differences(left, right, output)))
    }
    self.rows = rows
  }

  private static func differences(
    _ left: NodeRecord?, _ right: NodeRecord?, _ output: @Sendable (NodeRecord) async throws -> JSONValue?
  ) async -> [ValueDifference]? {
    do {
      let left = try await value(of: left, output)
      return .some(ValueDifference.between(left, try await value(of: right, output)))
    } catch {
      return nil
    }
  }

  private static func value(
    of record: NodeRecord?, _ output: @Sendable (NodeRecord) async throws -> JSONValue?
  ) async throws -> JSONValue? {
    guard let record else { return nil }
    return try await output(record)
  }
}
