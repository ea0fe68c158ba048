import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchGroups
import WorkbenchServices
import WorkbenchState

// Who uses a key, and which keys somebody uses.
extension SharedUses: SharedDataPart {
  static var commands: [CommandRow] {
    let here: [KeyContext] = [.sharedUses]
    return [
      row("foldUse", "Fold or unfold", "Shows or hides the groups around it.", ["z"], in: here) { screen, _ in
        screen.uses.fold(.turn)
        return []
      },
      row("unfoldUse", "Unfold", "Shows the groups around it.", ["Right", "l"], in: here) { screen, _ in
        screen.uses.fold(.open)
        return []
      },
      row(
        "leaveUse", "Fold, or to what it contains", "Hides the groups around it, or goes a level up.", ["Left", "h"],
        in: here
      ) { screen, _ in
        screen.uses.fold(.close)
        return []
      },
      row("foldUses", "Fold everything", "Hides all groups, or shows them.", ["-"], in: here) { screen, _ in
        screen.uses.fold(.all)
        return []
      },
      CommandRow(
        "shared.of", "Shared keys of the request or group",
        help: "Lists the shared keys that the open request, or the group under the cursor, reads and captures.",
        keys: ["Alt-k"], in: [.browsing],
        disabledReason: { $0.sharedUser == nil ? "There is no request or group here." : nil }
      ) { state in
        state.sharedUser.map { [.perform(SharedDataEffect.keysOfUser($0))] } ?? []
      },
    ]
  }

  func open() -> [Effect] {
    guard let place = selected else { return [] }
    if let request = place.request { return [.then(.request(.open(request, focus: .composer)))] }
    if let group = place.group { return [.then(.overlay(.go(.group(group), in: nil)))] }
    return [.terminal(.edit(file: place.file, line: place.line))]
  }
}

extension State {
  /// The user whose keys can be listed: the request that is open or under the cursor, or the group under it.
  var sharedUser: SharedUser? {
    if screen == .groups { return groups.list.selectedGroup.map(SharedUser.group) }
    guard screen == .requests else { return nil }
    let here = focus == .sidebar ? sidebar.selected : nil
    return (here ?? tabs.current?.composer.request).map(SharedUser.request)
  }
}

extension Picker {
  init(_ keys: [UsedKey], of user: SharedUser, now: Timestamp) {
    let items = keys.map { used in
      Item(
        text: used.key, lead: used.place.sign,
        note: "\(used.place.file):\(used.place.line)  \(used.place.newest?.words ?? "")",
        action: .overlay(.go(.key(used.key), in: nil)))
    }
    self.init("Shared keys of \(user.name.fitted(to: 40))", items, whenEmpty: "It uses no shared key.")
  }
}

extension Confirm {
  /// Each place that changes, before it is done.
  init(renamingKey name: String, to new: String, _ places: [VariablePlace]) {
    let lines = places.map { [Span("  \($0.file)", .text), Span(":\($0.line)", .muted)] as StyledText }
    let files = Set(places.map(\.file)).count
    self.init(
      "Rename \(name.fitted(to: 30)) to \(new.fitted(to: 30))?",
      [
        StyledText(
          "\(places.count.counted("place")) in \(files.counted("file")) \(places.count == 1 ? "changes" : "change"):")
      ]
        + lines + ["", StyledText("Its history goes along, in every environment that has it.", .muted), ""],
      choices: [
        .init("r", "rename everywhere", .shared(.key(.intent(SharedDataIntent(name, .rename(to: new)))))),
        .init("n", "leave it"),
      ])
  }
}
