import ParleyEngine
import ParleyText
import TerminalKit
package import WorkbenchServices
package import WorkbenchState

extension Picker {
  /// The snapshots of the environment, and how another is taken.
  init(_ known: SharedSnapshotList, of environment: String?, now: Timestamp) {
    let new = Item(
      text: "Take a snapshot …", style: Style(.accent), action: .ask(SnapshotForm()))
    let items = known.snapshots.map { snapshot in
      Item(text: snapshot.name, note: snapshot.note(now), action: .ask(Picker(snapshot, now: now)))
    }
    self.init(
      "Snapshots of \(environment?.fitted(to: 30) ?? "the shared keys")", [new] + items + Self.missing(of: known))
  }

  /// The menu of actions on a snapshot.
  init(_ snapshot: SharedSnapshot, now: Timestamp) {
    let name = snapshot.name
    let sides = (SharedSide.snapshot(name), SharedSide.environment(snapshot.environment))
    let isTeams = snapshot.teamCount != nil
    var items = [
      Item(text: "Compare with now", action: .shared(.compare(.sides(sides.0, sides.1)))),
      Item(
        text: isTeams ? "Restore …" : "Restore",
        note: isTeams ? "the team's keys for everybody; u takes it back" : "u takes it back",
        action: isTeams ? .ask(Confirm.restoring(snapshot)) : snapshot.restoring(isOwnOnly: false)),
    ]
    if isTeams, snapshot.hasOwnKeys {
      items.append(
        Item(
          text: "Restore your own keys", note: "the team's stay; u takes it back",
          action: snapshot.restoring(isOwnOnly: true)))
    }
    items.append(Item(text: "Delete …", action: .ask(Confirm.deleting(snapshot))))
    self.init(name.fitted(to: 40), items)
  }

  /// Those of the team, where they are not known.
  private static func missing(of known: SharedSnapshotList) -> [Item] {
    known.problem.map {
      [Item(text: "Those of the team", action: .shared(.many(.snapshots)), disabledReason: $0.summary)]
    } ?? []
  }

  /// A question for the snapshot from which a group is started. Keys of a team are not reset by it, because others work
  /// with them.
  init(starting group: String, from known: SharedSnapshotList, now: Timestamp) {
    let items = known.snapshots.map { snapshot in
      let job = SharedBatchIntent.Job.restore(snapshot.name, isOwnOnly: true, startsGroup: true)
      return Item(
        text: snapshot.name, note: snapshot.note(now), action: .shared(.many(.perform(SharedBatchIntent([], job)))))
    }
    self.init(
      "Run \(group.fitted(to: 40)) from the snapshot", items + Self.missing(of: known),
      whenEmpty: "No snapshots yet: S on screen 5 takes one.")
  }
}

extension SharedSnapshot {
  fileprivate func restoring(isOwnOnly: Bool) -> Action {
    .shared(.many(.perform(SharedBatchIntent([], .restore(name, isOwnOnly: isOwnOnly, startsGroup: false)))))
  }

  fileprivate func note(_ now: Timestamp) -> String {
    "\(counted)  \(at.shortClock(now: now))\(writer.map { "  \($0)" } ?? "")"
  }

  private var counted: String {
    guard let teamCount, teamCount > 0 else { return count.counted("key") }
    return hasOwnKeys ? "\(count.counted("key")), \(teamCount) of the team's" : "\(count.counted("key")) of the team's"
  }
}

extension Confirm {
  /// It has keys of the team.
  static func restoring(_ snapshot: SharedSnapshot) -> Confirm {
    Confirm(
      "Restore the snapshot \(snapshot.name.fitted(to: 40))?",
      ["The team's keys change for everybody; u takes it back.", ""],
      choices: [
        .init("n", "keep the keys"), .init("r", "restore", snapshot.restoring(isOwnOnly: false), isDangerous: true),
      ])
  }

  static func deleting(_ snapshot: SharedSnapshot) -> Confirm {
    let name = snapshot.name
    let forAll: [StyledText] = snapshot.teamCount == nil ? [] : ["It is deleted for everybody in the team."]
    return Confirm(
      "Delete the snapshot \(name.fitted(to: 40))?", ["The keys stay as they are."] + forAll + [""],
      choices: [
        .init("n", "keep it"),
        .init(
          "d", "delete", .shared(.many(.perform(SharedBatchIntent([], .removeSnapshot(name))))), isDangerous: true),
      ])
  }
}

/// Asks for the name of a snapshot.
package struct SnapshotForm: PopupForm {
  package init() {}

  package var title: String { "Take a snapshot" }
  package var note: String {
    "What all keys of this environment hold now, under a name. It can be compared and restored."
  }
  package var fields: [FormField] { [FormField("name")] }
  package var reopened: ReopenedForm? { .snapshot }

  package func action(for answers: FormAnswers, in state: State) throws(FormMistake) -> Action {
    guard !answers[0].isEmpty else { throw FormMistake("Give it a name, such as before-payment.") }
    return .shared(.many(.perform(SharedBatchIntent([], .takeSnapshot(answers[0])))))
  }
}

extension Picker {
  /// With what a key, and all keys of an environment, can be compared.
  init(
    comparing name: String?, in environment: String?, _ environments: [String], _ known: SharedSnapshotList,
    now: Timestamp
  ) {
    let here = SharedSide.environment(environment)
    var items: [Item] = []
    if let name {
      let key = name.fitted(to: 30)
      items += environments.map { other in
        let values = SharedValuesIntent(
          SharedPlaceOfKey(name, on: here), SharedPlaceOfKey(name, on: .environment(other)))
        return Item(text: "\(key) with that of \(other)", action: .shared(.compare(.values(values))))
      }
      if environments.count > 1 {
        items.append(Item(text: "\(key) in all environments", action: .shared(.compare(.across(name)))))
      }
    }
    items += environments.map { other in
      Item(text: "All keys with those of \(other)", action: .shared(.compare(.sides(here, .environment(other)))))
    }
    items += known.snapshots.map { snapshot in
      Item(
        text: "All keys with the snapshot \(snapshot.name)", note: snapshot.note(now),
        action: .shared(.compare(.sides(.snapshot(snapshot.name), here))))
    }
    self.init(
      "Compare", items, whenEmpty: "There is no other environment and no snapshot. Two keys: mark them with m.")
  }
}
