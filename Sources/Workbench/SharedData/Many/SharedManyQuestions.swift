import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchServices

/// A question asked before something is done with many keys.
enum SharedManyQuestion: Sendable {
  /// The menu of actions on these keys, with the other environments.
  case menu([String], [String])
  case delete(SharedDeletion)
  /// A key of a batch has been changed since.
  case undoOthers(than: String, of: Int64)
  case ciphers([CipherSummary], of: [String])
  case environment([String], [String], isMove: Bool)
  case export([String])
  case importFile
  case asks(SharedBatchIntent, [Question])
  case taken(SharedBatchIntent, [String])
  case overwrite(SharedBatchIntent, String)
  case snapshots(SharedSnapshotList)
  case snapshot(SharedSnapshot)
  case takeSnapshot
  case deleteSnapshot(SharedSnapshot)
  /// It has keys of the team.
  case restoreForAll(SharedSnapshot)
  /// From which snapshot the group of screen 2 is run.
  case start(String, SharedSnapshotList)
  /// A key, and what it and all keys of this environment can be compared with.
  case compare(String?, String?, [String], SharedSnapshotList)
  case table
  case values(SharedValuesIntent, ComparedParts.Pair)
  case beforeValues(SharedValuesIntent, [Question])
}

extension State {
  mutating func ask(_ question: SharedManyQuestion) {
    switch question {
    case .menu(let names, let environments):
      popups.push(Popup(Picker(for: names, environments, last: shared.lastBatch)))
    case .delete(let deletion): popups.push(Popup(Confirm.deleting(deletion)))
    case .undoOthers(let name, let batch): popups.push(Popup(Confirm.undoing(othersThan: name, of: batch)))
    case .ciphers(let ciphers, let names): popups.push(Popup(Picker(ciphers, for: names)))
    case .environment(let names, let environments, let isMove):
      popups.push(Popup(Picker(environments, for: names, isMove: isMove)))
    case .export(let names): popups.push(Popup(FormSheet(exporting: names, from: workspace?.environment)))
    case .importFile: popups.push(Popup(FormSheet.importingKeys))
    case .asks(let intent, let questions):
      popups.push(
        Popup(FormSheet(intent.title, asking: questions, for: .sharedData(.many(.before(intent, questions))))))
    case .taken(let intent, let names): popups.push(Popup(Confirm.replacing(names, by: intent)))
    case .overwrite(let intent, let path): popups.push(Popup(Confirm.overwriting(path, by: intent)))
    case .snapshots, .snapshot, .takeSnapshot, .deleteSnapshot, .restoreForAll, .start: askAboutSnapshots(question)
    case .compare(let name, let environment, let environments, let snapshots):
      popups.push(Popup(Picker(comparing: name, in: environment, environments, snapshots, now: now)))
    case .table: popups.push(Popup(SharedTableSheet()))
    case .values(let values, let pair): popups.push(Popup(SharedValuesPopup(values.title, pair)))
    case .beforeValues(let values, let questions):
      let form = SharedDataForm.beforeValues(values, questions)
      popups.push(Popup(FormSheet("To compare \(values.title)", asking: questions, for: .sharedData(form))))
    }
  }

  private mutating func askAboutSnapshots(_ question: SharedManyQuestion) {
    switch question {
    case .snapshots(let snapshots):
      popups.push(Popup(Picker(snapshots, of: workspace?.environment, now: now)))
    case .snapshot(let snapshot): popups.push(Popup(Picker(snapshot, now: now)))
    case .takeSnapshot: popups.push(Popup(FormSheet.takingSnapshot))
    case .deleteSnapshot(let snapshot): popups.push(Popup(Confirm.deleting(snapshot)))
    case .restoreForAll(let snapshot): popups.push(Popup(Confirm.restoring(snapshot)))
    case .start(let group, let snapshots):
      popups.push(Popup(Picker(starting: group, from: snapshots, now: now)))
    default: break
    }
  }
}

extension SharedBatchIntent {
  fileprivate var title: String {
    switch job {
    case .export: "Passphrase for the file"
    case .importFile: "Passphrase of the file"
    case .takeSnapshot(let name): "To take the snapshot \(name.fitted(to: 40))"
    case .restore(let name, _, _): "To restore \(name.fitted(to: 40))"
    case .undo, .redo: "To change the keys"
    default: "For \(Self.words(for: names))"
    }
  }

  static func words(for names: [String]) -> String {
    names.count == 1 ? names[0].fitted(to: 40) : names.count.counted("key")
  }
}

extension Picker {
  private static let needsKeys = "The cursor is not on a key, and none is marked."

  /// The menu of actions on keys.
  fileprivate init(for names: [String], _ environments: [String], last: SharedBatchUndo?) {
    let none = names.isEmpty ? Self.needsKeys : nil
    let alone = environments.isEmpty ? "There is no other environment." : nil
    var items = [
      Item(text: "Delete …", key: "D", action: .shared(.many(.askDelete)), disabledReason: none),
      Item(text: "Encrypt with …", key: "C", action: .shared(.many(.askCipher)), disabledReason: none),
      Item(
        text: "Copy to another environment …",
        action: .ask(.shared(.many(.environment(names, environments, isMove: false)))), disabledReason: none ?? alone),
      Item(
        text: "Move to another environment …",
        action: .ask(.shared(.many(.environment(names, environments, isMove: true)))), disabledReason: none ?? alone),
      Item(text: "Export to a file …", action: .ask(.shared(.many(.export(names)))), disabledReason: none),
      Item(text: "Import from a file …", action: .ask(.shared(.many(.importFile)))),
    ]
    if let last {
      items.append(
        Item(
          text: "Undo what was done last with many keys", key: "u",
          action: .shared(.many(.perform(SharedBatchIntent([], .undo(last)))))))
    }
    self.init(names.isEmpty ? "Shared keys" : SharedBatchIntent.words(for: names), items)
  }

  fileprivate init(_ ciphers: [CipherSummary], for names: [String]) {
    let known = [CipherSummary("none", note: "readable by anyone who can read the store")] + ciphers
    let items = known.map { cipher in
      let bind = Action.shared(.many(.perform(SharedBatchIntent(names, .bind(cipher: cipher.name)))))
      let asks = CipherSummary.isClear(cipher.name)
      return Item(
        text: cipher.name, note: cipher.note,
        action: asks ? .ask(.shared(.clearing(names, cipher: cipher.name, then: bind))) : bind)
    }
    self.init("Encrypt \(SharedBatchIntent.words(for: names))", items)
  }

  fileprivate init(_ environments: [String], for names: [String], isMove: Bool) {
    let items = environments.map { environment in
      let job = SharedBatchIntent.Job.copy(to: environment, isMove: isMove, replaces: false)
      return Item(text: environment, action: .shared(.many(.perform(SharedBatchIntent(names, job)))))
    }
    self.init("\(isMove ? "Move" : "Copy") \(SharedBatchIntent.words(for: names)) to", items)
  }
}

extension Confirm {
  private static let mostListed = 8

  private static func lines(of names: [String], teams: Set<String> = []) -> [StyledText] {
    let shown: [StyledText] = names.prefix(mostListed).map { name in
      let text = Span(name.fitted(to: 60), .text)
      return teams.contains(name) ? [text, Span("  ⇄ the team's", .muted)] : [text]
    }
    let rest = names.count - shown.count
    return shown + (rest > 0 ? [StyledText("and \(rest.counted("more key", "more keys"))", .muted)] : []) + [""]
  }

  fileprivate static func deleting(_ deletion: SharedDeletion) -> Confirm {
    let names = deletion.names
    let unlock = deletion.locked.first.map { name in
      Choice("u", "unlock them first", .shared(.key(.intent(SharedDataIntent(name, .reveal)))))
    }
    return Confirm(
      "Delete \(SharedBatchIntent.words(for: names))?",
      lines(of: names, teams: Set(deletion.teams)) + forAll(deletion) + locked(deletion)
        + ["Their histories stay; u brings them back, all at once.", ""],
      choices: [
        .init("n", "keep them"), unlock,
        .init("d", "delete", .shared(.many(.perform(SharedBatchIntent(names, .remove)))), isDangerous: true),
      ].compactMap(\.self))
  }

  private static func forAll(_ deletion: SharedDeletion) -> [StyledText] {
    switch deletion.teams.count {
    case 0: []
    case deletion.names.count where deletion.names.count == 1: [forEverybody]
    case deletion.names.count: [StyledText("They are the team's: they are deleted for everybody.", Style(.warning))]
    case 1: [StyledText("1 of them is the team's: it is deleted for everybody.", Style(.warning))]
    case let count: [StyledText("\(count) of them are the team's: they are deleted for everybody.", Style(.warning))]
    }
  }

  private static func locked(_ deletion: SharedDeletion) -> [StyledText] {
    let count = deletion.locked.count
    guard count > 0 else { return [] }
    let which = count == deletion.names.count ? "Their values are" : "The values of \(count) of them are"
    return [StyledText("\(which) locked: nobody can see now what would be deleted.", Style(.warning))]
  }

  /// Said of a key of the team.
  static let forEverybody = StyledText("It is the team's: it is deleted for everybody.", Style(.warning))

  /// Asks whether to undo a batch for all keys that nobody has changed since.
  fileprivate static func undoing(othersThan name: String, of batch: Int64) -> Confirm {
    Confirm(
      "Undo the others?",
      [
        StyledText("“\(name.fitted(to: 40))” has been changed since, so nothing was undone."),
        "The others are those that nobody has changed since.", "",
      ],
      choices: [
        .init("n", "leave all as it is"),
        .init(
          "o", "undo the others", .shared(.many(.perform(SharedBatchIntent([], .undo(.untouched(batch)))))),
          isDangerous: true),
      ])
  }

  /// The other environment has keys of these names.
  fileprivate static func replacing(_ names: [String], by intent: SharedBatchIntent) -> Confirm {
    guard case .copy(let environment, let isMove, _) = intent.job else {
      return Confirm("", choices: [.init("b", "back")])
    }
    var replacing = intent
    replacing.job = .copy(to: environment, isMove: isMove, replaces: true)
    return Confirm(
      "\(environment.fitted(to: 30)) has \(names.count.counted("key")) of the same name",
      lines(of: names) + ["Their histories stay; u brings them back.", ""],
      choices: [
        .init("n", "cancel"), .init("r", "replace", .shared(.many(.perform(replacing))), isDangerous: true),
      ])
  }

  fileprivate static func overwriting(_ path: String, by intent: SharedBatchIntent) -> Confirm {
    guard case .export(let file, let reveals, _) = intent.job else { return Confirm("", choices: [.init("b", "back")]) }
    var replacing = intent
    replacing.job = .export(to: file, reveals: reveals, replaces: true)
    return Confirm(
      "Overwrite the file?", [StyledText(path), "There is such a file already.", ""],
      choices: [
        .init("n", "keep it"), .init("o", "overwrite", .shared(.many(.perform(replacing))), isDangerous: true),
      ])
  }
}
