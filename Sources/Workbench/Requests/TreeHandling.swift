import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchGroups
import WorkbenchServices
import WorkbenchState

/// Making, moving and deleting the files of the lists.
enum TreeHandling {
  static func handle(_ action: TreeAction, in state: inout State) -> [Effect] {
    switch action {
    case .askName(let question): state.ask(question)
    case .name(let question, let file):
      return [.perform(TreeEffect.name(question, file, ListedDraft(of: question.subject, in: state)))]
    case .askMove(let file, let new, let files): state.popups.push(Popup(Confirm.moving(file, to: new, in: files)))
    case .move(let file, let new, let everywhere):
      return [.perform(TreeEffect.move(file, to: new, everywhere: everywhere, ListedDraft(of: file, in: state)))]
    case .askDelete(let file) where file.kind != .group && !state.chains.markedRequests.isEmpty:
      return handle(.askDeleteMany, in: &state)
    case .askDelete(let file): return [.perform(TreeEffect.lookBeforeDeleting(file))]
    case .confirmDelete(let file, let files) where file.kind != .folder: askDelete(file, naming: files, in: &state)
    case .confirmDelete(let folder, let files):
      state.popups.push(
        Popup(
          Confirm(deleting: folder, requests(of: folder.name, in: state), edited: state.sidebar.edited, naming: files)))
    case .moveMany(let ids, let folder): return TreeWorkHandling.begin(TreeWork(.move(into: folder), ids), in: &state)
    case .manyFailed(let problem): return TreeWorkHandling.failed(problem, in: &state)
    case .undo: return [.perform(TreeEffect.undo)]
    case .undone(let outcome): return TreeWorkHandling.undone(outcome, in: &state)
    case .askDeleteMany: return [.perform(TreeEffect.lookBeforeDeletingMany(state.chains.markedRequests))]
    case .confirmDeleteMany(let ids, let files):
      state.popups.push(Popup(Confirm(deletingMany: ids, edited: state.sidebar.edited, naming: files)))
    case .deleteMany(let ids): return TreeWorkHandling.begin(TreeWork(.delete, ids), in: &state)
    case .changedMany(let snapshot, let gone): return TreeWorkHandling.changed(snapshot, gone: gone, in: &state)
    case .delete(let file): return [.perform(TreeEffect.delete(file))]
    case .changed(let snapshot, let gone, let new): return changed(snapshot, gone: gone, open: new, in: &state)
    }
    return []
  }

  private static func askDelete(_ file: ListedFile, naming files: [String], in state: inout State) {
    let hasDraft =
      file.kind == .request
      ? state.sidebar.edited.contains(file.request) : state.groups.drafts.hasEdits(of: file.name, in: state.workspace)
    var lines: [StyledText] = [StyledText("Deletes \(file.path)\(hasDraft ? " and your edits of it" : "").")]
    if file.kind == .group, !state.groups.list.runs(of: file.name).isEmpty { lines.append("Its runs stay.") }
    lines += Confirm.errors(in: files)
    state.popups.push(
      Popup(
        Confirm(
          "Delete \(file)?", lines + [""],
          choices: [.init("n", "keep it"), .init("d", "delete", .tree(.delete(file)), isDangerous: true)])))
  }

  private static func changed(
    _ snapshot: WorkspaceSnapshot, gone: ListedFile?, open new: ListedFile?, in state: inout State
  ) -> [Effect] {
    let said = Self.notice(gone: gone, new: new).map { [Effect.say($0)] } ?? []
    let effects: [Effect] = [.then(.workspace(.changed(snapshot)))]
    if let gone, gone.kind == .folder { return effects + changed(folder: gone.name, to: new?.name, in: &state) + said }
    if (gone ?? new)?.kind == .group {
      return effects + [.then(.groups(.list(.changed(gone: gone?.name, open: new?.name))))] + said
    }
    return effects + changed(gone: gone?.request, open: new?.request, in: &state) + said
  }

  private static func requests(of folder: String, in state: State) -> [RequestID] {
    (state.workspace?.requests.map(\.id) ?? []).filter { $0.rawValue.hasPrefix(folder + "/") }
  }

  /// A folder has another name, or is gone, and with it its requests.
  private static func changed(folder: String, to new: String?, in state: inout State) -> [Effect] {
    let open = state.tabs.open
    // Its requests may be gone from the workspace already, where the files were read again meanwhile.
    let isInside = { (id: RequestID) in id.rawValue.hasPrefix(folder + "/") }
    for id in state.tabs.all.map(\.composer.request).filter(isInside) { state.tabs.close(id) }
    state.sidebar.edited = state.sidebar.edited.filter { !isInside($0) }
    // The cursor stays on the folder: a key for it must not meet one of its requests.
    let select: [Effect] =
      new.map { new in
        [
          .then(
            .change { state in
              state.sidebar.select(new)
              return []
            })
        ]
      } ?? []
    guard let open, isInside(open) else { return select }
    guard let new else { return [.then(.sidebar(.display))] }
    let moved = RequestID(rawValue: new + open.rawValue.dropFirst(folder.count))
    return [.then(.request(.open(moved, focus: nil)))] + select
  }

  private static func changed(gone: RequestID?, open new: RequestID?, in state: inout State) -> [Effect] {
    let (wasOpen, pane) = (gone != nil && gone == state.tabs.open, state.focus)
    if let gone {
      state.tabs.close(gone)
      state.sidebar.edited.remove(gone)
    }
    if let new, gone == nil || wasOpen {
      if gone == nil, state.screen == .requests { state.opening.edit(new) }
      return [.then(.request(.open(new, focus: gone == nil ? .composer : pane)))]
    }
    return wasOpen ? [.then(.sidebar(.display))] : []
  }

  /// The notice about a file that is gone, is new, or was moved.
  private static func notice(gone: ListedFile?, new: ListedFile?) -> Notice? {
    switch (gone, new) {
    case (nil, let new?): .done("Wrote \(new.path).").logged(of: new)
    case (let gone?, let new?) where gone == .request(.scratch): .done("Saved to \(new.path).").logged(of: new)
    case (let gone?, let new?): .done("Moved \(gone) to \(new). u takes it back.").logged(of: new)
    case (let gone?, nil): .done("Deleted \(gone.path). u puts it back.").logged(of: gone)
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

  private static func listed(_ names: [String]) -> [StyledText] {
    names.prefix(mostFiles).map { StyledText("  \($0)") }
      + (names.count > mostFiles ? [StyledText("  and \(names.count - mostFiles) more", .muted)] : [])
  }

  fileprivate init(deleting folder: ListedFile, _ requests: [RequestID], edited: Set<RequestID>, naming files: [String])
  {
    let edits = requests.count(where: edited.contains)
    var lines = [
      StyledText(
        "Deletes \(folder.path) with \(requests.count.counted("request"))\(edits == 0 ? "" : ", \(edits) with edits"):")
    ]
    lines += Self.listed(requests.map(\.rawValue))
    lines += Self.errors(in: files, "Files outside of it name them, and will have errors:")
    self.init(
      "Delete \(folder)?", lines + [""],
      choices: [.init("n", "keep it"), .init("d", "delete", .tree(.delete(folder)), isDangerous: true)])
  }

  /// The files that name something that is to be deleted.
  fileprivate static func errors(
    in files: [String], _ words: String = "These files name it, and will have errors:"
  ) -> [StyledText] {
    files.isEmpty ? [] : ["", StyledText(words, Style(.warning))] + listed(files)
  }

  fileprivate init(deletingMany requests: [RequestID], edited: Set<RequestID>, naming files: [String]) {
    let edits = requests.count(where: edited.contains)
    let lines = [StyledText("Deletes their files\(edits == 0 ? "" : ", \(edits) with edits"):")]
    self.init(
      "Delete \(requests.count.counted("marked request"))?",
      lines + Self.listed(requests.map(\.rawValue))
        + Self.errors(in: files, "These files name them, and will have errors:") + [""],
      choices: [.init("n", "keep them"), .init("d", "delete", .tree(.deleteMany(requests)), isDangerous: true)])
  }

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
