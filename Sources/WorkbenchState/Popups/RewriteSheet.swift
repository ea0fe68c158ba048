package import ParleyModel
package import TerminalKit
import WorkbenchParts
package import WorkbenchServices

/// The changes to a file that a draft cannot be written into as it is, line by line, and the question whether to
/// rewrite the file.
package struct RewriteSheet: TextPopup {
  package static let widest = 110

  let rewrite: FileRewrite
  let request: RequestID
  let draft: RequestDraft
  package var top = 0

  package init(_ rewrite: FileRewrite, of request: RequestID, saving draft: RequestDraft) {
    self.rewrite = rewrite
    self.request = request
    self.draft = draft
  }

  package var title: String { "Rewrite \(rewrite.file)?" }
  package var role: Role { .warning }

  package func lines(columns: Int) -> [StyledText] {
    TextWrap.lines(of: rewrite.reason, width: columns).map { StyledText($0) } + [choices, ""]
      + LineDifference(Self.lines(of: rewrite.before), Self.lines(of: rewrite.after)).lines.map(\.drawn)
  }

  private var choices: StyledText {
    [
      Span("w", .hint), Span(" rewrite it like this   "), Span("e", .hint), Span(" edit the file yourself   "),
      Span("Esc", .hint), Span(" leave the file as it is"),
    ]
  }

  /// It comes when the file has been looked at, and a letter rewrites it.
  package var comesUnasked: Bool { true }

  package func claims(_ key: Key) -> Bool { action(of: key) != nil }

  package mutating func handle(_ event: InputEvent, in state: State) -> LayerOutcome<Action> {
    guard case .key(let key) = event, let action = action(of: key) else { return .ignored }
    return .close(action)
  }

  private func action(of key: Key) -> Action? {
    switch key.typed {
    case "w": .request(.rewrite(request, draft, rewrite))
    case "e": .terminal(.edit(file: rewrite.file, line: nil))
    default: nil
    }
  }

  private static func lines(of text: String) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { Sanitizer.visible(String($0)) }
  }
}
