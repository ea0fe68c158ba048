package import ParleyEngine
internal import ParleyText

/// The elements that a file holds, by its format.
package enum ElementRows {
  /// - Parameter name: the file's name in error messages.
  package static func elements(
    in bytes: [UInt8], as format: ElementFile.Format, named name: String
  ) throws(ElementFileError) -> [JSONValue] {
    let weight = format == .json || format == .jsonl ? DocumentWeight(json: bytes) : DocumentWeight(table: bytes)
    guard weight.isBearable else {
      throw ElementFileError("\(name) holds more values than fit in memory.", place: name, advice: fewer)
    }
    let elements =
      switch format {
      case .csv: try table(bytes, separator: UInt8(ascii: ","), name)
      case .tsv: try table(bytes, separator: UInt8(ascii: "\t"), name)
      case .json: try array(bytes, name)
      case .jsonl: try lines(bytes, name)
      }
    guard elements.count <= RunBounds.elements else {
      throw ElementFileError(
        "\(name) has \(elements.count.grouped) rows, and at most \(RunBounds.elements.grouped) can be run.",
        place: name, advice: fewer)
    }
    return elements
  }

  private static let fewer = "Split it, and run the group for each part."

  private static func array(_ bytes: [UInt8], _ name: String) throws(ElementFileError) -> [JSONValue] {
    let value = try document(bytes, name, line: 1)
    guard let elements = value.array else {
      throw ElementFileError("\(name) is not a list, but \(value.kind.phrase).", place: name)
    }
    return elements
  }

  /// Empty lines mean nothing.
  private static func lines(_ bytes: [UInt8], _ name: String) throws(ElementFileError) -> [JSONValue] {
    var elements: [JSONValue] = []
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
    where !line.allSatisfy({ $0.isBlank || $0.isLineBreak }) {
      elements.append(try document(Array(line), name, line: index + 1))
    }
    return elements
  }

  private static func document(
    _ bytes: [UInt8], _ name: String, line: Int
  ) throws(ElementFileError) -> JSONValue {
    do throws(JSONSyntaxError) {
      return try JSONValue(parsing: bytes)
    } catch {
      throw ElementFileError(
        "\(name) is not JSON: found \(error.found), expected \(error.expected).",
        place: "\(name):\(line + error.place.line - 1):\(error.place.column)")
    }
  }

  private static func table(
    _ bytes: [UInt8], separator: UInt8, _ name: String
  ) throws(ElementFileError) -> [JSONValue] {
    var reader = TableReader(bytes, separator: separator, name: name)
    guard let header = try reader.next() else { return [] }
    var names: Set<ExactString> = []
    if let twice = header.cells.first(where: { !names.insert(ExactString($0)).inserted }) {
      throw ElementFileError("\(name) has two columns named “\(Printable.text(twice))”.", place: "\(name):1")
    }
    var elements: [JSONValue] = []
    while let row = try reader.next() {
      guard row.cells.count == header.cells.count else {
        throw ElementFileError(
          "\(name) has \(row.cells.count.counted("column")) in line \(row.line), and \(header.cells.count) in its header.",
          place: "\(name):\(row.line)")
      }
      elements.append(.object(JSONObject(zip(header.cells, row.cells).map { ($0, .string($1)) })))
    }
    return elements
  }
}

/// Reads rows of cells one after the other (RFC 4180): in quotes a cell may hold the separator, line breaks, and quotes doubled.
private struct TableReader {
  package struct Row {
    var cells: [String] = []
    /// The number of the line on which the row begins.
    let line: Int
  }

  private let bytes: [UInt8]
  private let separator: UInt8
  private let name: String
  private var position: Int
  private var line = 1

  private static let quote = UInt8(ascii: "\"")
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  init(_ bytes: [UInt8], separator: UInt8, name: String) {
    self.bytes = bytes
    self.separator = separator
    self.name = name
    position = bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
  }

  /// The next row that is not an empty line; nil at the end.
  mutating func next() throws(ElementFileError) -> Row? {
    while endLine() {}
    guard position < bytes.count else { return nil }
    var row = Row(line: line)
    repeat { row.cells.append(try cell()) } while take(separator)
    guard endLine() || position == bytes.count else {
      throw ElementFileError(
        "A cell of \(name) goes on behind its closing quote in line \(line).", place: "\(name):\(line)",
        advice: "Write a quote inside of a cell twice.")
    }
    return row
  }

  private mutating func cell() throws(ElementFileError) -> String {
    take(Self.quote) ? try quoted() : plain()
  }

  private mutating func plain() -> String {
    let start = position
    while position < bytes.count, bytes[position] != separator, !bytes[position].isLineBreak { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func quoted() throws(ElementFileError) -> String {
    var text: [UInt8] = []
    let start = line
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == Self.quote, !take(Self.quote) { return String(decoding: text, as: UTF8.self) }
      if byte == UInt8(ascii: "\n") { line += 1 }
      text.append(byte)
    }
    throw ElementFileError("A quote of \(name) is not closed.", place: "\(name):\(start)")
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  /// CR, LF or both.
  private mutating func endLine() -> Bool {
    let hadReturn = take(UInt8(ascii: "\r"))
    guard take(UInt8(ascii: "\n")) || hadReturn else { return false }
    line += 1
    return true
  }
}

/// A file of elements that cannot be used.
package struct ElementFileError: ExplainedError {
  package let summary: String
  package let place: String?
  package let advice: String?

  init(_ summary: String, place: String, advice: String? = nil) {
    self.summary = summary
    self.place = place
    self.advice = advice
  }

  package var code: String { "group.elements" }
}
