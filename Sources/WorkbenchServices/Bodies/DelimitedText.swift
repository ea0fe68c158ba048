import ParleyEngine

/// Comma-separated values (RFC 4180), or values with another separator.
package enum DelimitedText {
  /// The separator of the cells; nil if the content type is another.
  package static func separator(contentType: String, head: [UInt8]) -> UInt8? {
    if contentType.contains("tab-separated") { return .tab }
    guard contentType.contains("csv") else { return nil }
    let first = head.prefix { $0 != UInt8(ascii: "\n") }
    return [UInt8(ascii: ","), UInt8(ascii: ";"), .tab].max { left, right in
      first.count { $0 == left } < first.count { $0 == right }
    }
  }

  /// The cells of every row, and where each row begins. Rows without anything in them are left out.
  package static func rows(of bytes: [UInt8], separator: UInt8) -> [(offset: Int, cells: [String])] {
    var reader = Reader(bytes: bytes, separator: separator)
    var rows: [(offset: Int, cells: [String])] = []
    while let row = reader.row() {
      if row.cells != [""] { rows.append(row) }
    }
    return rows
  }

  private struct Reader {
    let bytes: [UInt8]
    let separator: UInt8
    var place: Int

    init(bytes: [UInt8], separator: UInt8) {
      (self.bytes, self.separator) = (bytes, separator)
      place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    mutating func row() -> (offset: Int, cells: [String])? {
      guard place < bytes.count else { return nil }
      let start = place
      var cells: [String] = []
      while true {
        cells.append(place < bytes.count && bytes[place] == .quotationMark ? quoted() : plain())
        guard place < bytes.count, bytes[place] == separator else { break }
        place += 1
      }
      if place < bytes.count, bytes[place] == .return { place += 1 }
      if place < bytes.count, bytes[place] == .newline { place += 1 }
      return (start, cells)
    }

    private var isAtEnd: Bool {
      place >= bytes.count || bytes[place] == separator || bytes[place] == .newline || bytes[place] == .return
    }

    private mutating func plain() -> String {
      let start = place
      while !isAtEnd { place += 1 }
      return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    /// Two quotes are one quote of the text. Text behind the closing quote belongs to the cell, as in most programs.
    private mutating func quoted() -> String {
      var cell: [UInt8] = []
      place += 1
      while place < bytes.count {
        if bytes[place] == .quotationMark {
          place += 1
          guard place < bytes.count, bytes[place] == .quotationMark else { break }
        }
        cell.append(bytes[place])
        place += 1
      }
      return String(decoding: cell, as: UTF8.self) + plain()
    }
  }
}

extension DelimitedText {
  /// A line of cells, as RFC 4180 has it.
  package static func line(_ cells: [String]) -> String { cells.map(cell).joined(separator: ",") + "\r\n" }

  private static func cell(_ text: String) -> String {
    let needsQuotes = text.utf8.contains {
      $0 == .quotationMark || $0 == UInt8(ascii: ",") || $0 == .newline || $0 == .return
    }
    return needsQuotes ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
  }
}

extension UInt8 {
  package static let quotationMark = UInt8(ascii: "\"")
  package static let newline = UInt8(ascii: "\n")
  package static let `return` = UInt8(ascii: "\r")
}
