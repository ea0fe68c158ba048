import ParleyEngine
import ParleyText
import ParleyWorkspace
internal import TerminalKit
import WorkbenchServices

/// Shared data as it was at a moment of a run: by the changes' history, and where that does not say it by the recording.
/// No secret is in it.
struct SharedDataThen {
  private struct Line {
    let key: String
    let value: String
    let origin: String
    let isOfRun: Bool
  }

  private let recording: RunRecording
  private let time: Timestamp
  private let session: Session

  /// - Parameter time: nil for now.
  init(_ recording: RunRecording, at time: Timestamp?, in session: Session) {
    self.recording = recording
    self.time = time ?? Timestamp(microseconds: .max)
    self.session = session
  }

  /// A line each, those that the run's steps used first.
  func content() async throws -> StepContent {
    let then = try await session.sharedKeys.then(
      asOf: time, in: recording.summary.environment, knowing: recording.sharedValues(asOf: time))
    let lines = then.keys.compactMap(line)
    let width = min(32, lines.reduce(0) { max($0, $1.key.count) })
    return StepContent(lines: (lines.filter(\.isOfRun) + lines.filter { !$0.isOfRun }).map { text(of: $0, width) })
  }

  private func line(of key: SharedThen.Key) -> Line? {
    if let change = key.change.map(SharedRow.init) {
      let writer = change.writer.map { " \($0.asWriter)" } ?? ""
      let origin = "written \(change.at.localClock)\(writer)"
      return Line(key: key.name, value: value(of: change), origin: origin, isOfRun: key.use != nil)
    }
    guard let known = key.use else { return nil }
    let value = known.use.isSecret ? Secrets.mask : known.use.value.map(SharedPreview.text) ?? "removed"
    let origin = "\(known.isWritten ? "written" : "read") by step \(known.step)"
    return Line(key: key.name, value: value, origin: origin, isOfRun: true)
  }

  private func value(of change: SharedRow) -> String {
    if change.isRemoval { return "removed" }
    if change.isLocked { return "locked" }
    if change.isSecret { return Secrets.mask }
    return change.preview ?? change.problem ?? ""
  }

  private func text(of line: Line, _ width: Int) -> String {
    let name = line.key.padded(to: width)
    return "\(line.isOfRun ? "●" : " ") \(name)  \(session.secrets.all.maskingForeign(line.value))   \(line.origin)"
  }
}
