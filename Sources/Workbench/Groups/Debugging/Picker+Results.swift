import HTTPTypes
import ParleyEngine
import TerminalKit
import WorkbenchServices

extension Picker {
  /// Lists the results that can replace that of a step that waits: one to be written, and those recorded in earlier
  /// runs.
  init(_ results: [RecordedResult], for path: NodePath, in run: String, now: Timestamp) {
    let written = Item(text: "write one", mark: "✎", action: .groups(.pause(.writeResult(path, run: run))))
    let recorded = results.map { recorded in
      Item(
        text: "as recorded in run \(recorded.run)", mark: recorded.result.succeeded ? "✓" : "✗",
        note: "\(recorded.startedAt.shortClock(now: now))  \(Self.words(of: recorded.result))",
        action: .groups(.pause(.take(recorded, path: path, run: run))))
    }
    self.init("Result of the step", [written] + recorded)
  }

  private static func words(of result: NodeResult) -> String {
    let status = result.response.map { "\($0.status.code)" }
    let value = result.isSecret ? Secrets.mask : result.value.map { "\($0)".fitted(to: 60) }
    return [status, value].compactMap(\.self).joined(separator: "  ")
  }
}
