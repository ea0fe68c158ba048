import Foundation

/// A screen of a terminal as a picture that a page can show: an SVG whose text is text, so that it can be read aloud, searched, and compared.
struct ScreenPicture {
  private static let cell = (width: 8.4, height: 17.0)
  private static let margin = 8.0
  private static let ground = "#14161b"
  private static let ink = "#d7dae0"

  let title: String
  private let rows: [StyledRow]

  /// - Parameter screen: lines with their colors as escape sequences (SGR).
  init(_ title: String, screen: String) {
    self.title = title
    var style = CellStyle()
    rows = screen.split(separator: "\n", omittingEmptySubsequences: false).map { StyledRow(String($0), &style) }
  }

  var text: String { rows.map(\.text).joined(separator: "\n") }

  var svg: String {
    let columns = rows.map(\.columns).max() ?? 0
    let width = Double(columns) * Self.cell.width + 2 * Self.margin
    let height = Double(rows.count) * Self.cell.height + 2 * Self.margin
    let boxes = rows.enumerated().flatMap { row, line in line.runs.compactMap { box($0, row) } }
    let texts = rows.enumerated().flatMap { row, line in line.runs.compactMap { words($0, row) } }
    let head = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.number(width)) \(Self.number(height))" \
      font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="14">
      <title>\(Self.escaped(title))</title>
      <desc>
      \(Self.escaped(text))
      </desc>
      <rect width="100%" height="100%" rx="6" fill="\(Self.ground)"/>
      """
    return ([head] + boxes + texts + ["</svg>", ""]).joined(separator: "\n")
  }

  /// The text of a picture that was written.
  static func text(ofSVG svg: String) -> String? {
    guard let start = svg.firstRange(of: "<desc>\n"), let end = svg.firstRange(of: "\n</desc>"),
      start.upperBound <= end.lowerBound
    else { return nil }
    let text = String(svg[start.upperBound..<end.lowerBound])
    return text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
  }

  private func box(_ run: StyledRun, _ row: Int) -> String? {
    guard let color = run.style.shownBackground else { return nil }
    let (x, y) = place(run, row)
    return
      "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(Self.number(Double(run.columns) * Self.cell.width))\" height=\"\(Self.number(Self.cell.height))\" fill=\"\(color)\"/>"
  }

  private func words(_ run: StyledRun, _ row: Int) -> String? {
    guard run.text.contains(where: { $0 != " " }) else { return nil }
    let x = Self.number(Self.margin + Double(run.column) * Self.cell.width)
    let y = Self.number(Self.margin + Double(row) * Self.cell.height + 13)
    let length = Self.number(Double(run.columns) * Self.cell.width)
    let bold = run.style.isBold ? " font-weight=\"bold\"" : ""
    let faint = run.style.isFaint ? " opacity=\"0.6\"" : ""
    return
      "<text x=\"\(x)\" y=\"\(y)\" textLength=\"\(length)\" lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\" fill=\"\(run.style.shownColor ?? Self.ink)\"\(bold)\(faint)>\(Self.escaped(run.text))</text>"
  }

  private func place(_ run: StyledRun, _ row: Int) -> (String, String) {
    (
      Self.number(Self.margin + Double(run.column) * Self.cell.width),
      Self.number(Self.margin + Double(row) * Self.cell.height)
    )
  }

  private static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}

/// A row of cells, in runs of one look.
private struct StyledRow {
  private(set) var runs: [StyledRun] = []

  var text: String {
    var text = runs.map(\.text).joined()
    while text.last == " " { text.removeLast() }
    return text
  }
  var columns: Int { runs.last.map { $0.column + $0.columns } ?? 0 }

  /// - Parameter style: the look with which the line begins; afterwards that with which it ends.
  init(_ line: String, _ style: inout CellStyle) {
    var rest = Substring(line)
    var column = 0
    while let character = rest.first {
      if rest.hasPrefix("\u{1B}["), let end = rest.firstIndex(of: "m") {
        style.apply(rest[rest.index(rest.startIndex, offsetBy: 2)..<end])
        rest = rest[rest.index(after: end)...]
        continue
      }
      rest = rest.dropFirst()
      let width = character.unicodeScalars.contains { $0.value > 0x2E80 && $0.value < 0xFFFD } ? 2 : 1
      if var last = runs.last, last.style == style {
        last.text.append(character)
        last.columns += width
        runs[runs.count - 1] = last
      } else {
        runs.append(StyledRun(text: String(character), column: column, columns: width, style: style))
      }
      column += width
    }
  }
}

private struct StyledRun {
  var text: String
  let column: Int
  var columns: Int
  let style: CellStyle
}

/// The look of a cell, as escape sequences of ECMA-48 set it.
private struct CellStyle: Equatable {
  private var color: String?
  private var background: String?
  private(set) var isBold = false
  private(set) var isFaint = false
  private var isReversed = false

  var shownColor: String? { isReversed ? background ?? "#14161b" : color }
  var shownBackground: String? { isReversed ? color ?? "#d7dae0" : background }

  mutating func apply(_ codes: Substring) {
    var codes = codes.split { $0 == ";" || $0 == ":" }.map { Int($0) ?? 0 }[...]
    if codes.isEmpty { codes = [0] }
    while let code = codes.popFirst() {
      switch code {
      case 0: self = CellStyle()
      case 1: isBold = true
      case 2: isFaint = true
      case 7: isReversed = true
      case 22: (isBold, isFaint) = (false, false)
      case 27: isReversed = false
      case 30...37: color = Self.palette[code - 30]
      case 90...97: color = Self.palette[code - 82]
      case 38: color = Self.color(&codes)
      case 39: color = nil
      case 40...47: background = Self.palette[code - 40]
      case 100...107: background = Self.palette[code - 92]
      case 48: background = Self.color(&codes)
      case 49: background = nil
      default: break
      }
    }
  }

  private static func color(_ codes: inout ArraySlice<Int>) -> String? {
    switch codes.popFirst() {
    case 5: return codes.popFirst().map(indexed)
    case 2:
      let parts = codes.prefix(3)
      codes = codes.dropFirst(3)
      return parts.count == 3 ? hex(Array(parts)) : nil
    default: return nil
    }
  }

  private static func indexed(_ index: Int) -> String {
    if palette.indices.contains(index) { return palette[index] }
    if index >= 232 { return hex([Int](repeating: 8 + (index - 232) * 10, count: 3)) }
    let levels = [0, 95, 135, 175, 215, 255]
    let cube = max(0, index - 16)
    return hex([levels[cube / 36 % 6], levels[cube / 6 % 6], levels[cube % 6]])
  }

  private static func hex(_ parts: [Int]) -> String {
    "#" + parts.map { String(format: "%02x", $0 & 0xFF) }.joined()
  }

  private static let palette = [
    "#1d1f25", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#abb2bf", "#5c6370", "#ef8189",
    "#b1d995", "#f0d197", "#82c1f5", "#d595e6", "#7fccd6", "#e6e9ef",
  ]
}
