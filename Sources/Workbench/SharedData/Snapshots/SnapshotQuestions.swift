import ParleyEngine
import ParleyText
import TerminalKit

extension Picker {
  /// The snapshots of the environment, and how another is taken.
  init(_ snapshots: [SharedSnapshot], of environment: String?, now: Timestamp) {
    let new = Item(
      text: "Take a snapshot …", style: Style(.accent), action: .ask(.shared(.many(.takeSnapshot))))
    let items = snapshots.map { snapshot in
      Item(text: snapshot.name, note: snapshot.note(now), action: .ask(.shared(.many(.snapshot(snapshot)))))
    }
    self.init("Snapshots of \(environment?.fitted(to: 30) ?? "the shared keys")", [new] + items)
  }

  /// What can be done with a snapshot.
  init(_ snapshot: SharedSnapshot, now: Timestamp) {
    let name = snapshot.name
    let sides = (SharedSide.snapshot(name), SharedSide.environment(snapshot.environment))
    self.init(
      name.fitted(to: 40),
      [
        Item(text: "Compare with now", action: .shared(.compare(.sides(sides.0, sides.1)))),
        Item(
          text: "Restore", note: "u takes it back",
          action: .shared(.many(.perform(SharedBatchIntent([], .restore(name, startsGroup: false)))))),
        Item(text: "Delete …", action: .ask(.shared(.many(.deleteSnapshot(name))))),
      ])
  }

  /// From which snapshot a group is started.
  init(starting group: String, from snapshots: [SharedSnapshot], now: Timestamp) {
    let items = snapshots.map { snapshot in
      Item(
        text: snapshot.name, note: snapshot.note(now),
        action: .shared(.many(.perform(SharedBatchIntent([], .restore(snapshot.name, startsGroup: true))))))
    }
    self.init(
      "Run \(group.fitted(to: 40)) from the snapshot", items, whenEmpty: "No snapshots yet: S on screen 5 takes one.")
  }
}

extension SharedSnapshot {
  fileprivate func note(_ now: Timestamp) -> String {
    "\(count.counted("key"))  \(at.shortClock(now: now))\(writer.map { "  \($0)" } ?? "")"
  }
}

extension Confirm {
  static func deletingSnapshot(_ name: String) -> Confirm {
    Confirm(
      "Delete the snapshot \(name.fitted(to: 40))?", ["The keys stay as they are.", ""],
      choices: [
        .init("n", "keep it"),
        .init(
          "d", "delete", .shared(.many(.perform(SharedBatchIntent([], .removeSnapshot(name))))), isDangerous: true),
      ])
  }
}

extension FormSheet {
  static var takingSnapshot: FormSheet {
    FormSheet(
      "Take a snapshot",
      note: "What all keys of this environment hold now, under a name. It can be compared and restored.",
      [Field("name", "")], for: .sharedData(.many(.takeSnapshot)))
  }
}

extension Picker {
  /// With what a key, and all keys of an environment, can be compared.
  init(
    comparing name: String?, in environment: String?, _ environments: [String], _ snapshots: [SharedSnapshot],
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
    items += snapshots.map { snapshot in
      Item(
        text: "All keys with the snapshot \(snapshot.name)", note: snapshot.note(now),
        action: .shared(.compare(.sides(.snapshot(snapshot.name), here))))
    }
    self.init(
      "Compare", items, whenEmpty: "There is no other environment and no snapshot. Two keys: mark them with m.")
  }
}
