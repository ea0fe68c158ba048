import TerminalKit
import WorkbenchState

/// The parts that an export left out, each with its place.
struct ExportNotesSheet: TextPopup {
  static let widest = 100

  let notes: [String]
  var top = 0

  init(_ notes: [String]) { self.notes = notes }

  var title: String { "What was not exported" }

  func lines(columns: Int) -> [StyledText] {
    notes.flatMap { TextWrap.lines(of: $0, width: columns).map { StyledText($0) } }
  }
}
