import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchServices

/// The signs of a draft: in the title, in the rows of its steps, and below.
struct DraftSigns: Hashable, Sendable {
  private(set) var isDirty = false
  /// Whether the file has changed too.
  private(set) var isBehind = false
  private var mistakes: [StepMistake] = []

  init() {}

  init(_ draft: GroupDraft?) {
    guard let draft else { return }
    (isDirty, isBehind, mistakes) = (draft.isDirty, draft.isBehind, draft.mistakes)
  }

  /// The mistake that a row shows: the worst that is in the step itself.
  func mistake(at path: NodePath) -> FileMistake? {
    let own = mistakes.lazy.filter { $0.path == path }.map(\.mistake)
    return own.first { !$0.isWarning } ?? own.first
  }

  var errors: Int { mistakes.count { !$0.mistake.isWarning } }
  var warnings: Int { mistakes.count - errors }

  /// Of what stands in no step.
  var ofGroup: [StyledText] { sentences(at: .root) }

  /// In full, with what to do about each.
  func sentences(at path: NodePath) -> [StyledText] {
    mistakes.filter { $0.path == path }.flatMap { found -> [StyledText] in
      let mistake = found.mistake
      let role: Role = mistake.isWarning ? .warning : .failure
      let sentence: StyledText = [
        Span("\(mistake.isWarning ? "⚠" : "✗") \(mistake.message)", Style(role)),
        Span("   line \(mistake.line)", .muted),
      ]
      return [sentence] + (mistake.hint.map { [StyledText("  \($0)", .muted)] } ?? [])
    }
  }
}

extension DraftSigns {
  /// Behind the group's name.
  var words: StyledText {
    if isBehind { return [Span("✎ edited; the file has changed too", .warning)] }
    return isDirty ? [Span("✎ edited, not saved", .mark)] : [Span("as defined in its file", .muted)]
  }

  /// At the right end of the title.
  /// - Parameters:
  ///   - cannotRun: whether its file, or that of a group it runs, has errors.
  ///   - warnsOfRequests: whether the file of a request that it sends has a warning.
  func summary(steps: Int, cannotRun: Bool, warnsOfRequests: Bool) -> StyledText {
    var words: StyledText = [Span("\(steps.counted("step"))   ", .muted)]
    if errors > 0 {
      words.append("✗ \(errors.counted("problem"))", Style(.failure))
    } else if cannotRun {
      words.append("✗ a group it runs has errors", Style(.failure))
    } else if warnings > 0 {
      words.append("⚠ \(warnings.counted("warning"))", Style(.warning))
    } else if warnsOfRequests {
      words.append("⚠ a request has a warning", Style(.warning))
    } else {
      words.append("✓ no problems", Style(.success))
    }
    return words
  }
}
