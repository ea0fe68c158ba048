import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchServices

/// A question of the shared-data screen, in a pop-up.
enum SharedQuestion: Sendable {
  case new(ciphers: [CipherSummary])
  case create(NewSharedKey)
  case rename(String)
  case delete(SharedRow)
  case expiry(SharedRow)
  case ciphers([CipherSummary], of: String)
  case newCipher(of: String, usesFile: Bool)
  /// Before values of these keys stand in clear.
  case clearing([String], cipher: String, then: Action)
  case asks(SharedDataIntent, [Question])
  case conflict(SharedDataIntent, theirs: SharedKeyDetail?, sequence: Int64)
  /// The changes between two moments of a key.
  case moments(SharedMoments)
  /// The new value of one place of a document.
  case leaf(SharedLeafForm, name: String)
  /// The same, of a change that could not be made in what the document is by now.
  case leafAgain(JSONChange, in: JSONValue?, name: String)
  /// Whether to give up typed text.
  case leaving
  /// The places of files that change with a name.
  case renaming(String, to: String, [VariablePlace])
  /// Of what the cursor is on.
  case keysOfCurrent
  case keysOf(SharedUser, [UsedKey])
  case goToKey(String)
  case openGroup(String)
  /// About many keys.
  case many(SharedManyQuestion)
}

extension State {
  mutating func ask(_ question: SharedQuestion) -> [Effect] {
    switch question {
    case .new(let ciphers): popups.push(Popup(FormSheet(newKeyAmong: ciphers, name: shared.list.input.text)))
    case .create(let key):
      shared.value.begin(SharedValueEdit(key))
      navigation.enter(.sharedValue)
    case .rename(let name): popups.push(Popup(FormSheet(renaming: name)))
    case .expiry(let row): popups.push(Popup(FormSheet(expiryOf: row, now: now)))
    case .delete(let row): popups.push(Popup(Confirm.deleting(row)))
    case .ciphers(let ciphers, let name): popups.push(Popup(Picker(ciphers, of: name, now: shared.row)))
    case .newCipher(let name, let usesFile): popups.push(Popup(FormSheet(newCipherOf: name, usesFile: usesFile)))
    case .clearing(let names, let cipher, let action):
      popups.push(Popup(Confirm(clearing: names, by: cipher, then: action)))
    case .asks(let intent, let questions):
      let title = "For the shared key \(intent.key.fitted(to: 40))"
      popups.push(Popup(FormSheet(title, asking: questions, for: .sharedData(.before(intent, questions)))))
    case .conflict(let intent, let theirs, let sequence):
      popups.push(Popup(Confirm.conflict(intent, theirs, sequence)))
    case .moments(let moments):
      popups.push(Popup(SharedMomentsSheet(moments, decodes: shared.value.showsDecoded, now: now)))
    case .leaf(let form, let name): popups.push(Popup(FormSheet(form, of: name)))
    case .leafAgain(let change, let document, let name):
      if let sheet = FormSheet(again: change, in: document, of: name) { popups.push(Popup(sheet)) }
    case .renaming(let name, let new, let places):
      popups.push(Popup(Confirm(renamingKey: name, to: new, places)))
    case .keysOfCurrent: return sharedUser.map { [.perform(SharedDataEffect.keysOfUser($0))] } ?? []
    case .keysOf(let user, let keys): popups.push(Popup(Picker(keys, of: user, now: now)))
    case .goToKey(let name): return go(to: .key(name), in: nil)
    case .openGroup(let name): return go(to: .group(name), in: nil)
    case .many(let question): ask(question)
    case .leaving:
      guard let edit = shared.value.edit, edit.hasChanged else { return [.then(.shared(.edit(.discard)))] }
      let what = "the value of \(edit.name.fitted(to: 40))"
      let save = Confirm.Choice("s", "save it", .shared(.edit(.keep)))
      popups.push(Popup(Confirm.leaving(what, keeping: save, discarding: .shared(.edit(.discard)))))
    }
    return []
  }
}

extension FormSheet {
  fileprivate init(newKeyAmong ciphers: [CipherSummary], name: String) {
    let named = ciphers.map(\.name)
    self.init(
      "New key", note: "You type the value next. ← and → choose.",
      [
        Field("name", name), Field("type", choices: ["text", "json"]),
        Field("encrypted with", choices: [NewSharedKey.asRuled, NewSharedKey.none] + named),
        Field("whose", choices: [NewSharedKey.asRuled] + SharedRule.Scope.allCases.map(NewSharedKey.word)),
      ], for: .sharedData(.new))
  }

  fileprivate init(renaming name: String) {
    let note = "It keeps its encryption and its history. Files that name it are shown before they change."
    self.init("Rename \(name.fitted(to: 40))", note: note, [Field("name", name)], for: .sharedData(.rename(name)))
  }

  fileprivate init(newCipherOf name: String, usesFile: Bool) {
    let note =
      usesFile
      ? "A random key in a file that only you can read. Created if it does not exist."
      : "You enter its passphrase next, twice. Nobody can read the values without it."
    self.init(
      "New cipher: a \(usesFile ? "key file" : "passphrase") with a name", note: note,
      [Field("name", "vault")] + (usesFile ? [Field("key file", "~/.config/parley/vault.key")] : []),
      for: .sharedData(.newCipher(of: name, usesFile: usesFile)))
  }
}

extension Picker {
  fileprivate init(_ ciphers: [CipherSummary], of name: String, now row: SharedRow?) {
    let now = row?.cipher
    let isHidden = row?.isSecret == true || !CipherSummary.isClear(now)
    let known = [CipherSummary("none", note: "readable by anyone who can read the store")] + ciphers
    let items = known.enumerated().map { place, cipher in
      let bound = place == 0 ? nil : cipher.name
      let bind = Action.shared(.key(.intent(SharedDataIntent(name, .bind(cipher: bound)))))
      let asks = isHidden && CipherSummary.isClear(bound)
      return Item(
        text: cipher.name, mark: bound == now ? "●" : " ", note: cipher.note,
        action: asks ? .ask(.shared(.clearing([name], cipher: cipher.name, then: bind))) : bind)
    }
    let new = [
      Item(
        text: "new, with a passphrase …", style: Style(.accent),
        action: .ask(.shared(.newCipher(of: name, usesFile: false)))),
      Item(
        text: "new, with a key file …", style: Style(.accent),
        action: .ask(.shared(.newCipher(of: name, usesFile: true)))),
    ]
    let selected = known.dropFirst().firstIndex { $0.name == now } ?? 0
    self.init("Encrypt \(name.fitted(to: 40)) with", items + new, selected: selected)
  }
}

extension CipherSummary {
  /// Whether values stand in clear with it: packed at most.
  static func isClear(_ name: String?) -> Bool { name == nil || name == "none" || name == "gzip" }
}

extension Confirm {
  fileprivate init(clearing names: [String], by cipher: String, then action: Action) {
    self.init(
      "Store \(SharedBatchIntent.words(for: names)) in clear?",
      [
        StyledText("With \(cipher), anyone who can read the store can read the values and their history."),
        StyledText("They are no longer masked on screens and in reports.", .muted), "",
      ],
      choices: [.init("k", "keep them encrypted"), .init("c", "store in clear", action, isDangerous: true)])
  }

  fileprivate static func deleting(_ row: SharedRow) -> Confirm {
    let unlock =
      row.isLocked
      ? Choice("u", "unlock it first", .shared(.key(.intent(SharedDataIntent(row.key.name, .reveal))))) : nil
    return Confirm(
      "Delete \(row.key.name.fitted(to: 40))?",
      (row.isTeams ? [forEverybody] : []) + unread(row) + ["Its history stays; u brings it back.", ""],
      choices: [
        .init("n", "keep it"), unlock,
        .init(
          "d", "delete", .shared(.key(.intent(SharedDataIntent(row.key.name, .remove(ifStill: row.sequence))))),
          isDangerous: true),
      ].compactMap(\.self))
  }

  /// Said of a value that is there and cannot be read.
  private static func unread(_ row: SharedRow) -> [StyledText] {
    if row.isLocked {
      return [StyledText("Its value is locked: nobody can see now what would be deleted.", Style(.warning))]
    }
    return row.problem.map { [StyledText("It has a value that cannot be read: \($0)", Style(.warning))] } ?? []
  }

  private static func words(for theirs: SharedKeyDetail?) -> String {
    guard let theirs else { return "removed" }
    return theirs.value.map(SharedPreview.text) ?? theirs.row.problem ?? "a value that cannot be read"
  }

  /// Both values; what Enter takes first loses nothing.
  fileprivate static func conflict(_ intent: SharedDataIntent, _ theirs: SharedKeyDetail?, _ sequence: Int64) -> Confirm
  {
    guard case .set(let mine, _) = intent.job else { return Confirm("", choices: [.init("b", "back")]) }
    let writer = theirs?.row.writer ?? "somebody else"
    let lines: [StyledText] = [
      [Span("yours   ", .muted), Span(SharedPreview.text(of: mine).fitted(to: 60))],
      [Span("theirs  ", .muted), Span(words(for: theirs).fitted(to: 60))],
      StyledText("        \(writer.asWriter)", .muted), "",
    ]
    var again = intent
    again.job = .set(mine, ifStill: sequence)
    return Confirm(
      "\(intent.key.fitted(to: 40)) was changed meanwhile", lines,
      choices: [
        .init("b", "keep editing"), .init("m", "keep mine", .shared(.key(.intent(again))), isDangerous: true),
        .init("t", "take theirs", .shared(.edit(.discard)), isDangerous: true),
      ])
  }
}
