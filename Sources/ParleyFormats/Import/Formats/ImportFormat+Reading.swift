import ParleyEngine
internal import ParleyFiles
import ParleyModel

/// Reads documents of one format, which are JSON or YAML.
protocol DocumentImport {
  /// Whether a document is in the format, by its contents: the name of its file says nothing.
  static func isOne(_ document: JSONValue) -> Bool

  /// - Parameter environments: documents that the program keeps beside it.
  static func read(
    _ document: JSONValue, _ source: ImportSource, environments: [NamedDocument]
  ) throws(ImportError) -> ImportedAPI
}

/// Reads files of one format that are text.
protocol TextImport {
  /// Whether a text is in the format, by its first lines.
  static func isOne(_ start: String) -> Bool

  /// - Parameter folder: from which relative paths start.
  static func read(
    _ text: String, _ source: ImportSource, in folder: String?, environments: [NamedDocument]
  ) -> ImportedAPI
}

/// A document beside the one that is imported.
struct NamedDocument: Sendable {
  let name: String
  let document: JSONValue
}

extension ImportFormat {
  private enum Reader {
    case document(any DocumentImport.Type)
    case text(any TextImport.Type)
  }

  private var reader: Reader {
    switch self {
    case .openAPI: .document(OpenAPIImport.self)
    case .swagger: .document(SwaggerDocument.self)
    case .postman: .document(PostmanImport.self)
    case .insomnia: .document(InsomniaImport.self)
    case .bruno: .document(BrunoBundle.self)
    case .har: .document(HARImport.self)
    case .http: .text(HTTPFileImport.self)
    case .curl: .text(CurlFileImport.self)
    }
  }

  /// Nil for a format that is text.
  private var documents: (any DocumentImport.Type)? { if case .document(let type) = reader { type } else { nil } }
  /// Nil for a format that is JSON or YAML.
  private var texts: (any TextImport.Type)? { if case .text(let type) = reader { type } else { nil } }

  /// The type that reads a document; nil for an unknown format.
  static func reader(of document: JSONValue) -> (any DocumentImport.Type)? {
    allCases.lazy.compactMap(\.documents).first { $0.isOne(document) }
  }

  /// The type that reads a text that begins like this; nil for an unknown format.
  static func reader(ofText start: String) -> (any TextImport.Type)? {
    allCases.lazy.compactMap(\.texts).first { $0.isOne(start) }
  }
}
