import ParleyText
import TerminalKit
import WorkbenchParts

/// The files of the workspace that a command runs, to be read before they are allowed.
struct ScriptSheet: TextPopup {
  struct Script: Sendable {
    /// Within the workspace.
    let path: String
    let text: String
  }

  static let widest = 110

  private let scripts: [Script]
  var top = 0

  init(_ scripts: [Script]) { self.scripts = scripts }

  var title: String {
    scripts.count == 1 ? Printable.text(scripts[0].path) : scripts.count.counted("file")
  }

  func lines(columns: Int) -> [StyledText] {
    guard scripts.count > 1 else { return scripts.flatMap { Self.lines(of: $0.text, columns) } }
    return scripts.flatMap { script in
      [StyledText(Printable.text(script.path), Style(.title))] + Self.lines(of: script.text, columns) + [""]
    }
  }

  private static func lines(of text: String, _ columns: Int) -> [StyledText] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap { line in
      TextWrap.lines(of: Sanitizer.visible(String(line)), width: columns).map { StyledText($0) }
    }
  }
}
