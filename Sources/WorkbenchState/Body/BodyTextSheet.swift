import ParleyEngine
import TerminalKit
import WorkbenchParts

/// Text of a body in a pop-up, which scrolls and is copied.
struct BodyTextSheet: TextPopup {
  let title: String
  let text: String
  /// Whether it is JSON, to be coloured as such.
  let isJSON: Bool
  static let widest = 100
  var top = 0

  /// - Parameter text: without secrets, which are masked already.
  init(_ title: String, _ text: String, isJSON: Bool = false) {
    (self.title, self.text, self.isJSON) = (title, text, isJSON)
  }

  var copied: String { text }

  func lines(columns: Int) -> [StyledText] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      isJSON
        ? [JSONColours.line(String(line))]
        : TextWrap.lines(of: String(line), width: columns).map { StyledText($0) }
    }
  }
}
