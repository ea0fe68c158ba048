import ParleyEngine
import ParleyText
import ParleyWorkspace

/// Runs in the Test Anything Protocol, version 14: a line for each step. Values are not in it: they may be secrets.
///
///     ok 1 - checkout: 1 login # time=38ms
///     not ok 2 - checkout: 2 page
struct TAPReport {
  private let outcomes: [RunOutcome]

  init(_ outcomes: [RunOutcome]) { self.outcomes = outcomes }

  var text: String {
    let steps = outcomes.flatMap { outcome in outcome.report.recording.steps.map { (outcome, $0) } }
    let lines = steps.enumerated().flatMap { index, step in
      Self.lines(step.1, of: step.0.job.label, in: step.0.report.recording, number: index + 1)
    }
    return (["TAP version 14", "1..\(steps.count)"] + lines).joined(separator: "\n") + "\n"
  }

  private static func lines(
    _ step: NodeRecord, of group: String, in recording: RunRecording, number: Int
  ) -> [String] {
    let name = "\(number) - \(escaped("\(group): \(step.path) \(step.name)"))"
    if step.state.isFailure { return ["not ok \(name)"] + failure(of: step, in: recording) }
    guard step.state.hasRun else {
      return ["ok \(name) # SKIP \(escaped(step.error?.summary ?? step.state.word))"]
    }
    let line = "ok \(name)" + (step.duration.map { " # time=\($0.milliseconds.replacing(" ", with: ""))" } ?? "")
    return step.made.isEdited ? [line, "# \(RecordingReport.editedInCache)"] : [line]
  }

  /// A block of YAML with the reason.
  private static func failure(of step: NodeRecord, in recording: RunRecording) -> [String] {
    let parts = step.error.map { CheckedPartLines.lines(of: $0, of: step, in: recording) } ?? []
    let facts: [(String, String?)] = [
      ("message", step.error?.summary ?? step.state.word), ("at", step.error?.place),
      ("parts", parts.isEmpty ? nil : parts.joined(separator: "\n")), ("detail", step.error?.detail),
      ("advice", step.error?.advice), ("code", step.error?.code),
    ]
    let lines = facts.compactMap { key, text in
      text.map { "  \(key): \(JSONPrinter.compact.string(of: .string(Printable.lines($0))))" }
    }
    return ["  ---"] + lines + ["  ..."]
  }

  /// A `#` begins a directive.
  private static func escaped(_ text: String) -> String {
    Printable.text(text).replacing("\\", with: "\\\\").replacing("#", with: "\\#")
  }
}
