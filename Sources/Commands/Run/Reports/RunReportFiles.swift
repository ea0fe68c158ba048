import ParleyEngine
import ParleyFiles
import ParleyWorkspace

/// The report files, each with all runs of a command.
package struct RunReportFiles: Sendable {
  /// For build servers.
  package var junit: String?
  /// Test Anything Protocol, version 14.
  package var tap: String?
  /// A line of JSON for each step, and one for each run.
  package var jsonLines: String?
  /// One page for people.
  package var html: String?

  package init() {}

  func write(_ outcomes: [RunOutcome], by session: Session, _ arguments: SessionArguments) async throws {
    let secrets = session.secrets
    if let junit { try Self.write(secrets.masking(JUnitReport(outcomes).text), to: arguments.path(of: junit)) }
    if let tap { try Self.write(secrets.masking(TAPReport(outcomes).text), to: arguments.path(of: tap)) }
    if let jsonLines {
      let lines = JSONLinesReport(outcomes).documents.map { secrets.all.maskingForeign($0) }
      let text = lines.map { JSONPrinter.compact.string(of: $0) + "\n" }.joined()
      try Self.write(text, to: arguments.path(of: jsonLines))
    }
    if let html {
      let runs = outcomes.map { ($0.report.recording, $0.report.number, $0.job.label) }
      try await session.runs.writeReport(of: runs, to: arguments.path(of: html))
    }
  }

  private static func write(_ text: String, to path: String) throws {
    try OutputFile.write(Array(text.utf8), to: path)
  }
}
