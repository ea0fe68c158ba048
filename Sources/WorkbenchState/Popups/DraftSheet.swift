import ParleyModel
package import TerminalKit
package import WorkbenchParts
import WorkbenchServices

/// The changes that the draft of a request makes in its file, part by part.
struct DraftSheet: TextPopup {
  static let widest = 110

  let title: String
  private let parts: [DraftDifference.Part]
  var top = 0

  init(_ request: RequestID, draft: RequestDraft, file: RequestDraft) {
    title = "Edits of \(request.description.fitted(to: 60)), not saved"
    parts = DraftDifference.parts(draft, file)
  }

  func lines(columns: Int) -> [StyledText] {
    let sides = StyledText([Span("- in the file", .failure), Span("   "), Span("+ in the draft", .success)])
    return [sides] + parts.flatMap { ["", StyledText($0.name, Style(.title))] + $0.changes }
  }
}

extension DraftDifference.Part {
  /// The lines that differ, with a few around them.
  package var changes: [StyledText] { difference.map(\.drawn) }

  /// The lines that differ, and no others.
  package var changedLines: [StyledText] {
    difference.filter { if case .left = $0 { true } else if case .right = $0 { true } else { false } }.map(\.drawn)
  }

  private var difference: [LineDifference.Line] {
    LineDifference(Self.lines(of: theirs), Self.lines(of: mine)).lines
  }

  private static func lines(of text: String) -> [String] {
    text.isEmpty ? [] : text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
  }
}
