import ParleyModel
import TerminalKit
import WorkbenchServices

/// Actions that show an API's description, and how much of it the workspace covers.
enum DescriptionAction: Sendable {
  /// The operation of the open request.
  case describe
  case described(String, SendingExplained)
  case report(DescriptionReport)
  case reported(DescriptionReport, [String])
}

extension State {
  static var descriptionCommands: [CommandRow] {
    [
      CommandRow(
        "description.show", "Documentation of the operation",
        help:
          "Shows what the description in openapi/ says of the request: parameters, body, responses. Without one, the keys of the current pane.",
        keys: ["F1"], in: [.always], does: .description(.describe)),
      CommandRow(
        "description.coverage", "Coverage of the description",
        help: "Lists operations that no request sends, and those that were never sent.", in: [.browsing],
        does: .description(.report(.coverage))),
      CommandRow(
        "description.drift", "Drift from the description",
        help: "Lists what recorded responses have that the description does not, and the other way round.",
        in: [.browsing], does: .description(.report(.drift))),
    ]
  }

  mutating func description(_ action: DescriptionAction) -> [Effect] {
    switch action {
    case .describe:
      guard screen == .requests, let composer = tabs.current?.composer, composer.request.defaults == nil else {
        return [.then(.overlay(.help))]
      }
      return [.perform(DescribeEffect(request: composer.request, draft: composer.draft))]
    case .described(let title, let docs): popups.push(Popup(ExplanationSheet(title: title, docs)))
    case .report(let kind): return [.perform(DescriptionReportEffect(kind: kind))]
    case .reported(let kind, let lines): popups.push(Popup(DescriptionReportSheet(kind, lines)))
    }
    return []
  }
}
