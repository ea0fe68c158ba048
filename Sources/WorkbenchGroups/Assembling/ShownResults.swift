import ParleyEngine
import ParleyModel
import TerminalKit
import WorkbenchServices
import WorkbenchState

/// The last results of the steps of the group that is shown, as far as they have been read.
struct ShownResults: Sendable {
  var results: LastResults?
  /// As it was when it was asked for.
  private var asked: KeptRun?

  /// - Returns: whether they must be asked for.
  mutating func needs(_ newest: KeptRun) -> Bool {
    guard newest != asked else { return false }
    asked = newest
    return true
  }

  /// Whether no step has a result.
  var isEmpty: Bool { results?.steps.isEmpty ?? true }

  subscript(name: StepName) -> LastResults.Step? { results?.steps[name] }
}

extension LastResults.Step {
  /// `200  { total: 3 }`, `✗ 500`, `ok ×3`.
  var words: StyledText {
    switch state {
    case .succeeded:
      verdict(status.map { "\($0)" } ?? "✓", status.map { StatusStyle.style($0, isMissed: false) } ?? Style(.success))
    case .failed: verdict(status.map { "✗ \($0)" } ?? "✗", Style(.failure))
    case .cancelled: verdict("cancelled", Style(.warning))
    case .skipped: verdict("skipped", .muted)
    case .waiting, .running, .neverRan: ""
    }
  }

  private func verdict(_ word: String, _ style: Style) -> StyledText {
    var words: StyledText = [Span(word, style)]
    if let elements { words.append(" ×\(elements)", .muted) }
    // The values of one group begin in one column.
    let blanks = String(repeating: " ", count: max(0, Self.statusColumns - words.columns))
    if !preview.isEmpty { words.append("\(blanks)  \(preview)", .muted) }
    return words
  }

  /// Those of a status of three digits.
  private static let statusColumns = 3
}
