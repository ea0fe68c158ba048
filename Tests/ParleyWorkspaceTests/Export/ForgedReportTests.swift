import ParleyEngine
import TestSupport
import Testing

@testable import ParleyExports
@testable import ParleyWorkspace

@Suite("A page about a run that comes from elsewhere", .timeLimit(.minutes(2)))
struct ForgedReportTests {
  @Test("is written whatever its numbers are")
  func page() throws {
    for recording in try ForgedRun.read().taken {
      let report = RunReport(recording: recording, number: 1, steps: recording.nodes.map { RunReport.Step(record: $0) })
      #expect(report.html.contains("<svg"))
    }
  }
}
