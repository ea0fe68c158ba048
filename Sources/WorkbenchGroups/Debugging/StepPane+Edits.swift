import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices
import WorkbenchState

// What a person has put in place of the step's own, above its parts.
extension StepPane {
  var edits: [StyledText] {
    let lines = (pendingEdit.map { [$0] } ?? recordedEdits).map { StyledText($0, Style(.mark)) }
    return leavingOut + lines + changes
  }

  private var leavingOut: [StyledText] {
    guard let leftOut, edit == nil, request == nil else { return [] }
    let words = TextWrap.lines(
      of: "✎ \(leftOut.whatIsLeftOut) I edits the request here.", width: max(8, size.width - 1))
    return words.map { StyledText($0, Style(.warning)) }
  }

  /// Of a step that waits: it has not gone on with it yet.
  private var pendingEdit: String? {
    switch (subject?.edited, tab) {
    case (.input?, .input), (.input?, .request): "✎ edited: takes effect when the step runs   u undoes it"
    case (.list(let elements)?, .input), (.list(let elements)?, .request):
      "✎ list edited: the step runs for \(elements.count.counted("element"))   u undoes it"
    case (.request?, .request): "✎ edited: sent when the step runs   u undoes it"
    case (.result?, .output), (.result?, .response): "✎ edited: handed on when the run goes on   u undoes it"
    default: nil
    }
  }

  /// The difference that the edits of a request make, as far as a third of the pane has room for it.
  private var changes: [StyledText] {
    guard case (.request(let edited)?, .request) = (subject?.edited, tab) else { return [] }
    let lines = DraftDifference.parts(edited.draft, edited.original).flatMap { part in
      [StyledText("  \(part.name)", Style(.title))] + part.changedLines
    }
    let room = max(2, size.height / 3)
    guard lines.count > room else { return lines }
    return lines.prefix(room - 1) + [StyledText("  … \((lines.count - room + 1).counted("more line"))", .muted)]
  }

  private var recordedEdits: [String] {
    guard let record = subject?.record else { return [] }
    let told = record.made.edits.filter { $0.part.tabs.contains(tab) }.map { $0.sentence(isSecret: record.isSecret) }
    guard told.isEmpty else { return told }
    if tab == .input, record.interventions.contains(.listReplaced) { return ["✎ its list was edited by hand"] }
    if tab == .input, record.interventions.contains(.inputReplaced) { return ["✎ was edited by hand"] }
    if tab == .request, record.interventions.contains(.requestReplaced) { return ["✎ was edited by hand"] }
    return []
  }
}

extension NodeEdit.Part {
  /// The tabs that show the edit.
  fileprivate var tabs: [StepTab] {
    switch self {
    case .input, .list: [.input]
    case .request: [.request]
    case .result, .value: [.response, .output]
    }
  }
}

extension NodeEdit {
  fileprivate func sentence(isSecret: Bool) -> String {
    let words =
      switch part {
      case .input, .request: "✎ was edited by hand"
      case .list: "✎ its list was edited by hand"
      case .result: run.map { "✎ the result that run \($0) recorded stands for its own" } ?? "✎ result edited by hand"
      case .value: "✎ value edited by hand after it had run"
      }
    return original(isSecret: isSecret).map { "\(words)   was \($0)" } ?? words
  }

  private func original(isSecret: Bool) -> String? {
    guard let was else { return nil }
    if part == .request, let method = was.object?["method"]?.string, let url = was.object?["url"]?.string {
      return "\(method) \(url)"
    }
    return isSecret ? Secrets.mask : "\(was)".fitted(to: 60)
  }
}
