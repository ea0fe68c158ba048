import ParleyEngine
import TerminalKit

// Failed assertions and expectations explain themselves.
extension GroupsScreen {
  /// `│ .state = "pending"   ← 3 latest .state`
  func checkedLines(of subject: StepSubject) -> [StyledText] {
    guard let record = subject.record, let error = record.error, !error.checked.isEmpty, let recording = steps.recording
    else { return [] }
    return error.checked.map { part in
      let source = part.origin.map { words(for: recording.pieces(of: $0, in: record)) } ?? part.path ?? ""
      let indent = String(repeating: "  ", count: part.depth)
      return [
        Span("│ \(indent)", .muted), Span(part.sentence, .text),
        Span(source.isEmpty || source == part.text ? "" : "   ← \(source)", .muted),
      ]
    }
  }

  private func words(for pieces: [RunRecording.SourcePiece]) -> String {
    pieces.map { piece in
      switch piece {
      case .step(let path): steps.name(of: path)
      case .path(let path): " \(path)"
      case .shared(let key): "shared \(key)"
      case .text(let words): words
      case .function(let name): " (\(name))"
      case .means: ""
      }
    }.joined()
  }
}
