import HTTPTypes
package import ParleyEngine
package import ParleyModel
import ParleyStore
import ParleyWorkspace
package import WorkbenchServices

extension LiveGroups {
  package func compare(
    _ left: KeptRun.ID, _ right: KeptRun.ID, ignoring ignored: IgnoredPaths
  ) async throws -> ComparedRuns {
    let (left, right) = (try await recording(of: left), try await recording(of: right))
    return ComparedRuns(left, right, await session.runs.compare(left, with: right, ignoring: ignored).rows)
  }

  package func parts(of row: RunComparison.Row, in runs: ComparedRuns) async throws -> ComparedParts {
    let both = (try await sides(of: row.left, in: runs.left), try await sides(of: row.right, in: runs.right))
    var secrets = both.0.secrets
    secrets.formUnion(both.1.secrets)
    let pair = { [secrets] (part: KeyPath<Sides, JSONValue?>) in
      ComparedParts.Pair(both.0[keyPath: part], both.1[keyPath: part], hiding: secrets)
    }
    var parts = ComparedParts()
    (parts.request, parts.status, parts.headers) = (pair(\.request), pair(\.status), pair(\.headers))
    (parts.body, parts.input, parts.output) = (pair(\.body), pair(\.input), pair(\.output))
    return parts
  }

  package func ignoredPaths(of group: String) async throws -> [String] {
    try session.runs.ignoredPaths.lines(of: group)
  }

  package func keepIgnoredPaths(_ paths: [String], of group: String) async throws {
    try session.runs.ignoredPaths.keep(paths, of: group)
  }

  /// Of one run.
  private struct Sides {
    var request, status, headers, body, input, output: JSONValue?
    var secrets = Secrets()
  }

  private func sides(of record: NodeRecord?, in recording: RunRecording) async throws -> Sides {
    guard let record else { return Sides() }
    let values = RecordedValues(recording, in: session)
    var sides = Sides()
    sides.secrets = try await values.secrets(of: [record.path])
    // What the history has forgotten is left out; the tree says so.
    sides.input = (try? await values.input(of: record)) ?? nil
    sides.output = (try? await values.output(of: record)) ?? nil
    guard let id = record.exchange, let kept = try await session.history.recorded(id) else { return sides }
    let exchange = ComparedExchange(kept.exchange)
    (sides.request, sides.headers, sides.body) = (exchange.request, exchange.headers, exchange.body)
    sides.secrets.formUnion(kept.exchange.secrets)
    sides.status = kept.exchange.response.map { .number(JSONNumber($0.status.code)) }
    return sides
  }
}
