import HTTPTypes
package import ParleyEngine
import ParleyStore
import ParleyWorkspace
package import Workbench

extension LiveServices {
  package func compare(
    _ left: RecordedRun.ID, _ right: RecordedRun.ID, ignoring ignored: IgnoredPaths
  ) async throws -> ComparedRuns {
    let (left, right) = (try await recording(of: left), try await recording(of: right))
    return ComparedRuns(left, right, await session.compare(left, with: right, ignoring: ignored).rows)
  }

  package func parts(of row: RunComparison.Row, in runs: ComparedRuns) async throws -> ComparedParts {
    let both = (try await sides(of: row.left, in: runs.left), try await sides(of: row.right, in: runs.right))
    var parts = ComparedParts()
    parts.request = ComparedParts.Pair(both.0.request, both.1.request)
    parts.status = ComparedParts.Pair(both.0.status, both.1.status)
    parts.headers = ComparedParts.Pair(both.0.headers, both.1.headers)
    parts.body = ComparedParts.Pair(both.0.body, both.1.body)
    parts.input = ComparedParts.Pair(both.0.input, both.1.input)
    parts.output = ComparedParts.Pair(both.0.output, both.1.output)
    return parts
  }

  package func ignoredPaths(of group: String) async throws -> [String] { try session.ignoredPaths.paths(of: group) }

  package func keepIgnoredPaths(_ paths: [String], of group: String) async throws {
    try session.ignoredPaths.keep(paths, of: group)
  }

  /// Of one run, masked.
  private struct Sides {
    var request, status, headers, body, input, output: JSONValue?
  }

  private func sides(of record: NodeRecord?, in recording: RunRecording) async throws -> Sides {
    guard let record else { return Sides() }
    let values = RecordedValues(recording, in: session)
    let secrets = try await values.secrets(of: [record.path])
    var sides = Sides()
    // What the history has forgotten is left out; the tree says so.
    sides.input = (try? await values.input(of: record)).flatMap { $0.map { secrets.maskingForeign($0) } }
    sides.output = (try? await values.output(of: record)).flatMap { $0.map { secrets.maskingForeign($0) } }
    guard let id = record.exchange, let kept = try await session.store.history.exchange(id) else { return sides }
    let exchange = ComparedExchange(kept.exchange)
    (sides.request, sides.headers, sides.body) = (exchange.request, exchange.headers, exchange.body)
    sides.status = kept.exchange.response.map { .number(JSONNumber($0.status.code)) }
    return sides
  }
}
