import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

/// Opening another workspace, and requests that were open before.
enum OpeningHandling {
  static func handle(_ action: OpeningAction, in state: inout State) -> [Effect] {
    switch action {
    case .ask: state.popups.push(Popup(workspacePicker(in: state)))
    case .askFolder: state.ask(WorkspaceFolderForm())
    case .find(let path): return [.perform(OpenWorkspaceEffect(path: path))]
    case .open(let folder): return NavigationHandling.leave(for: folder, in: &state)
    case .openDemo: return NavigationHandling.leave(for: .demo, in: &state)
    }
    return []
  }

  private static func workspacePicker(in state: State) -> Picker {
    let recent = (state.workspace?.recent ?? []).filter { !$0.isIdentical(to: state.workspace?.folder ?? "") }
    let items = recent.map { folder in
      Picker.Item(text: folder.lastPathPart, note: folder, action: .opening(.open(folder: folder)))
    }
    let other = Picker.Item(text: "Another folder …", style: Style(.accent), action: .opening(.askFolder))
    return Picker("Open a workspace", items + [other])
  }

  private static func showRecentRequests(in state: inout State) -> [Effect] {
    let recent = state.tabs.recent.filter { $0 != state.tabs.open }
    guard !recent.isEmpty else {
      return [.say(.refused("No other request is open yet. Enter on a request opens it."))]
    }
    var picker = Picker("Recent requests", recent.map { item(for: $0, in: state) })
    picker.hasNoteColumn = true
    state.popups.push(Popup(picker))
    return []
  }

  /// With its method and URL as they would be sent, where it is one of the workspace.
  private static func item(for id: RequestID, in state: State) -> Picker.Item {
    let request = state.workspace?.requests.first { $0.id == id }.map { state.sidebar.asSent($0) }
    let method = request?.method ?? state.tabs[id]?.composer.draft.method ?? ""
    return Picker.Item(
      text: id.description, mark: state.sidebar.edited.contains(id) ? "✎" : " ",
      lead: StyledText(MethodStyle.column(method), MethodStyle.style(method)), note: request?.url ?? "",
      action: .overlay(.go(.request(id), in: nil)), address: request?.url ?? "")
  }

  private static func walk(by step: Int, in state: State) -> [Effect] {
    let row = state.tabs.row
    guard let open = state.tabs.open, row.count > 1 else {
      return [.say(.refused("No other request is open. Enter on a request opens it."))]
    }
    let place = row.firstIndex(of: open).map { ($0 + step + row.count) % row.count } ?? 0
    return [
      .then(.overlay(.go(.request(row[place]), in: nil))),
      .say(.done("\(place + 1) of \(row.count) open: \(row[place].description.fitted(to: 40))")),
    ]
  }

  static var commands: [CommandRow] {
    [
      CommandRow(
        "workspace.open", "Open a workspace",
        help: "Opens another workspace: one of the last, or the one in a folder you type.", keys: ["Alt-w"],
        in: [.always], does: .opening(.ask)),
      CommandRow(
        "workspace.demo", "Open the demo",
        help: "Starts the demo API, and opens your own copy of its workspace. Its README is a tour.", in: [.always],
        does: .opening(.openDemo)),
      CommandRow(
        "request.recent", "Recent requests", help: "Lists the requests you opened, the last one first.", keys: ["'"],
        in: [.browsing]
      ) { state in
        showRecentRequests(in: &state)
      },
      CommandRow(
        "request.next", "Next open request", help: "Goes to the next open request, as to the next tab.",
        keys: ["Alt-.", "Ctrl-PageDown"], in: [.browsing], hint: .init("next open", rank: 65)
      ) { state in
        walk(by: 1, in: state)
      },
      CommandRow(
        "request.previous", "Previous open request", help: "Goes to the previous open request.",
        keys: ["Alt-,", "Ctrl-PageUp"], in: [.browsing]
      ) { state in
        walk(by: -1, in: state)
      },
    ]
  }
}

/// Asks for the folder of the workspace to open.
struct WorkspaceFolderForm: PopupForm {
  var title: String { "Open a workspace" }
  var note: String { "The folder with its parley.yaml, or one inside it. `~/` is your own folder." }
  var fields: [FormField] { [FormField("folder")] }

  func action(for answers: FormAnswers, in state: State) throws(FormMistake) -> Action {
    guard !answers[0].trimmed.isEmpty else { throw FormMistake("Name a folder.") }
    return .opening(.find(answers[0].trimmed))
  }
}

/// Finds the workspace at a path, and opens it.
struct OpenWorkspaceEffect: ServiceEffect {
  let path: String

  var lane: Lane? { Lane("open workspace", keepsOnlyNewest: true) }

  func perform(with services: Services) async throws -> [Action] {
    [.opening(.open(folder: try await services.workspace.folder(ofWorkspaceAt: path)))]
  }
}
