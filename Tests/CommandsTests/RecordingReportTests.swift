import ParleyEngine
import Testing

@testable import Commands

@Suite("Reports of kept runs")
struct RecordingReportTests {
  private let start = Timestamp(microseconds: 1_795_270_000_000_000)

  private var recording: RunRecording {
    var summary = RunRecording.Summary(id: "r", group: "check<out>", startedAt: start)
    (summary.endedAt, summary.state) = (start.advanced(by: .milliseconds(412)), .failed)
    return RunRecording(summary, nodes: [node(0, "login", .succeeded), failed, node(2, "never", .neverRan)])
  }

  private func node(_ index: Int, _ name: String, _ state: NodeRecord.State) -> NodeRecord {
    var node = NodeRecord(path: .root.node(index), name: name, kind: .request, state: state, startedAt: start)
    node.endedAt = start.advanced(by: .milliseconds(38))
    node.status = state == .neverRan ? nil : 200
    return node
  }

  private var failed: NodeRecord {
    var node = node(1, "pay \"now\" & \u{1B}", .failed)
    node.status = 503
    return node
  }

  @Test("One line says what became of a run, one of each step")
  func lines() {
    let report = RecordingReport(recording, number: 14)
    #expect(report.summaryLine == #"check<out>: 1 of 3 steps, pay "now" & \u{1B} failed, 412 ms, run 14"#)
    let good = RecordingReport.line(of: node(0, "login", .succeeded))
    #expect(good.split(separator: " ") == ["✓", "1", "login", "200", "38", "ms"])
    let left = RecordingReport.line(of: node(2, "never", .neverRan))
    #expect(left.split(separator: " ") == ["·", "3", "never", "never", "ran"])
  }

  @Test("Programs get the same as JSON, without what is secret")
  func json() {
    var secret = node(0, "job", .succeeded)
    (secret.output, secret.isSecret) = (.value("hidden"), true)
    let report = RecordingReport(RunRecording(recording.summary, nodes: [secret, failed]), number: 14)
    #expect(report.json["number"] == 14 && report.json["state"] == "failed" && report.json["ms"] == 412)
    #expect(report.json["steps"]?[0]?["output"] == nil && report.json["steps"]?[1]?["status"] == 503)
  }
}
