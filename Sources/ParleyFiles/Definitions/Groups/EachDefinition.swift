import JQ
import ParleyText

/// The list that a node runs for.
package enum EachDefinition: Sendable, Equatable {
  /// The results of a filter.
  case filter(JQFilter)
  /// The rows of a file.
  case file(ElementFile)

  /// In a line.
  package var text: String {
    switch self {
    case .filter(let filter): filter.text
    case .file(let file): file.path.value
    }
  }
}

/// A file whose rows a node runs for. Its path starts from the workspace; what lies outside it needs trust.
package struct ElementFile: Sendable, Equatable {
  package enum Format: String, Sendable, CaseIterable {
    case csv, tsv, json, jsonl
  }

  package var path: Located<String> = ""

  /// By the ending of a path; nil for another one.
  package static func format(of path: String) -> Format? {
    path.split(separator: ".").last.flatMap { Format(rawValue: $0.lowercased()) }
  }
}

extension ElementFile {
  static let form = Form(
    "each", isFlow: true, make: { ElementFile() },
    keys: [
      .init(
        "file", \.path, .elementFile,
        "The file: CSV or TSV with a header, whose rows become objects of texts; a JSON array; or JSON lines.",
        isRequired: true)
    ])
}

extension Reader where Value == String {
  fileprivate static var elementFile: Reader {
    let endings = ElementFile.Format.allCases.map { ".\($0.rawValue)" }.alternatives
    return .text("a file that ends in \(endings)", .text(pattern: "\\.(csv|tsv|json|jsonl|CSV|TSV|JSON|JSONL)$")) {
      text in
      ElementFile.format(of: text) == nil ? nil : text
    }
  }
}

extension Reader where Value == EachDefinition {
  /// A filter, or a map that names a file.
  static var each: Reader {
    let filter = Reader<JQFilter>.filter
    let file = ElementFile.form.reader("a map with file")
    return Reader(
      "\(filter.expected), or a map with file", .either([filter.schema, file.schema]),
      write: { each in
        switch each {
        case .filter(let value): filter.write(value)
        case .file(let value): file.write(value)
        }
      }
    ) { node, decoding in
      node.entries == nil
        ? filter.read(node, &decoding).map(EachDefinition.filter) : file.read(node, &decoding).map(EachDefinition.file)
    }
  }
}
