import ParleyEngine
import ParleyWorkspace

/// A run in the form that build servers read: a test for each step that does something itself. Values are not in it: they
/// may be secrets.
struct JUnitReport {
  private let recording: RunRecording
  private let steps: [NodeRecord]

  init(_ recording: RunRecording) {
    self.recording = recording
    steps = recording.steps
  }

  var text: String {
    let summary = recording.summary
    let skipped = steps.count { !$0.state.hasRun }
    let counts =
      "tests=\"\(steps.count)\" failures=\"\(steps.count { $0.state.isFailure })\" errors=\"0\" skipped=\"\(skipped)\""
    let time = "time=\"\(Self.seconds(summary.duration))\""
    let name = Self.escaped(summary.group ?? "group")
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="parley run" \(counts) \(time)>
        <testsuite name="\(name)" \(counts) \(time) timestamp="\(summary.startedAt.iso8601)">
      \(steps.map { testCase($0, in: name) }.joined())  </testsuite>
      </testsuites>

      """
  }

  private func testCase(_ step: NodeRecord, in group: String) -> String {
    let name = Self.escaped("\(step.path) \(step.name)")
    let time = Self.seconds(step.state.hasRun ? step.duration : nil)
    let start = "    <testcase classname=\"\(group)\" name=\"\(name)\" time=\"\(time)\""
    if step.state.isFailure { return start + ">\n\(failure(of: step))    </testcase>\n" }
    guard step.state.hasRun else {
      return start + "><skipped message=\"\(Self.escaped(step.error?.summary ?? step.state.word))\"/></testcase>\n"
    }
    return start + "/>\n"
  }

  private func failure(of step: NodeRecord) -> String {
    let (error, word) = (step.error, step.state.word)
    let head = "type=\"\(Self.escaped(error?.code ?? word))\" message=\"\(Self.escaped(error?.summary ?? word))\""
    let lines = [error?.place, error?.detail, error?.advice].compactMap(\.self)
    return "      <failure \(head)>\(Self.escaped(lines.joined(separator: "\n")))</failure>\n"
  }

  private static func seconds(_ duration: Duration?) -> String {
    let milliseconds = Int64((duration ?? .zero) / .milliseconds(1))
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
