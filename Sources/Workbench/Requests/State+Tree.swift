import ParleyModel
import TerminalKit

/// Files that come and go.
indirect enum TreeAction: Sendable {
  case askName(NameQuestion)
  case name(NameQuestion, ListedFile)
  /// These files name it by its id.
  case askMove(ListedFile, to: ListedFile, in: [String])
  case move(ListedFile, to: ListedFile, everywhere: Bool)
  case askDelete(ListedFile)
  case delete(ListedFile)
  /// Files have come or gone; one of them may be wanted open.
  case changed(WorkspaceSnapshot, gone: ListedFile?, open: ListedFile?)
}

extension State {
  mutating func tree(_ action: TreeAction) -> [Effect] {
    switch action {
    case .askName(let question): popups.push(Popup(FormSheet(question)))
    case .name(let question, let file): return [.perform(TreeEffect.name(question, file, draft(of: question.subject)))]
    case .askMove(let file, let new, let files): popups.push(Popup(Confirm.moving(file, to: new, in: files)))
    case .move(let file, let new, let everywhere):
      return [.perform(TreeEffect.move(file, to: new, everywhere: everywhere, draft(of: file)))]
    case .askDelete(let file): askDelete(file)
    case .delete(let file): return [.perform(TreeEffect.delete(file))]
    case .changed(let snapshot, let gone, let new): return changed(snapshot, gone: gone, open: new)
    }
    return []
  }

  private mutating func askDelete(_ file: ListedFile) {
    let hasDraft =
      file.kind == .request
      ? sidebar.edited.contains(file.request) : groups.drafts.hasEdits(of: file.name, in: workspace)
    var lines: [StyledText] = [StyledText("Deletes \(file.path)\(hasDraft ? " and your edits of it" : "").")]
    if file.kind == .group, !groups.list.runs(of: file.name).isEmpty { lines.append("Its runs stay.") }
    popups.push(
      Popup(
        Confirm(
          "Delete \(file)?", lines + [""],
          choices: [.init("n", "keep it"), .init("d", "delete", .tree(.delete(file)), isDangerous: true)])))
  }

  private mutating func changed(
    _ snapshot: WorkspaceSnapshot, gone: ListedFile?, open new: ListedFile?
  ) -> [Effect] {
    let said = Self.notice(gone: gone, new: new).map { [Effect.say($0)] } ?? []
    let effects: [Effect] = [.then(.workspace(.changed(snapshot)))]
    if (gone ?? new)?.kind == .group {
      return effects + [.then(.groups(.list(.changed(gone: gone?.name, open: new?.name))))] + said
    }
    return effects + changed(gone: gone?.request, open: new?.request) + said
  }

  private mutating func changed(gone: RequestID?, open new: RequestID?) -> [Effect] {
    let wasOpen = gone != nil && gone == tabs.open
    if let gone {
      tabs.close(gone)
      sidebar.edited.remove(gone)
    }
    if let new, gone == nil || wasOpen {
      if gone == nil, screen == .requests { opening.edit(new) }
      return [.then(.request(.open(new, focus: gone == nil ? .composer : nil)))]
    }
    return wasOpen ? [.then(.sidebar(.display))] : []
  }

  /// The notice about a file that is gone, is new, or was moved.
  private static func notice(gone: ListedFile?, new: ListedFile?) -> Notice? {
    switch (gone, new) {
    case (nil, let new?): .done("Wrote \(new.path).").logged(of: new)
    case (let gone?, let new?) where gone == .request(.scratch): .done("Saved to \(new.path).").logged(of: new)
    case (let gone?, let new?): .done("Moved \(gone) to \(new).").logged(of: new)
    case (let gone?, nil): .done("Deleted \(gone.path).").logged(of: gone)
    case (nil, nil): nil
    }
  }
}

extension Notice {
  fileprivate func logged(of file: ListedFile) -> Notice {
    file.kind == .request ? logged(of: file.request) : logged()
  }
}

extension Confirm {
  private static let mostFiles = 8

  /// Offers to name a file again where files name it.
  fileprivate static func moving(_ file: ListedFile, to new: ListedFile, in files: [String]) -> Confirm {
    let shown: [StyledText] = files.prefix(mostFiles).map { [Span("  \($0)", .text)] }
    let rest: [StyledText] =
      files.count > mostFiles ? [StyledText("  and \(files.count - mostFiles) more", .muted)] : []
    let word = files.count == 1 ? "This file names" : "These \(files.count) files name"
    return Confirm(
      "Rename \(file) to \(new)?", [StyledText("\(word) it:")] + shown + rest + [""],
      choices: [
        .init("r", "rename it there too", .tree(.move(file, to: new, everywhere: true))),
        .init("o", "only the \(file.kind)", .tree(.move(file, to: new, everywhere: false))),
        .init("n", "do not rename"),
      ])
  }
}

extension FormSheet {
  fileprivate init(_ question: NameQuestion) {
    self.init(
      question.title, note: "A path such as \(question.kind.example); folders are created as needed.",
      [Field("name", question.suggestion)], for: .name(question))
  }

  /// Asks where the request of a scratch workspace is to be kept.
  init(keeping draft: RequestDraft, hasEnvironments: Bool, inEmptyFolder: Bool) {
    let what = hasEnvironments ? "this request and your environments" : "this request"
    self.init(
      "Save", note: "Creates a workspace from \(what), in a folder you can keep in git.",
      [inEmptyFolder ? Field("folder", ".") : Field("folder"), Field("request", "first")],
      for: .keepScratch(draft))
  }
}
