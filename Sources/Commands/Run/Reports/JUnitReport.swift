import ParleyEngine
import ParleyText
import ParleyWorkspace

/// Runs in the form that build servers read: a suite for each run, and in it a test for each step that does something itself, with what
/// a local job gave. What is secret in it is masked.
struct JUnitReport {
  private let outcomes: [RunOutcome]

  init(_ outcomes: [RunOutcome]) { self.outcomes = outcomes }

  var text: String {
    let steps = outcomes.flatMap(\.report.recording.steps)
    let time = outcomes.compactMap(\.report.recording.duration).reduce(.zero, +)
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="parley run" \(Self.counts(of: steps)) time="\(Self.seconds(time))">
      \(outcomes.map(suite).joined())</testsuites>

      """
  }

  private func suite(_ outcome: RunOutcome) -> String {
    let recording = outcome.report.recording
    let (summary, steps) = (recording.summary, recording.steps)
    let name = Self.escaped(outcome.job.label)
    let time = "time=\"\(Self.seconds(recording.duration))\" timestamp=\"\(summary.startedAt.iso8601)\""
    return """
        <testsuite name="\(name)" \(Self.counts(of: steps)) \(time)>
      \(steps.map { testCase($0, of: recording, in: name, outcome.report.outputs[$0.path]) }.joined())  </testsuite>

      """
  }

  private static func counts(of steps: [NodeRecord]) -> String {
    let skipped = steps.count { !$0.state.hasRun }
    return
      "tests=\"\(steps.count)\" failures=\"\(steps.count { $0.state.isFailure })\" errors=\"0\" skipped=\"\(skipped)\""
  }

  /// In characters: a report is no place for more.
  private static let longestOutput = 4_000

  /// - Parameter output: the printed output of the step; nil if it has none.
  private func testCase(
    _ step: NodeRecord, of recording: RunRecording, in group: String, _ output: ShownOutputs.Output?
  ) -> String {
    let name = Self.escaped("\(step.path) \(step.name)")
    let time = Self.seconds(step.state.hasRun ? step.duration : nil)
    let start = "    <testcase classname=\"\(group)\" name=\"\(name)\" time=\"\(time)\""
    if step.state.isFailure { return start + ">\n\(failure(of: step, in: recording))    </testcase>\n" }
    guard step.state.hasRun else {
      return start + "><skipped message=\"\(Self.escaped(step.error?.summary ?? step.state.word))\"/></testcase>\n"
    }
    let lines = [step.made.isEdited ? RecordingReport.editedInCache : nil, Self.words(for: output, of: step)]
    let text = lines.compactMap(\.self).joined(separator: "\n")
    return text.isEmpty
      ? start + "/>\n" : start + "><system-out>\(Self.escaped(text))</system-out></testcase>\n"
  }

  /// Of a local job: responses are in other reports.
  private static func words(for output: ShownOutputs.Output?, of step: NodeRecord) -> String? {
    guard step.kind == .job, case .value(let value)? = output else { return nil }
    let text = JSONPrinter.compact.string(of: value)
    return text.count > longestOutput ? text.prefix(longestOutput) + "…" : text
  }

  private func failure(of step: NodeRecord, in recording: RunRecording) -> String {
    let (error, word) = (step.error, step.state.word)
    let head = "type=\"\(Self.escaped(error?.code ?? word))\" message=\"\(Self.escaped(error?.summary ?? word))\""
    let parts = error.map { CheckedPartLines.lines(of: $0, of: step, in: recording) } ?? []
    let lines = [error?.place].compactMap(\.self) + parts + [error?.detail, error?.advice].compactMap(\.self)
    return "      <failure \(head)>\(Self.escaped(lines.joined(separator: "\n")))</failure>\n"
  }

  private static func seconds(_ duration: Duration?) -> String {
    let milliseconds = Int64(max(.zero, duration ?? .zero) / .milliseconds(1))
    let rest = String(milliseconds % 1_000)
    return "\(milliseconds / 1_000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
  }

  /// XML has no place for control characters and for what is no character, escaped or not.
  private static func escaped(_ text: String) -> String {
    Printable.lines(text).unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
