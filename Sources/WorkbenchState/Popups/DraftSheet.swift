import ParleyModel
import TerminalKit
import WorkbenchParts
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
    return [sides] + parts.flatMap { part in ["", StyledText(part.name, Style(.title))] + changes(of: part) }
  }

  private func changes(of part: DraftDifference.Part) -> [StyledText] {
    LineDifference(Self.lines(of: part.theirs), Self.lines(of: part.mine)).lines.map(\.drawn)
  }

  private static func lines(of text: String) -> [String] {
    text.isEmpty ? [] : text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
  }
}
