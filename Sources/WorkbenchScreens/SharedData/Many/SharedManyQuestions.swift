import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchServices
import WorkbenchState

extension SharedBatchIntent {
  static func words(for names: [String]) -> String {
    names.count == 1 ? names[0].fitted(to: 40) : names.count.counted("key")
  }
}

extension Picker {
  private static let needsKeys = "The cursor is not on a key, and none is marked."

  /// The menu of actions on keys.
  init(for names: [String], _ environments: [String], last: SharedBatchUndo?, _ commands: CommandSet) {
    let none = names.isEmpty ? Self.needsKeys : nil
    let alone = environments.isEmpty ? "There is no other environment." : nil
    var items = [
      Item(
        text: "Delete …", key: commands.label(of: "shared.delete"), action: .shared(.many(.askDelete)),
        disabledReason: none),
      Item(
        text: "Encrypt with …", key: commands.label(of: "shared.cipher"), action: .shared(.many(.askCipher)),
        disabledReason: none),
      Item(
        text: "Copy to another environment …",
        action: .ask(Picker(environments, for: names, isMove: false)), disabledReason: none ?? alone),
      Item(
        text: "Move to another environment …",
        action: .ask(Picker(environments, for: names, isMove: true)), disabledReason: none ?? alone),
      Item(
        text: "Export to a file …",
        action: .ask(
          StateQuestion { FormSheet(ExportKeysForm(names: names, environment: $0.workspace?.environment)) }),
        disabledReason: none),
      Item(text: "Import from a file …", action: .ask(ImportKeysForm())),
    ]
    if let last {
      items.append(
        Item(
          text: "Undo what was done last with many keys", key: commands.label(of: "shared.undo"),
          action: .shared(.many(.perform(SharedBatchIntent([], .undo(last)))))))
    }
    self.init(names.isEmpty ? "Shared keys" : SharedBatchIntent.words(for: names), items)
  }

  init(_ ciphers: [CipherSummary], for names: [String]) {
    let known = [CipherSummary("none", note: "readable by anyone who can read the store")] + ciphers
    let items = known.map { cipher in
      let bind = Action.shared(.many(.perform(SharedBatchIntent(names, .bind(cipher: cipher.name)))))
      let asks = CipherSummary.isClear(cipher.name)
      return Item(
        text: cipher.name, note: cipher.note,
        action: asks ? .ask(Confirm(clearing: names, by: cipher.name, then: bind)) : bind)
    }
    self.init("Encrypt \(SharedBatchIntent.words(for: names)) with (edits parley.yaml)", items)
    hasNoteColumn = true
  }

  init(_ environments: [String], for names: [String], isMove: Bool) {
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

  static func deleting(_ deletion: SharedDeletion) -> Confirm {
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
  static func undoing(othersThan name: String, of batch: Int64) -> Confirm {
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
  static func replacing(_ names: [String], by intent: SharedBatchIntent) -> Confirm {
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

  static func overwriting(_ path: String, by intent: SharedBatchIntent) -> Confirm {
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
