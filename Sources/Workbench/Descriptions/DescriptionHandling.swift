import ParleyModel
import TerminalKit
import WorkbenchServices
import WorkbenchState

/// Showing what an API description says.
enum DescriptionHandling {
  static var commands: [CommandRow] {
    [
      CommandRow(
        "description.show", "Documentation of the operation",
        help:
          "Shows what the description in openapi/ says of the request: parameters, body, responses. Without one, while typing and in pop-ups: the keys that work there; again, the documentation.",
        keys: ["F1"], in: [.always, .popup], hint: .init("help", rank: 95)
      ) { state in
        help(in: &state)
      },
      CommandRow(
        "description.coverage", "Coverage of the description",
        help: "Lists operations that no request sends, and those that were never sent.", in: [.browsing]
      ) { state in
        [.perform(DescriptionReportEffect(kind: .coverage))]
      },
      CommandRow(
        "description.drift", "Drift from the description",
        help: "Lists what recorded responses have that the description does not, and the other way round.",
        in: [.browsing]
      ) { state in
        [.perform(DescriptionReportEffect(kind: .drift))]
      },
    ]
  }

  /// The keys first while letters are text, since no other key leads to them there; from them it goes on to the documentation.
  private static func help(in state: inout State) -> [Effect] {
    if state.popups.top?.sheet is Help {
      state.popups.pop()
    } else if !state.popups.isEmpty || state.isTyping(state.focus) {
      return [.then(.overlay(.help))]
    }
    return state.popups.isEmpty ? describe(in: state) : []
  }

  /// The operation of the open request.
  private static func describe(in state: State) -> [Effect] {
    guard state.screen == .requests, let composer = state.tabs.current?.composer, composer.request.defaults == nil
    else {
      return [.then(.overlay(.help))]
    }
    return [.perform(DescribeEffect(request: composer.request, draft: composer.draft))]
  }

  static func handle(_ action: DescriptionAction, in state: inout State) -> [Effect] {
    switch action {
    case .described(let title, let docs): state.popups.push(Popup(ExplanationSheet(title: title, docs)))
    case .reported(let kind, let lines): state.popups.push(Popup(DescriptionReportSheet(kind, lines)))
    }
    return []
  }
}
