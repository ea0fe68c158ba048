/// A format of another program, in which a workspace, a part of it, or the requests that it sent can be written.
package enum ExportFormat: String, Sendable, CaseIterable {
  case har, http, postman, openapi, markdown
  case curl, swift, python, javascript, go, k6

  /// As people call it.
  package var title: String {
    switch self {
    case .har: "HAR 1.2"
    case .http: ".http file"
    case .postman: "Postman 2.1"
    case .openapi: "OpenAPI 3.1"
    case .markdown: "Markdown"
    case .curl: "curl script"
    case .swift: "Swift (ParleyEngine)"
    case .python: "Python (httpx)"
    case .javascript: "JavaScript (fetch)"
    case .go: "Go (net/http)"
    case .k6: "k6 script"
    }
  }

  /// The suffix of a file name in this format.
  package var ending: String {
    switch self {
    case .har: ".har"
    case .http: ".http"
    case .postman: ".postman_collection.json"
    case .openapi: ".openapi.json"
    case .markdown: ".md"
    case .curl: ".sh"
    case .swift: ".swift"
    case .python: ".py"
    case .javascript: ".mjs"
    case .go: ".go"
    case .k6: ".k6.js"
    }
  }

  /// Whether it is a program that sends requests, one after another.
  package var isCode: Bool {
    switch self {
    case .curl, .swift, .python, .javascript, .go, .k6: true
    case .har, .http, .postman, .openapi, .markdown: false
    }
  }
}
