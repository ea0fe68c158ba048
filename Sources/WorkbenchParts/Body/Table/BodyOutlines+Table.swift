package import ParleyEngine
import TerminalKit
import WorkbenchServices

// The list in a body, as a table.
extension BodyOutlines {
  /// The largest body that is laid out as a table, in bytes.
  private static let longestTable = 64 << 20

  /// The reason why there is no table.
  private static let noList = "There is no list of objects in this body."

  /// The table that is shown with this look; made again only when something of it has changed.
  mutating func arrangement(_ look: TableLook) throws -> TableArrangement? {
    if let arranged, arranged.look == look { return arranged }
    guard whyNoTable == nil else { return nil }
    if table == nil || table?.path != look.path && look.path != nil { table = try readTable(look.path) }
    arranged = table.map { TableArrangement($0, look) }
    return arranged
  }

  private var whyNoTable: String? {
    if !source.isComplete { return "The table is shown once the whole body is here." }
    return source.count > Self.longestTable ? "The body is larger than \(Self.longestTable >> 20) MB." : nil
  }

  private mutating func readTable(_ path: ValuePath?) throws -> BodyTable? {
    let bytes = try source.read(at: 0, count: source.count)
    switch try currentKind() {
    case .delimited(let separator): return BodyTable(delimited: bytes, by: separator)
    case .stream(.lines), .stream(.messages): return BodyTable(lines: bytes)
    default: return (try? JSONValue(parsing: bytes)).flatMap { BodyTable(in: $0, at: path) }
    }
  }

  mutating func fill(_ page: inout BodyPage, _ query: BodyPage.Query, _ secrets: Secrets) throws {
    page.columns = query.columns
    guard let arranged = try arrangement(query.table)?.fitted(to: query.columns) else {
      page.total = 1
      page.lines = [BodyLine(number: "", text: StyledText(whyNoTable ?? Self.noList, .muted))]
      page.offset = 0
      page.isUpToDate = source.isComplete
      return
    }
    self.arranged = arranged
    page.total = arranged.count
    page.table = arranged.head
    page.offset = max(0, min(query.lines.lowerBound, page.total))
    page.lines = arranged.lines(
      in: page.offset..<max(page.offset, min(query.lines.upperBound, page.total)), hiding: secrets)
  }

  /// The rows and columns that are shown, as CSV; nil where there is no table.
  mutating func delimited(_ look: TableLook, hiding secrets: Secrets) throws -> String? {
    try arrangement(look)?.delimited(hiding: secrets)
  }

  /// The value in a cell, with the way to it.
  mutating func pick(
    _ line: Int, _ cell: TableCell, of filter: String?, hiding secrets: Secrets
  ) throws -> PickedValue? {
    guard let arranged = try arrangement(cell.look), let row = arranged.row(ofLine: line),
      let value = arranged.cell(line: line, cell.name)
    else { return nil }
    var picked = PickedValue(
      value, at: arranged.table.path(row: row, cell.name), of: filter, hiding: secrets)
    (picked.line, picked.column) = (line, cell.name)
    return picked
  }

  /// The line of the row a byte belongs to.
  mutating func tableLine(ofOffset offset: Int, _ look: TableLook) throws -> Int {
    guard let arranged = try arrangement(look) else { return 0 }
    guard let path = arranged.table.path else {
      let row = arranged.table.offsets.lastIndex { $0 <= offset } ?? 0
      return arranged.line(ofRow: row) ?? 0
    }
    while !json.isComplete, try json.extend(limit: Self.step) {}
    let found = try json.path(ofLine: json.line(ofByte: offset))?.segments.dropFirst(path.segments.count).first
    guard case .index(let row)? = found else { return 0 }
    return arranged.line(ofRow: row) ?? 0
  }
}

/// A cell of a table: its row is the line.
package struct TableCell: Hashable, Sendable {
  package let look: TableLook
  package let name: String
}

extension PickedValue {
  /// A value that is held whole.
  package init(_ value: JSONValue, at path: ValuePath?, of filter: String?, hiding secrets: Secrets) {
    let text = value.cellText
    let masked = secrets.maskingForeign(text)
    self.init(line: 0, path: path, text: text.utf8.count > BodyOutlines.copyLimit ? nil : masked, filter: filter)
    isMasked = masked != text || text.contains(Secrets.mask)
    isScalar = value.array == nil && value.object == nil
    raw = text
    guard let path else { return }
    let written = Array(value.description.utf8)
    expectation = Expectation(
      path, of: filter, written.count <= Expectation.longestValue ? written : nil, startsWith: written.first
    ).text(hiding: secrets)
  }
}
