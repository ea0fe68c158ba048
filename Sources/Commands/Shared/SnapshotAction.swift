import ParleyEngine
import ParleyText
import ParleyWorkspace

/// An action of `parley shared snapshot`.
package enum SnapshotAction: Sendable {
  case take(String)
  case list
  /// With what the keys hold now.
  case compare(String)
  /// - isOwnOnly: whether the team's keys stay as they are.
  case restore(String, isOwnOnly: Bool = false)
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
    case .take(let name): tell(try await session.sharedKeys.takeSnapshot(name, by: prompter))
    case .list: list(try await session.sharedKeys.snapshotList(by: prompter))
    case .compare(let name):
      return tell(
        try await session.sharedKeys.compare(.snapshot(name), .environment(session.environmentName), by: prompter))
    case .restore(let name, let isOwnOnly): try await restore(name, isOwnOnly)
    case .remove(let name):
      try await shared.removeSnapshot(name)
      if !report.printsJSON { console.note("Removed the snapshot \(Printable.text(name)).") }
    }
    return .good
  }

  private func restore(_ name: String, _ isOwnOnly: Bool) async throws {
    let changes = try await session.sharedKeys.restoreSnapshot(name, isOwnOnly: isOwnOnly, by: prompter)
    hideProgress()
    if report.printsJSON { return report.list(changes) }
    console.note(
      changes.isEmpty
        ? "No key has changed since."
        : "Restored \(changes.counted). `parley shared undo --batch` takes it back.")
    session.sharedKeys.missing(after: changes).map(console.note)
    if isOwnOnly, let apart = await session.sharedKeys.teamKeysApart(from: name) { console.note(apart) }
  }

  private func tell(_ snapshot: SharedSnapshot) {
    if report.printsJSON { return console.print(snapshot.json) }
    console.note("Took the snapshot \(Printable.text(snapshot.name)) of \(snapshot.counted).")
  }

  private func list(_ known: SharedSnapshotList) {
    let snapshots = known.snapshots
    if let problem = known.problem {
      console.note("Snapshots of the team's keys are not known: \(Printable.text(problem.summary))")
    }
    if report.printsJSON { return console.print(.array(snapshots.map(\.json))) }
    if snapshots.isEmpty { console.note("There are no snapshots. `parley shared snapshot take NAME` takes one.") }
    ListTable(
      ["SNAPSHOT", "KEYS", "TIME", "TAKEN BY"],
      snapshots.map { snapshot in
        [
          .init(snapshot.name), .init(snapshot.counted), .init(snapshot.at.iso8601, .muted, .moment),
          .init(snapshot.writer ?? "", .muted),
        ]
      }
    ).print(on: console)
  }
}

extension SharedSnapshot {
  fileprivate var json: JSONValue {
    var object: JSONValue = [
      "snapshot": .string(name), "keys": .number(JSONNumber(count)), "at": .string(at.iso8601),
    ]
    object["teamKeys"] = teamCount.map { .number(JSONNumber($0)) }
    object["environment"] = environment.map(JSONValue.string)
    object["writer"] = writer.map(JSONValue.string)
    return object
  }
}
