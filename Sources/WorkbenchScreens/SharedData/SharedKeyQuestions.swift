import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchServices
import WorkbenchState

extension Picker {
  init(_ ciphers: [CipherSummary], of name: String, now row: SharedRow?) {
    let now = row?.cipher
    let isHidden = row?.isSecret == true || !CipherSummary.isClear(now)
    let known = [CipherSummary("none", note: "readable by anyone who can read the store")] + ciphers
    let items = known.enumerated().map { place, cipher in
      let bound = place == 0 ? nil : cipher.name
      let bind = Action.shared(.key(.intent(SharedDataIntent(name, .bind(cipher: bound)))))
      let asks = isHidden && CipherSummary.isClear(bound)
      let change = asks ? Action.ask(Confirm(clearing: [name], by: cipher.name, then: bind)) : bind
      return Item(
        text: cipher.name, mark: bound == now ? "●" : " ", note: cipher.note,
        action: bound == now && !asks ? .notice(.done(Self.unchanged(name, bound))) : change)
    }
    let new = [
      Item(
        text: "new, with a passphrase …", style: Style(.accent),
        action: .ask(NewCipherForm(key: name, usesFile: false))),
      Item(
        text: "new, with a key file …", style: Style(.accent),
        action: .ask(NewCipherForm(key: name, usesFile: true))),
    ]
    let selected = known.dropFirst().firstIndex { $0.name == now } ?? 0
    self.init("Encrypt \(name.fitted(to: 40)) with (edits parley.yaml)", items + new, selected: selected)
    hasNoteColumn = true
  }

  /// Said where the cipher that a key has already is chosen.
  private static func unchanged(_ name: String, _ cipher: String?) -> String {
    let state = cipher.map { "encrypted with \($0.fitted(to: 30)) already" } ?? "not encrypted"
    return "\(name.fitted(to: 40)) is \(state): nothing was changed."
  }
}

extension CipherSummary {
  /// True for one with which values stand in clear, packed at most.
  static func isClear(_ name: String?) -> Bool { name == nil || name == "none" || name == "gzip" }
}

extension Confirm {
  init(clearing names: [String], by cipher: String, then action: Action) {
    self.init(
      "Store \(SharedBatchIntent.words(for: names)) in clear?",
      [
        StyledText("With \(cipher), anyone who can read the store can read the values and their history."),
        StyledText("They are no longer masked on screens and in reports.", .muted), "",
      ],
      choices: [.init("k", "keep them encrypted"), .init("c", "store in clear", action, isDangerous: true)])
  }

  static func deleting(_ row: SharedRow) -> Confirm {
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
  static func conflict(_ intent: SharedDataIntent, _ theirs: SharedKeyDetail?, _ sequence: Int64) -> Confirm {
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
      ], comesUnasked: true)
  }
}
