import ParleyEngine
import ParleyWorkspace
internal import TerminalKit
import Workbench

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

  private static let mostKeys = 500
  private static let page = 20

  /// A line each, those that the run's steps used first.
  func content() async throws -> StepContent {
    let own = Dictionary(recording.sharedValues(asOf: time).map { ($0.use.key, $0) }) { $1 }
    let others = isSameEnvironment ? try await session.shared.list(limit: Self.mostKeys).entries.map(\.key.name) : []
    var lines: [Line] = []
    for key in Set(own.keys).union(others).sorted() {
      if let line = try await line(of: key, own[key]) { lines.append(line) }
    }
    let width = min(32, lines.reduce(0) { max($0, $1.key.count) })
    return StepContent(lines: (lines.filter(\.isOfRun) + lines.filter { !$0.isOfRun }).map { text(of: $0, width) })
  }

  private var isSameEnvironment: Bool {
    recording.summary.environment == session.environmentName
  }

  private func line(of key: String, _ known: SharedMoment?) async throws -> Line? {
    let change = isSameEnvironment ? try await lastChange(of: key) : nil
    if let change, known.map({ change.at >= $0.begin }) ?? true {
      let writer = change.writer.map { " \($0.asWriter)" } ?? ""
      let origin = "written \(change.at.localClock)\(writer)"
      return Line(key: key, value: value(of: change), origin: origin, isOfRun: known != nil)
    }
    guard let known else { return nil }
    let value = known.use.isSecret ? Secrets.mask : known.use.value.map(SharedPreview.text) ?? "removed"
    let origin = "\(known.isWritten ? "written" : "read") by step \(known.step)"
    return Line(key: key, value: value, origin: origin, isOfRun: true)
  }

  private func value(of change: SharedRow) -> String {
    if change.isRemoval { return "removed" }
    if change.isLocked { return "locked" }
    if change.isSecret { return Secrets.mask }
    return change.preview ?? change.problem ?? ""
  }

  private func lastChange(of key: String) async throws -> SharedRow? {
    var before: Int64?
    while true {
      let page = try await session.shared.history(of: key, before: before, limit: Self.page)
      if let change = page.first(where: { $0.at <= time }) { return SharedRow(change) }
      guard page.count == Self.page, let last = page.last else { return nil }
      before = last.sequence
    }
  }

  private func text(of line: Line, _ width: Int) -> String {
    let name = line.key.padded(to: width)
    return "\(line.isOfRun ? "●" : " ") \(name)  \(session.secrets.all.maskingForeign(line.value))   \(line.origin)"
  }
}
