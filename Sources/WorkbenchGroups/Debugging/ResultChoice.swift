import HTTPTypes
import ParleyEngine
import TerminalKit
import WorkbenchServices
import WorkbenchState

/// The choice of the result that can replace that of a step that waits: one to be written, or one recorded in an earlier
/// run.
struct ResultChoice: ScreenQuestion {
  let results: [RecordedResult]
  let path: NodePath
  let run: String

  func sheet(in state: State) -> (any Sheet)? {
    let written = Picker.Item(text: "write one", mark: "✎", action: .groups(.pause(.writeResult(path, run: run))))
    let recorded = results.map { recorded in
      Picker.Item(
        text: "as recorded in run \(recorded.run)", mark: recorded.result.succeeded ? "✓" : "✗",
        note: "\(recorded.startedAt.shortClock(now: state.now))  \(Self.words(of: recorded.result))",
        action: .groups(.pause(.take(recorded, path: path, run: run))))
    }
    return Picker("Result of the step", [written] + recorded)
  }

  private static func words(of result: NodeResult) -> String {
    let status = result.response.map { "\($0.status.code)" }
    let value = result.value.map { "\(result.secrets.masked($0))".fitted(to: 60) }
    return [status, value].compactMap(\.self).joined(separator: "  ")
  }
}
