package import ParleyEngine

/// The formats that are JSON or YAML. The format is detected by the contents of the file, not by its name.
package enum ImportFormat: Sendable, Equatable {
  case openAPI(version: String)
  case swagger
  case postman(version: String)
  case postmanEnvironment
  case insomnia(version: Int)
  case har
  /// All of a collection in one file.
  case bruno

  /// As people call them.
  static let names = [
    "OpenAPI 3.0 and 3.1", "Swagger 2", "Postman 2.0 and 2.1", "Insomnia 4 and 5", "Bruno", "HAR 1.2", ".http files",
    "curl commands",
  ]

  /// The format of a document; nil for an unknown one.
  package init?(_ document: JSONValue) {
    if let version = document["openapi"]?.string {
      self = .openAPI(version: version)
    } else if document["swagger"] != nil {
      self = .swagger
    } else if let log = document["log"], log["entries"]?.array != nil {
      self = .har
    } else if Self.isBruno(document) {
      self = .bruno
    } else if document["item"]?.array != nil, document["info"] != nil {
      let schema = document["info"]?["schema"]?.string ?? ""
      self = .postman(version: schema.contains("v2.0") ? "2.0" : "2.1")
    } else if document["values"]?.array != nil, document["name"] != nil {
      self = .postmanEnvironment
    } else if document["_type"]?.string == "export", document["resources"]?.array != nil {
      self = .insomnia(version: document["__export_format"]?.int ?? 4)
    } else if let type = document["type"]?.string, type.hasPrefix("collection.insomnia.rest/5") {
      self = .insomnia(version: 5)
    } else {
      return nil
    }
  }

  /// An OpenCollection with its items inside, or Bruno's export as JSON.
  private static func isBruno(_ document: JSONValue) -> Bool {
    guard let items = document["items"]?.array else { return false }
    if document["opencollection"] != nil || document["brunoConfig"] != nil { return true }
    return document["name"]?.string != nil
      && items.contains { $0["request"]?["url"] != nil || $0["items"]?.array != nil }
  }
}
