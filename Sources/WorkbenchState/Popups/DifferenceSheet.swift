import ParleyText
package import TerminalKit
import WorkbenchParts
package import WorkbenchServices

/// Two responses to the same request, line by line: what is kept, and what the server says.
package struct DifferenceSheet: TextPopup {
  package static let widest = 110

  package let title: String
  let difference: ResponseDifference
  package var top = 0

  package init(_ title: String, _ difference: ResponseDifference) {
    self.title = title
    self.difference = difference
  }

  package func lines(columns: Int) -> [StyledText] {
    let sides = [Span("- in the cache", .failure), Span("   "), Span("+ from the server", .success)]
    return [StyledText(sides), ""] + part("Status and headers", difference.kept.head, difference.origin.head) + [""]
      + body
  }

  private var body: [StyledText] {
    let title = "Body"
    if difference.hasEqualBodies {
      return [StyledText(title, Style(.title)), StyledText("The same on both sides.", .muted)]
    }
    guard let kept = difference.kept.body, let origin = difference.origin.body else {
      let words = "They differ, but are not shown: too large, or they contain a secret."
      return [StyledText(title, Style(.title)), StyledText(words, Style(.warning))]
    }
    return part(title, kept, origin)
  }

  private func part(_ title: String, _ kept: [String], _ origin: [String]) -> [StyledText] {
    let lines = LineDifference(kept, origin).lines
    let shown = lines.isEmpty ? [StyledText("The same on both sides.", .muted)] : lines.map(\.drawn)
    return [StyledText(title, Style(.title))] + shown
  }
}

extension LineDifference.Line {
  /// With the sign of its side.
  package var drawn: StyledText {
    switch self {
    case .both(let text): StyledText("  \(text)", .muted)
    case .left(let text): [Span("- \(text)", .failure)]
    case .right(let text): [Span("+ \(text)", .success)]
    case .gap(let count): StyledText("  … \(count.counted("line")) …", .muted)
    }
  }
}
