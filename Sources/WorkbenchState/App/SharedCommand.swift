package import TerminalKit

/// A command that several panes have, each for its own content: its words and keys stand here once, and a keys file changes
/// it in all of them by its name.
package struct SharedCommand: Sendable {
  package let id: CommandID
  package let title: String
  let help: String
  let keys: [String]

  init(_ id: CommandID, _ title: String, _ help: String, _ keys: [String]) {
    (self.id, self.title, self.help, self.keys) = (id, title, help, keys)
  }

  /// Its name without that of its kind: `pageDown`.
  var word: String { String(id.name.drop { $0 != "." }.dropFirst()) }
}

extension CommandRow {
  /// - Parameters:
  ///   - id: by which a keys file changes it in this pane only.
  ///   - ownKeys: that only this pane has.
  package init(
    _ shared: SharedCommand, _ id: CommandID, ownKeys: [String] = [], in contexts: [KeyContext],
    hint: Command<State>.Hint? = nil, does action: Action,
    disabledReason: @escaping @Sendable (State) -> String? = { _ in nil }
  ) {
    self.init(
      id, shared.title, help: shared.help, keys: shared.keys + ownKeys,
      shared: .init(shared.id, ownKeys: ownKeys), in: contexts, hint: hint, does: action, disabledReason: disabledReason
    )
  }
}

extension Command<State> {
  private static let moving = Set<CommandID>(
    [SharedCommand.down, .up, .pageDown, .pageUp, .first, .last, .right, .left].map(\.id))

  /// Whether it only moves through the lines of a pane.
  package var isMoving: Bool { shared.map { Self.moving.contains($0.id) } ?? false }

  private static let openingLines: Set<CommandID> = ["body.search", "body.filter", "groups.filterSteps"]

  /// Whether it opens a line to type in, and can be refused: a word that is typed for it at once must not act as keys.
  package var opensLine: Bool { Self.openingLines.contains(shared?.id ?? id) }
}

// Going about.
extension SharedCommand {
  static let down = SharedCommand("list.down", "Down", "Moves to the next line.", ["Down", "j"])
  static let up = SharedCommand("list.up", "Up", "Moves to the previous line.", ["Up", "k"])
  static let pageDown = SharedCommand("list.pageDown", "Page down", "Moves a page down.", ["PageDown", "Ctrl-D"])
  static let pageUp = SharedCommand("list.pageUp", "Page up", "Moves a page up.", ["PageUp", "Ctrl-U"])
  static let first = SharedCommand("list.first", "First", "Moves to the first line.", ["Home", "g"])
  static let last = SharedCommand("list.last", "Last", "Moves to the last line.", ["End", "G"])
  package static let right = SharedCommand("list.right", "Scroll right", "Scrolls right.", ["Right", "l"])
  package static let left = SharedCommand("list.left", "Scroll left", "Scrolls left.", ["Left", "h"])
  package static let keepFilter = SharedCommand(
    "list.keepFilter", "Keep the filter", "Keeps the filter and moves to the list.", ["Enter", "Down"])

  package static let nextTab = SharedCommand("tab.next", "Next tab", "Shows the next tab or part.", ["]"])
  package static let previousTab = SharedCommand(
    "tab.previous", "Previous tab", "Shows the previous tab or part.", ["["])
  package static let tabRight = SharedCommand(
    "tab.right", "Tab to the right", "Shows the part to the right.", ["Right", "l"])
  package static let tabLeft = SharedCommand(
    "tab.left", "Tab to the left", "Shows the part to the left.", ["Left", "h"])

  package static let nextDifference = SharedCommand(
    "difference.next", "Next difference", "Goes to the next difference.", ["n"])
  package static let previousDifference = SharedCommand(
    "difference.previous", "Previous difference", "Goes to the previous difference.", ["N"])
  package static let onlyDifferences = SharedCommand(
    "difference.only", "Only differences", "Shows only what differs, or all.", ["f"])
}

// Typing, and choosing from a list below a field.
extension SharedCommand {
  package static let undoTyping = SharedCommand(
    "typing.undo", "Undo while typing", "Undoes the last typing.", ["Alt-u"])
  package static let redoTyping = SharedCommand(
    "typing.redo", "Redo while typing", "Redoes the last undone typing.", ["Alt-r"])
  package static let indent = SharedCommand("typing.indent", "Indent", "Inserts two spaces.", ["Tab"])
  static let editURL = SharedCommand(
    "composer.editURL", "Edit the URL", "Edits the URL. Accepts `POST url` and a curl command too.", ["i"])
  package static let redo = SharedCommand("change.redo", "Redo", "Redoes the last undone change.", ["Ctrl-R"])
  package static let leaveEditor = SharedCommand(
    "editor.leave", "Leave the editor", "Leaves the editor without changes; asks first if you typed something.",
    ["Esc", "Ctrl-C"])
  package static let handOver = SharedCommand(
    "editor.handOver", "Edit in $EDITOR", "Continues the edit in your editor, then here.", ["Alt-e"])

  package static let nextChoice = SharedCommand("completion.down", "Next choice", "Moves to the next choice.", ["Down"])
  package static let previousChoice = SharedCommand(
    "completion.up", "Previous choice", "Moves to the previous choice.", ["Up"])
  package static let acceptChoice = SharedCommand(
    "completion.accept", "Complete", "Completes what was typed with the selected choice, or with the first.", ["Tab"])
  package static let leaveChoices = SharedCommand(
    "completion.leave", "Close the list", "Closes the list and changes nothing.", ["Esc"])
}

// Doing something with what is shown.
extension SharedCommand {
  package static let undoFiles = SharedCommand(
    "files.undo", "Undo deleting, moving or renaming",
    "Puts back what was deleted, moved or renamed last in this session, byte for byte, unless something else was written there.",
    ["u"])
  package static let openEvent = SharedCommand(
    "event.open", "Open the event", "Shows the exchange or the failure of the line.", ["Enter"])
  package static let copyCurl = SharedCommand(
    "curl.copy", "Copy as curl", "Copies an equivalent curl command with secrets masked.", ["y c"])
  static let copyWholeCurl = SharedCommand(
    "curl.copyWhole", "Copy as curl with its secrets",
    "Copies it with secrets, tokens and cookies revealed. Asks the questions a send asks.", ["y C"])
  static let exportRequest = SharedCommand(
    "export.asCode", "Export as code",
    "Writes or copies the request, edits included, for another program: code, Postman, .http and more.", ["Alt-y"])
  package static let exportGroup = SharedCommand(
    "export.groupAsCode", "Export as code", "Writes or copies the group, edits included, as code or documentation.",
    ["Alt-y"])
  package static let exportRun = SharedCommand(
    "run.export", "Export the run", "Writes the run to a file for another machine, or as an HTML report.", ["x"])
  package static let showRun = SharedCommand(
    "group.showRun", "Show the run", "Shows the group's last run, with the cursor on the same step.", ["s"])

  package static let addStep = SharedCommand(
    "group.addStep", "Add steps",
    "Adds requests, groups, local jobs and lists below this step, one after the other.", ["a"])

  package static let nextMatch = SharedCommand("body.nextMatch", "Next match", "Moves to the next match.", ["n"])
  package static let previousMatch = SharedCommand(
    "body.previousMatch", "Previous match", "Moves to the previous match.", ["N"])
  package static let headerMenu = SharedCommand(
    "body.headerMenu", "Menu on the header",
    "Lists what can be done with the header under the cursor: copy it, follow a link in it.", ["Enter"])
  package static let saveBody = SharedCommand(
    "body.save", "Save the body to a file",
    "Writes the body of the response, byte for byte, to a new file; while a filter is on, what that gives.", ["s"])
  package static let copyPath = SharedCommand(
    "body.copyPath", "Copy the path", "Copies the path of the value, such as `.items[3].id`.", ["y p"])
}

// With an entry of the cache, in the list and where it is open.
extension SharedCommand {
  package static let editEntry = SharedCommand(
    "entry.edit", "Edit the body in $EDITOR",
    "Opens the body in your editor. Requests get the edited body until the entry expires.", ["e"])
  package static let expireEntry = SharedCommand(
    "entry.expire", "Expire", "Expires the entry: it is revalidated before its next use.", ["x"])
  package static let refreshEntry = SharedCommand(
    "entry.refresh", "Refresh from the server", "Expires the entry and sends its request again.", ["R"])
  package static let compareEntry = SharedCommand(
    "entry.compare", "Compare with the server",
    "Sends the request and compares the response with the entry. Stores nothing.", ["="])
  package static let pinEntry = SharedCommand(
    "entry.pin", "Pin or unpin", "Keeps the entry even when the cache is full.", ["P"])
  package static let mockEntry = SharedCommand(
    "entry.mock", "Make a mock of the entry",
    "Adds a mock with the entry's response to `mocks/recorded.yaml`, and opens the file.", ["K"])
  package static let openEntryRequest = SharedCommand(
    "entry.openRequest", "Open the request", "Opens the entry's request.", ["o"])
}
