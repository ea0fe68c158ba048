import TerminalKit

/// Files that come and go.
enum TreeAction: Sendable {
  case askName(NameQuestion)
  case name(NameQuestion, RequestID)
  /// These files name it by its id.
  case askMove(RequestID, to: RequestID, in: [String])
  case move(RequestID, to: RequestID, everywhere: Bool)
  case askDelete(RequestID)
  case delete(RequestID)
  /// Files have come or gone; one of them may be wanted open.
  case changed(WorkspaceSnapshot, gone: RequestID?, open: RequestID?)
}

extension State {
  mutating func tree(_ action: TreeAction) -> [Effect] {
    switch action {
    case .askName(let question): popups.push(Popup(FormSheet(question)))
    case .name(let question, let id): return [.perform(TreeEffect.name(question, id))]
    case .askMove(let id, let new, let files): popups.push(Popup(Confirm.moving(id, to: new, in: files)))
    case .move(let id, let new, let everywhere): return [.perform(TreeEffect.move(id, to: new, everywhere: everywhere))]
    case .askDelete(let id): askDelete(id)
    case .delete(let id): return [.perform(TreeEffect.delete(id))]
    case .changed(let snapshot, let gone, let new): return changed(snapshot, gone: gone, open: new)
    }
    return []
  }

  private mutating func askDelete(_ id: RequestID) {
    let hasDraft = sidebar.edited.contains(id)
    let lines: [StyledText] = [
      StyledText("Deletes requests/\(id).yaml\(hasDraft ? " and your edits of it" : "").")
    ]
    popups.push(
      Popup(
        Confirm(
          "Delete \(id)?", lines + [""],
          choices: [.init("n", "keep it"), .init("d", "delete", .tree(.delete(id)), isDangerous: true)])))
  }

  private mutating func changed(
    _ snapshot: WorkspaceSnapshot, gone: RequestID?, open new: RequestID?
  ) -> [Effect] {
    let wasOpen = gone != nil && gone == tabs.open
    let said = Self.notice(gone: gone, new: new).map { [Effect.say($0)] } ?? []
    if let gone {
      tabs.close(gone)
      sidebar.edited.remove(gone)
    }
    let effects: [Effect] = [.then(.workspace(.changed(snapshot)))]
    if let new, gone == nil || wasOpen {
      return effects + [.then(.request(.open(new, focus: gone == nil ? .composer : nil)))] + said
    }
    return (wasOpen ? effects + [.then(.sidebar(.display))] : effects) + said
  }

  /// What has become of which file.
  private static func notice(gone: RequestID?, new: RequestID?) -> Notice? {
    switch (gone, new) {
    case (nil, let new?): .done("Wrote \(new.path).").logged(of: new)
    case (let gone?, let new?) where gone.isScratch: .done("Saved to \(new.path).").logged(of: new)
    case (let gone?, let new?): .done("Moved \(gone) to \(new).").logged(of: new)
    case (let gone?, nil): .done("Deleted \(gone.path).").logged(of: gone)
    case (nil, nil): nil
    }
  }
}

extension RequestID {
  /// Of its file, within the workspace.
  fileprivate var path: String { "requests/\(self).yaml" }
}

extension Confirm {
  private static let mostFiles = 8

  /// Offers to name a request again where files name it.
  fileprivate static func moving(_ id: RequestID, to new: RequestID, in files: [String]) -> Confirm {
    let shown: [StyledText] = files.prefix(mostFiles).map { [Span("  \($0)", .text)] }
    let rest: [StyledText] =
      files.count > mostFiles ? [StyledText("  and \(files.count - mostFiles) more", .muted)] : []
    let word = files.count == 1 ? "This file names" : "These \(files.count) files name"
    return Confirm(
      "Rename \(id) to \(new)?", [StyledText("\(word) it:")] + shown + rest + [""],
      choices: [
        .init("r", "rename it there too", .tree(.move(id, to: new, everywhere: true))),
        .init("o", "only the request", .tree(.move(id, to: new, everywhere: false))), .init("n", "do not rename"),
      ])
  }
}

extension FormSheet {
  fileprivate init(_ question: NameQuestion) {
    self.init(
      question.title, note: "A path such as user/login; folders are created as needed.",
      [Field("name", question.suggestion)], for: .name(question))
  }

  /// Asks where the request of a scratch workspace is to be kept.
  init(keeping draft: RequestDraft) {
    self.init(
      "Save", note: "Creates a workspace from this request, in a folder you can keep in git.",
      [Field("folder"), Field("request", "first")], for: .keepScratch(draft))
  }
}
