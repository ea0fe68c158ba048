import ParleyModel
import TerminalKit
import WorkbenchServices
import WorkbenchState

extension State {
  static var descriptionCommands: [CommandRow] {
    [
      CommandRow(
        "description.show", "Documentation of the operation",
        help:
          "Shows what the description in openapi/ says of the request: parameters, body, responses. Without one, the keys of the current pane.",
        keys: ["F1"], in: [.always]
      ) { state in
        state.describe()
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

  /// The operation of the open request.
  private func describe() -> [Effect] {
    guard screen == .requests, let composer = tabs.current?.composer, composer.request.defaults == nil else {
      return [.then(.overlay(.help))]
    }
    return [.perform(DescribeEffect(request: composer.request, draft: composer.draft))]
  }

  mutating func description(_ action: DescriptionAction) -> [Effect] {
    switch action {
    case .described(let title, let docs): popups.push(Popup(ExplanationSheet(title: title, docs)))
    case .reported(let kind, let lines): popups.push(Popup(DescriptionReportSheet(kind, lines)))
    }
    return []
  }
}
