import JQ
import ParleyEngine
import ParleyFiles
import ParleyText
import ParleyWorkspace
import WorkbenchServices

extension LiveGroups {
  package func watched(in group: String) async throws -> [String] { try session.runs.watched.lines(of: group) }

  package func keepWatched(_ expressions: [String], in group: String) async throws {
    for expression in expressions {
      do { _ = try JQFilter(parsing: expression) } catch {
        throw Problem(code: "watch.jq", "`\(expression.prefix(60))` is no jq: \(error.message.ended)")
      }
    }
    try session.runs.watched.keep(expressions, of: group)
  }

  /// The expressions with what they give, as an object.
  func watched(
    _ expressions: [String], at path: NodePath, in recording: RunRecording, asOf time: Timestamp?
  ) async throws -> StepContent? {
    guard !expressions.isEmpty else { return nil }
    let session = session
    try await session.flushEvents()
    let values = await session.why.watch(expressions, at: path, in: recording, asOf: time)
    let members = values.map { ($0.text, $0.value ?? .string("✗ \($0.problem ?? "")")) }
    return StepContent(
      body: InMemoryBytes(JSONPrinter.compact.bytes(of: .object(JSONObject(members)))),
      contentType: "application/json", secrets: session.secrets.all)
  }
}
