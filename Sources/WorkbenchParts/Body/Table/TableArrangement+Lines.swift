import ParleyEngine
package import TerminalKit
import WorkbenchServices

// Its rows, ready to be drawn or written.
extension TableArrangement {
  func lines(in range: Range<Int>, hiding secrets: Secrets) -> [BodyLine] {
    range.compactMap { line in
      guard let row = row(ofLine: line) else { return nil }
      var text = StyledText()
      for column in columns { add(table.rows[row][column.name], column, to: &text, hiding: secrets) }
      return BodyLine(number: String(row + 1), text: text)
    }
  }

  private func add(_ value: JSONValue?, _ column: TableColumn, to text: inout StyledText, hiding secrets: Secrets) {
    let shown = value.map { Self.shown($0, hiding: secrets).fitted(to: column.width) } ?? ""
    let padding = String(repeating: " ", count: max(0, column.width - CellWidth.columns(of: shown)))
    let style = Style(value.map(\.cellRole) ?? .text)
    if column.isNumeric { text.append(padding) }
    text.append(shown, column.isNumeric ? Style(.number) : style)
    text.append(column.isNumeric ? "  " : padding + "  ")
  }

  /// A long text is cut before it is measured, but not before its secrets are found.
  private static func shown(_ value: JSONValue, hiding secrets: Secrets) -> String {
    let text = value.cellText
    return String((secrets.isEmpty ? text : secrets.maskingForeign(text)).prefix(longestCell))
  }

  /// The rows as they are shown, the columns as they are shown. Secrets stay masked.
  func delimited(hiding secrets: Secrets) -> String {
    var text = DelimitedText.line(columns.map(\.name))
    for line in 0..<count {
      text += DelimitedText.line(
        columns.map { column in
          let cell = cell(line: line, column.name).map { $0.isNull ? "" : $0.cellText } ?? ""
          return secrets.isEmpty ? cell : secrets.maskingForeign(cell)
        })
    }
    return text
  }
}

extension TableHead {
  /// The names over the columns, with the sign of the order.
  package func line(sort: TableLook.Sort?, selected: Int?) -> StyledText {
    var text = StyledText()
    for (place, column) in columns.enumerated() {
      let sign = sort?.name == column.name ? sort?.isDescending == true ? " ▼" : " ▲" : ""
      let name = column.name.fitted(to: column.width - CellWidth.columns(of: sign)) + sign
      let padding = String(repeating: " ", count: max(0, column.width - CellWidth.columns(of: name)))
      let style = Style(.title, place == selected ? [.bold, .underline] : .bold)
      if column.isNumeric { text.append(padding) }
      text.append(name, style)
      text.append(column.isNumeric ? "  " : padding + "  ")
    }
    return text
  }
}
