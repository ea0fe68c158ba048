import ParleyModel
import TerminalKit
import WorkbenchServices

extension Sidebar: CommandTarget {
  package static let commandName = "sidebar"

  package static func action(_ body: @escaping CommandBody) -> WorkbenchState.Action { .sidebar(.perform(body)) }
}

extension Sidebar {
  package static var commands: [CommandRow] { moving + folding + changing }

  private static let needsRequest: @Sendable (State) -> String? = {
    $0.sidebar.selected == nil ? "The cursor is not on a request." : nil
  }

  private static let needsRow: @Sendable (State) -> String? = {
    $0.sidebar.selectedRow == nil ? "The cursor is on nothing." : nil
  }

  private static func needsMarks(orOne way: String) -> @Sendable (State) -> String? {
    { $0.chains.markedRequests.isEmpty ? "No request is marked: m marks one; \(way) the one under the cursor." : nil }
  }

  /// The same in each list of files.
  /// - Parameter edits: where `u` undoes something else.
  package static func needsUndoable(besides edits: String) -> @Sendable (State) -> String? {
    { $0.workspace?.undoable == nil ? "No deleted, moved or renamed file to put back; \(edits)." : nil }
  }

  /// Of the request under the cursor, as soon as it has been read. In an empty list the same key imports.
  private static func editURL(in state: inout State) -> [Effect] {
    guard let id = state.sidebar.selected else { return [.then(.importing(.ask))] }
    let opened = Effect.then(.request(.open(id, focus: .composer)))
    if state.tabs[id]?.isLoaded == true { return [opened, .then(.composer(.change(.editURL)))] }
    state.opening.edit(id)
    return [opened]
  }

  private static var moving: [CommandRow] {
    .moving("sidebar", in: .sidebar) { .sidebar(.move($0)) } + [
      row(
        "open", "Open the request", "Opens the request, or folds and unfolds the folder.", ["Enter", "Right", "l"],
        in: [.sidebar],
        hint: .init("open", rank: 10)
      ) { sidebar, _ in
        sidebar.open()
      },
      row(
        "filter", "Filter",
        "Shows only requests whose method, name or URL contains all the words; `is:edited` shows those with unsaved edits.",
        ["/"], in: [.sidebar],
        hint: .init("filter", rank: 20)
      ) { sidebar, _ in
        sidebar.beginFilter()
        return []
      },
      CommandRow(
        "sidebar.edited", "Requests with unsaved edits",
        help: "Lists the requests with edits that their files do not have (✎).", in: [.browsing],
        disabledReason: { $0.sidebar.edited.isEmpty ? "No request has unsaved edits." : nil }
      ) { state in
        state.sidebar.showEdited()
        return [.then(.navigation(.focus(.sidebar))), .then(.sidebar(.display))]
      },
      row(.keepFilter, "sidebar.endFilter", in: [.sidebarFilter], hint: .init("to the list", rank: 10)) { sidebar, _ in
        sidebar.endFilter()
        // A request that was looked for by name is one of the open ones, though the keys stay with the list.
        return sidebar.selected.map { [.then(.request(.open($0, focus: nil)))] } ?? []
      },
    ]
  }

  private static var folding: [CommandRow] {
    [
      row("leave", "Up a folder", "Folds the folder, or moves to its parent.", ["Left", "h"], in: [.sidebar]) {
        sidebar, _ in
        sidebar.leave()
        return []
      },
      row("fold", "Fold", "Folds or unfolds the folder.", ["z"], in: [.sidebar]) { sidebar, _ in
        sidebar.fold()
        return []
      },
      row("foldAll", "Fold all", "Folds or unfolds every folder.", ["-"], in: [.sidebar]) { sidebar, _ in
        sidebar.foldAll()
        return []
      },
    ]
  }

  private static var changing: [CommandRow] {
    [
      row(
        "new", "New request", "Creates a request in the folder under the cursor.", ["a"], in: [.sidebar],
        hint: .init("new", rank: 30),
        disabledReason: { $0.workspace?.isScratch == true ? "Save the scratch request first, with Ctrl-S." : nil }
      ) { sidebar, _ in
        [.ask(NameQuestion.new(.request, in: sidebar.selectedRow?.folder ?? ""))]
      },
      row(
        "rename", "Rename or move", "Renames or moves the request or folder; files that name it can follow.", ["r"],
        in: [.sidebar], disabledReason: needsRow
      ) { sidebar, _ in
        sidebar.file.map { [.ask(NameQuestion.move($0))] } ?? []
      },
      CommandRow(
        "sidebar.moveMarked", "Move the marked requests",
        help: "Moves the marked requests to a folder; files that name them follow.", keys: ["Alt-m"], in: [.sidebar],
        hint: .init("move ◆", rank: 5), disabledReason: needsMarks(orOne: "r moves")
      ) { state in
        state.ask(MoveMarkedForm(requests: state.chains.markedRequests))
      },
      CommandRow(
        "sidebar.deleteMarked", "Delete the marked requests",
        help: "Deletes the files of the marked requests, after asking.", keys: ["Alt-d"],
        in: [.sidebar], hint: .init("delete ◆", rank: 6), does: .tree(.askDeleteMany),
        disabledReason: needsMarks(orOne: "D deletes")),
      row("duplicate", "Duplicate", "Duplicates the request.", ["p"], in: [.sidebar], disabledReason: needsRequest) {
        sidebar, _ in
        sidebar.selected.map { [.ask(NameQuestion.duplicate(.request($0)))] } ?? []
      },
      row(
        "delete", "Delete the request or folder",
        "Deletes the marked requests; else the request's file, or the folder with all in it. Asks first.",
        ["D", "Delete"], in: [.sidebar], disabledReason: needsRow
      ) { sidebar, _ in
        sidebar.file.map { [.then(.tree(.askDelete($0)))] } ?? []
      },
      CommandRow(
        .undoFiles, "sidebar.undo", in: [.sidebar], does: .tree(.undo),
        disabledReason: needsUndoable(besides: "in the composer, u undoes edits of the request")),
      CommandRow(
        .editURL, "sidebar.editURL", in: [.sidebar], does: .change { editURL(in: &$0) },
        disabledReason: {
          $0.sidebar.selectedRow != nil && $0.sidebar.selected == nil
            ? "The cursor is not on a request; Alt-a imports an API." : nil
        }),
      row(
        "edit", "Edit the file", "Opens the request's file in $EDITOR.", ["e"], in: [.sidebar],
        disabledReason: needsRequest
      ) { sidebar, _ in
        sidebar.selected.map { [.perform(RequestEffect.openInEditor($0))] } ?? []
      },
      row(
        "defaults", "Defaults of the folder",
        "Opens the headers, authentication and options that the folder's requests share; at the top, the workspace's.",
        ["d"], in: [.sidebar], hint: .init("defaults", rank: 12),
        disabledReason: { $0.workspace?.isScratch == true ? "Save the scratch request first, with Ctrl-S." : nil }
      ) { sidebar, _ in
        [.then(.request(.open(sidebar.defaultsUnderCursor, focus: .composer)))]
      },
      row(
        "copy", "Copy the name", "Copies the request's name for `parley send`.", ["y"], in: [.sidebar],
        disabledReason: needsRequest
      ) { sidebar, _ in
        sidebar.selected.map { [.terminal(.copy($0.rawValue, of: "the name \($0)"))] } ?? []
      },
    ]
  }
}
