import ParleyEngine
import TestSupport
import Testing

@testable import Commands

@Suite("Numbers of runs that come from elsewhere", .timeLimit(.minutes(2)))
struct ForgedNumberTests {
  /// A trap in any of this ends the tests, which is what is looked for.
  @Test("None of them ends a report, whatever it is")
  func reports() throws {
    let (taken, count) = try ForgedRun.read()
    // About half of them are, of one sample more than of another.
    #expect(count > 400 && taken.count > count / 3)
    for recording in taken {
      let report = RecordingReport(recording, number: recording.summary.imported?.number)
      let outcome = RunOutcome(job: RunJob(group: "g", given: [:], row: nil, round: nil), report: report)
      let texts = [
        report.summaryLine, "\(report.json)", JUnitReport([outcome, outcome]).text, TAPReport([outcome]).text,
        "\(JSONLinesReport([outcome]).documents)",
      ]
      #expect(texts.allSatisfy { !$0.isEmpty })
      #expect(recording.nodes.allSatisfy { !RecordingReport.lines(of: $0).isEmpty })
      let path = CriticalPath(of: recording.nodes, until: recording.lastMoment)
      #expect(path.total >= .zero)
      #expect(!RunMoment.all(of: recording).isEmpty && !recording.summary.startedAt.iso8601.isEmpty)
      #expect(!recording.summary.startedAt.localMoment.isEmpty && !recording.summary.startedAt.httpDate.isEmpty)
      _ = UsualTimes(of: (0..<4).map { _ in UsualTimes.Run(of: recording) }).time(of: .init("one"))
      _ = DurationSpread(recording.nodes.compactMap(\.duration))?.bins(atMost: 10)
    }
  }
}
