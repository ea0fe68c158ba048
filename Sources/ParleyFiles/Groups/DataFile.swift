internal import ParleyEngine
internal import ParleyText

/// A file of values for runs: CSV or TSV with a header, a JSON array, or JSON lines. Each row gives values by name.
package enum DataFile {
  /// In bytes.
  private static let largest = 64 << 20

  /// The rows, as values for templates: texts as they are, other values as JSON.
  package static func rows(at path: String) throws -> [[String: String]] {
    guard let format = ElementFile.format(of: path) else {
      throw ElementFileError(
        "\(Printable.text(path.lastPathPart)) is no data file: its name must end in .csv, .tsv, .json or .jsonl.",
        place: path)
    }
    let bytes = try FileSystem.read(path, limit: largest)
    let elements = try ElementRows.elements(in: bytes, as: format, named: Printable.text(path.lastPathPart))
    return try elements.enumerated().map { index, element in
      guard let members = element.object else {
        throw ElementFileError(
          "Row \(index + 1) of \(Printable.text(path.lastPathPart)) is \(element.kind.phrase), not an object.",
          place: path)
      }
      return members.reduce(into: [:]) { row, member in
        row[member.key] = member.value.string ?? JSONPrinter.compact.string(of: member.value)
      }
    }
  }
}
