import ParleyEngine
import ParleyText
import ParleyWorkspace

/// What `parley shared snapshot` does.
package enum SnapshotAction: Sendable {
  case take(String)
  case list
  /// With what the keys hold now.
  case compare(String)
  case restore(String)
  case remove(String)

  var isChange: Bool {
    switch self {
    case .list, .compare: false
    case .take, .restore, .remove: true
    }
  }
}

extension SharedDataTask {
  func carryOut(_ action: SnapshotAction) async throws -> ExitStatus {
    switch action {
    case .take(let name): tell(try await shared.takeSnapshot(name, writer: Session.byHand))
    case .list: list(try await shared.snapshots())
    case .compare(let name):
      return tell(
        try await session.compareShared(.snapshot(name), .environment(session.environmentName), by: prompter))
    case .restore(let name):
      let changes = try await session.restoreSnapshot(name, by: prompter)
      if report.printsJSON {
        report.list(changes)
      } else {
        console.note(
          changes.isEmpty
            ? "No key has changed since."
            : "Restored \(changes.count.counted("key")). `parley shared undo --batch` takes it back.")
        session.missing(after: changes).map(console.note)
      }
    case .remove(let name):
      try await shared.removeSnapshot(name)
      if !report.printsJSON { console.note("Removed the snapshot \(Printable.text(name)).") }
    }
    return .good
  }

  private func tell(_ snapshot: SharedSnapshot) {
    if report.printsJSON { return console.print(snapshot.json) }
    console.note("Took the snapshot \(Printable.text(snapshot.name)) of \(snapshot.count.counted("key")).")
  }

  private func list(_ snapshots: [SharedSnapshot]) {
    if report.printsJSON { return console.print(.array(snapshots.map(\.json))) }
    let width = snapshots.map(\.name.count).max() ?? 0
    for snapshot in snapshots {
      let name = snapshot.name + String(repeating: " ", count: width - snapshot.name.count)
      let facts = [snapshot.count.counted("key"), snapshot.at.iso8601, snapshot.writer ?? ""]
      console.print(Printable.text(([name] + facts).joined(separator: "  ")))
    }
  }
}

extension SharedSnapshot {
  fileprivate var json: JSONValue {
    var object: JSONValue = [
      "snapshot": .string(name), "keys": .number(JSONNumber(count)), "at": .string(at.iso8601),
    ]
    object["environment"] = environment.map(JSONValue.string)
    object["writer"] = writer.map(JSONValue.string)
    return object
  }
}
