package import ParleyEngine
package import ParleyModel

/// What comparing runs and responses asks of the world behind the workbench.
package protocol ComparisonServices: Sendable {
  /// Two kept runs, step by step.
  func compare(
    _ left: KeptRun.ID, _ right: KeptRun.ID, ignoring ignored: IgnoredPaths
  ) async throws -> ComparedRuns
  /// What a step got, sent, was answered and gave in each of both, with what must be masked of it.
  func parts(of row: RunComparison.Row, in runs: ComparedRuns) async throws -> ComparedParts
  /// Two exchanges of the history.
  func responses(_ left: ExchangeID, _ right: ExchangeID) async throws -> ComparedResponses
  /// Sends a request once in another environment than the active one, or says what it needs first. The history keeps what
  /// comes of it, under that environment.
  func sendElsewhere(_ wish: ElsewhereIntent) async throws -> ElsewhereOutcome
  /// The paths that comparisons of a group's runs leave out.
  func ignoredPaths(of group: String) async throws -> [String]
  /// Keeps these in place of all it had.
  func keepIgnoredPaths(_ paths: [String], of group: String) async throws
}

/// Two recorded runs, and what became of each step in both.
package struct ComparedRuns: Sendable {
  package let left, right: RunRecording
  package let rows: [RunComparison.Row]

  package init(_ left: RunRecording, _ right: RunRecording, _ rows: [RunComparison.Row]) {
    (self.left, self.right, self.rows) = (left, right, rows)
  }
}

/// What there is of a step in two runs.
package struct ComparedParts: Sendable, Hashable {
  package struct Pair: Sendable, Hashable {
    package var left, right: JSONValue?
    /// Are shown masked; whether they differ is told.
    package var secrets: Secrets

    package init(_ left: JSONValue? = nil, _ right: JSONValue? = nil, hiding secrets: Secrets = Secrets()) {
      (self.left, self.right, self.secrets) = (left, right, secrets)
    }
  }

  package var request = Pair()
  package var status = Pair()
  package var headers = Pair()
  package var body = Pair()
  package var input = Pair()
  package var output = Pair()

  package init() {}
}
