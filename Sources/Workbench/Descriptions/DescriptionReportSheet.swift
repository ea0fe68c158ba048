import ParleyText
import TerminalKit
import WorkbenchServices
import WorkbenchState

/// How the workspace and its descriptions compare, to be read.
struct DescriptionReportSheet: TextPopup {
  static let widest = 120

  let title: String
  private let report: [String]
  var top = 0

  init(_ kind: DescriptionReport, _ lines: [String]) {
    title = kind == .coverage ? "Coverage" : "Drift"
    report = lines
  }

  /// The report's lines, wrapped to a width. A line that begins at the left edge is a title. Columns stay as they are
  /// as long as a line fits.
  func lines(columns: Int) -> [StyledText] {
    report.flatMap { line -> [StyledText] in
      let style: Style = line.hasPrefix(" ") ? .text : Style(.title)
      guard CellWidth.columns(of: line) > columns else { return [StyledText(line, style)] }
      let indent = line.prefix { $0 == " " }
      let rest = String(line.dropFirst(indent.count))
      return TextWrap.lines(of: rest, width: max(8, columns - indent.count)).map { StyledText(indent + $0, style) }
    }
  }
}
