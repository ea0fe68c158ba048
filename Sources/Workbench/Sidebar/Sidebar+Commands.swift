import ParleyModel
import TerminalKit
import WorkbenchServices

extension Sidebar {
  static var commands: [CommandRow] { moving + folding + changing }

  private static let needsRequest: @Sendable (State) -> String? = {
    $0.sidebar.selected == nil ? "The cursor is not on a request." : nil
  }

  private static let needsRow: @Sendable (State) -> String? = {
    $0.sidebar.selectedRow == nil ? "The cursor is on nothing." : nil
  }

  private static let needsMarks: @Sendable (State) -> String? = {
    $0.chains.markedRequests.isEmpty ? "No request is marked: m marks them." : nil
  }

  /// The same in each list of files.
  static let needsUndoable: @Sendable (State) -> String? = {
    $0.workspace?.undoable == nil
      ? "No file was deleted, moved or renamed here; in the composer, u undoes edits of the request." : nil
  }

  private static var moving: [CommandRow] {
    .moving("sidebar", in: .sidebar) { .sidebar(.move($0)) } + [
      CommandRow(
        "sidebar.open", "Open", help: "Opens the request, or folds and unfolds the folder.",
        keys: ["Enter", "Right", "l"], in: [.sidebar], hint: .init("open", rank: 10), does: .sidebar(.open)),
      CommandRow(
        "sidebar.filter", "Filter", help: "Shows only requests whose method or path contains all the words.",
        keys: ["/"],
        in: [.sidebar], hint: .init("filter", rank: 20), does: .sidebar(.filter)),
      CommandRow(
        .keepFilter, "sidebar.endFilter", in: [.sidebarFilter], hint: .init("to the list", rank: 10),
        does: .sidebar(.endFilter)),
    ]
  }

  private static var folding: [CommandRow] {
    [
      CommandRow(
        "sidebar.leave", "Up a folder", help: "Folds the folder, or moves to its parent.", keys: ["Left", "h"],
        in: [.sidebar], does: .sidebar(.leave)),
      CommandRow(
        "sidebar.fold", "Fold", help: "Folds or unfolds the folder.", keys: ["z"], in: [.sidebar],
        does: .sidebar(.fold)),
      CommandRow(
        "sidebar.foldAll", "Fold all", help: "Folds or unfolds every folder.", keys: ["-"], in: [.sidebar],
        does: .sidebar(.foldAll)),
    ]
  }

  private static var changing: [CommandRow] {
    [
      CommandRow(
        "sidebar.new", "New request", help: "Creates a request in the folder under the cursor.", keys: ["a"],
        in: [.sidebar], hint: .init("new", rank: 30), does: .sidebar(.file(.new)),
        disabledReason: { $0.workspace?.isScratch == true ? "Save the scratch request first, with Ctrl-S." : nil }),
      CommandRow(
        "sidebar.import", "Import an API here",
        help: "Imports \(ImportFormat.titles).", keys: ["i"], in: [.sidebar],
        does: .importing(.ask)),
      CommandRow(
        "sidebar.rename", "Rename or move",
        help: "Renames or moves the request or folder; files that name it can follow.", keys: ["r"],
        in: [.sidebar], does: .sidebar(.file(.rename)), disabledReason: needsRow),
      CommandRow(
        "sidebar.moveMarked", "Move the marked requests",
        help: "Moves the marked requests to a folder; files that name them follow.", keys: ["Alt-m"],
        in: [.sidebar], hint: .init("move marked", rank: 6), does: .tree(.askMoveMany), disabledReason: needsMarks),
      CommandRow(
        "sidebar.deleteMarked", "Delete the marked requests",
        help: "Deletes the files of the marked requests, after asking.", keys: ["Alt-d"],
        in: [.sidebar], hint: .init("delete marked", rank: 5), does: .tree(.askDeleteMany), disabledReason: needsMarks),
      CommandRow(
        "sidebar.duplicate", "Duplicate", help: "Duplicates the request.", keys: ["p"], in: [.sidebar],
        does: .sidebar(.file(.duplicate)), disabledReason: needsRequest),
      CommandRow(
        "sidebar.delete", "Delete",
        help: "Deletes the marked requests; else the request's file, or the folder with all in it. Asks first.",
        keys: ["D", "Delete"],
        in: [.sidebar], does: .sidebar(.file(.delete)), disabledReason: needsRow),
      CommandRow(.undoFiles, "sidebar.undo", in: [.sidebar], does: .tree(.undo), disabledReason: needsUndoable),
      CommandRow(
        "sidebar.edit", "Edit the file", help: "Opens the request's file in $EDITOR.", keys: ["e"], in: [.sidebar],
        does: .sidebar(.file(.edit)), disabledReason: needsRequest),
      CommandRow(
        "sidebar.defaults", "Defaults of the folder",
        help:
          "Opens the headers, authentication and options that the folder's requests share; at the top, the workspace's.",
        keys: ["d"], in: [.sidebar], does: .sidebar(.file(.defaults)),
        disabledReason: { $0.workspace?.isScratch == true ? "Save the scratch request first, with Ctrl-S." : nil }),
      CommandRow(
        "sidebar.copy", "Copy the name", help: "Copies the request's name for `parley send`.", keys: ["y"],
        in: [.sidebar], does: .sidebar(.file(.copyID)), disabledReason: needsRequest),
    ]
  }
}
