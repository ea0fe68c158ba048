/// What a workspace, a part of it, or what it sent can be written as for other programs.
package enum ExportFormat: String, Sendable, CaseIterable {
  case har, http, postman, openapi, markdown

  /// As people call it.
  package var title: String {
    switch self {
    case .har: "HAR 1.2"
    case .http: ".http file"
    case .postman: "Postman 2.1"
    case .openapi: "OpenAPI 3.1"
    case .markdown: "Markdown"
    }
  }

  /// What a file's name ends in.
  package var ending: String {
    switch self {
    case .har: ".har"
    case .http: ".http"
    case .postman: ".postman_collection.json"
    case .openapi: ".openapi.json"
    case .markdown: ".md"
    }
  }
}
