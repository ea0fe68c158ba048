internal import ParleyEngine
internal import ParleyFiles
import ParleyText

/// The content of a file of a Bruno collection, in any of its formats: a request, or what a folder or the collection
/// shares.
struct BrunoItem {
  typealias Entry = BrunoFile.Entry

  struct Assertion {
    var expression: String
    /// The operator and its value: `eq 200`.
    var check: String
    var isOn: Bool
  }

  struct Auth {
    /// `none`, `inherit` or a kind.
    var mode: String
    /// By the names of `.bru` files.
    var values: [String: String] = [:]
    var parameters: [Row] = []
  }

  enum Body {
    case text(mode: String, String)
    case form([Entry])
    case multipart([Entry])
    case file(Entry)
    case graphQL(query: String, variables: String?)
  }

  var name: String?
  var sequence = Int.max
  /// `http`, `graphql`, `ws`, `grpc` and the like.
  var kind = "http"
  var method = ""
  var url = ""
  var query: [Entry] = []
  var path: [Entry] = []
  var headers: [Entry] = []
  var auth = Auth(mode: "none")
  var body: Body?
  var variables: [Entry] = []
  var captures: [Entry] = []
  var assertions: [Assertion] = []
  var messages: [String] = []
  var settings: [String: String] = [:]
  var docs: String?
  /// Blocks and keys that nothing is made of.
  var leftOut: [String] = []

  var isRequest: Bool { !method.isEmpty || kind == "ws" || kind == "websocket" }
}

// A `.bru` file.
extension BrunoItem {
  static let methods = ["get", "post", "put", "patch", "delete", "head", "options", "trace", "connect"]
  private static let known: Set<String> = [
    "meta", "http", "ws", "params:query", "query", "params:path", "headers", "body", "body:json", "body:text",
    "body:xml",
    "body:sparql", "body:form-urlencoded", "body:multipart-form", "body:graphql", "body:graphql:vars", "body:file",
    "body:ws", "vars:pre-request", "vars:post-response", "assert", "settings", "docs", "auth", "vars", "vars:secret",
    "example",
  ]

  init(_ file: BrunoFile) {
    name = file.value("meta", "name")
    sequence = file.value("meta", "seq").flatMap { Int($0) } ?? .max
    kind = file.value("meta", "type") ?? "http"
    let block = (Self.methods + ["http", "ws"]).first { file.names.contains($0) } ?? ""
    method = block == "http" ? file.value(block, "method") ?? "get" : block == "ws" ? "" : block
    url = file.value(block, "url") ?? ""
    (query, path) = (file.entries("params:query") + file.entries("query"), file.entries("params:path"))
    headers = file.entries("headers")
    auth = Auth(
      file, mode: block.isEmpty ? file.value("auth", "mode") ?? "inherit" : file.value(block, "auth") ?? "none")
    body = Self.body(file, mode: file.value(block, "body") ?? "none")
    variables = file.entries("vars:pre-request")
    captures = file.entries("vars:post-response")
    assertions = file.entries("assert").map { Assertion(expression: $0.name, check: $0.value, isOn: $0.isOn) }
    messages = file.names.contains("body:ws") ? [file.value("body:ws", "content")].compactMap(\.self) : []
    for entry in file.entries("settings") where entry.isOn { settings[entry.name] = entry.value }
    docs = file.text("docs")
    leftOut = file.names.filter { name in
      !Self.known.contains(name) && !Self.methods.contains(name) && !name.hasPrefix("auth:")
        && !name.hasPrefix("example")
    }
  }

  private static func body(_ file: BrunoFile, mode: String) -> Body? {
    switch mode {
    case "json": return (file.text("body:json") ?? file.text("body")).map { .text(mode: "json", $0) }
    case "text", "xml", "sparql": return file.text("body:\(mode)").map { .text(mode: mode, $0) }
    case "formUrlEncoded", "form-urlencoded": return .form(file.entries("body:form-urlencoded"))
    case "multipartForm", "multipart-form": return .multipart(file.entries("body:multipart-form"))
    case "file": return file.entries("body:file").first(where: \.isOn).map { .file($0) }
    case "graphql":
      return file.text("body:graphql").map { .graphQL(query: $0, variables: file.text("body:graphql:vars")) }
    default: return nil
    }
  }
}

extension BrunoItem.Auth {
  fileprivate init(_ file: BrunoFile, mode: String) {
    self.mode = mode
    for entry in file.entries("auth:\(mode)") { values[entry.name] = entry.value }
    for name in file.names where name.hasPrefix("auth:oauth2:additional_params:") {
      for entry in file.entries(name) where entry.isOn && !parameters.contains(where: { $0.name == entry.name }) {
        parameters.append(Row(entry.name, entry.value))
      }
    }
  }
}
