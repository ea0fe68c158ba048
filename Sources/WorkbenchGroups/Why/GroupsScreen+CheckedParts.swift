import ParleyEngine
import TerminalKit

// Failed assertions and expectations explain themselves.
extension GroupsScreen {
  /// `│ .state = "pending"   ← 3 latest .state`
  func checkedLines(of subject: StepSubject) -> [StyledText] {
    guard let record = subject.record, let error = record.error, !error.checked.isEmpty, let recording = steps.recording
    else { return [] }
    return error.checked.map { part in
      let source = part.origin.map { recording.pieces(of: $0, in: record).words(naming: steps.name) } ?? part.path ?? ""
      let indent = String(repeating: "  ", count: part.depth)
      return [
        Span("│ \(indent)", .muted), Span(part.sentence, .text),
        Span(source.isEmpty || source == part.text ? "" : "   ← \(source)", .muted),
      ]
    }
  }
}
