import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices

// Marking what happened, and making a group of it.
extension Chains {
  static let keyContextSets: [[KeyContext]] = [[.popup, .chain, .sheet]]

  private static let needsMarks: @Sendable (State) -> String? = {
    $0.chains.marks.isEmpty ? "Nothing is marked: m marks requests, and exchanges of the history." : nil
  }

  /// On the screen of requests.
  static var commands: [CommandRow] {
    [
      CommandRow(
        "chain.markRequest", "Mark",
        help:
          "Marks or unmarks the request and goes to the next, or all of a folder: a group is made of marked ones, or they are moved or deleted.",
        keys: ["m"], in: [.sidebar],
        disabledReason: { $0.sidebar.selectedRow == nil ? "The cursor is on nothing." : nil }
      ) { state in
        guard let folder = state.sidebar.selectedRow, folder.isFolder else {
          if let request = state.sidebar.selected { state.chains.toggle(.request(request)) }
          return [.then(.sidebar(.move(.lines(1))))]
        }
        return mark(folder.id, in: &state)
      },
      CommandRow(
        "chain.markExchange", "Mark",
        help: "Marks or unmarks the exchange and goes to the next: a group is made of marked ones.",
        keys: ["m"], in: [.responseHistory], hint: .init("mark", rank: 15),
        disabledReason: {
          $0.tabs.current?.response.selectedPast == nil ? "The request has not been sent yet." : nil
        }
      ) { state in
        if let exchange = state.tabs.current?.response.selectedPast { state.chains.toggle(.exchange(exchange)) }
        return state.tabs.open.map { [.then(.response(.look(.move(.lines(1))), of: $0))] } ?? []
      },
      CommandRow(
        "chain.make", "Make a group of what is marked",
        help: "Makes a group of the marked requests and exchanges, linked by the values they passed on.",
        keys: ["Alt-g"], in: [.sidebar, .responseHistory, .history], hint: .init("group of ◆", rank: 4),
        disabledReason: needsMarks
      ) { state in
        [.perform(ChainEffect.offer(state.chains.marks))]
      },
      CommandRow(
        "chain.clear", "Unmark all", help: "Unmarks all requests and exchanges.",
        in: [.sidebar, .responseHistory, .history],
        does: .chain(.clear), disabledReason: needsMarks),
    ]
  }

  /// The requests of a folder, as far as a filter leaves them. Rows of the folder are marked by then, so that the cursor goes
  /// behind them.
  private static func mark(_ folder: String, in state: inout State) -> [Effect] {
    let requests = state.sidebar.requests(in: folder)
    let isMarked = state.chains.toggle(requests.map(ChainItem.request))
    let said = "\(isMarked ? "Marked" : "Unmarked") \(requests.count.counted("request")) of \(folder)."
    return [.then(.sidebar(.move(.lines(state.sidebar.rowsShown(of: folder))))), .say(.done(said))]
  }

  static var ofSheet: [CommandRow] {
    [
      CommandRow(
        "chain.toggle", "Take or leave", help: "Takes or leaves the step or link under the cursor.", keys: ["Space"],
        in: [.chain], hint: .init("take/leave", rank: 2), does: .chain(.toggle)),
      CommandRow(
        "chain.down", "Move the step down", help: "Moves the step down.", keys: ["J", "Alt-Down"], in: [.chain],
        hint: .init("down", rank: 3)
      ) { state in
        state.chains.draft?.shift(by: 1) == true ? state.chains.renewal : []
      },
      CommandRow(
        "chain.up", "Move the step up", help: "Moves the step up.", keys: ["K", "Alt-Up"], in: [.chain],
        hint: .init("up", rank: 4)
      ) { state in
        state.chains.draft?.shift(by: -1) == true ? state.chains.renewal : []
      },
    ]
  }
}
