import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchParts
import WorkbenchServices

/// The decoded form of a value, over the screen.
struct DecodedPopup: TextPopup {
  static let widest = 110

  let title: String
  private let text: [String]
  var top = 0

  init(_ decoded: DecodedValue, at now: Timestamp) {
    title = decoded.title(at: now).fitted(to: Self.widest - 4)
    let shown = decoded.shown
    let text = shown.json.map { JSONPrinter.pretty.string(of: $0) } ?? SharedPreview.text(of: shown)
    self.text = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  func lines(columns: Int) -> [StyledText] {
    text.flatMap { TemplateColours.json($0[...], uses: []).wrapped(to: columns, hanging: 4) }
  }

  var copied: String { text.joined(separator: "\n") }
}
