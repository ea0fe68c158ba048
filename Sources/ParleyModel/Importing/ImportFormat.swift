import ParleyText

/// The formats that can be imported, in the order in which they are named.
///
/// The type that recognizes and reads each stands in `ImportFormat+Reading.swift`, beside the formats.
package enum ImportFormat: Sendable, CaseIterable {
  case openAPI, swagger, postman, insomnia, bruno, har, http, curl

  /// As people call it.
  package var title: String { declared.title }
  /// The same, with the versions or the kind of files that are read.
  package var details: String { declared.details }
  /// The beginnings of a text of several lines, in small letters, by which it is no text for a field.
  package var beginnings: [String] { declared.beginnings }

  /// Whether it describes an API, of which a newer description can follow.
  package var isDescription: Bool { self == .openAPI || self == .swagger }

  private var declared: (title: String, details: String, beginnings: [String]) {
    switch self {
    case .openAPI: ("OpenAPI", "OpenAPI 3.0 and 3.1", ["openapi:", "\"openapi\"", "info:"])
    case .swagger: ("Swagger", "Swagger 2", ["swagger:"])
    case .postman: ("Postman", "Postman 2.0 and 2.1", [])
    case .insomnia: ("Insomnia", "Insomnia 4 and 5", ["type: collection.insomnia.rest", "_type: export"])
    case .bruno: ("Bruno", "Bruno", [])
    case .har: ("HAR", "HAR 1.2", [])
    case .http: (".http", ".http files", ["###", "# @name"])
    case .curl: ("curl", "curl commands", [])
    }
  }

  /// All of them in a sentence.
  package static let titles = allCases.map(\.title).alternatives
}
