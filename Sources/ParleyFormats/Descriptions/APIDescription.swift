package import ParleyEngine
internal import ParleyFiles

/// The description of an API (OpenAPI 3.0 and 3.1, Swagger 2) that is kept beside the requests.
package struct APIDescription: Sendable {
  /// As its file is called, without the ending.
  package let name: String
  /// Within the workspace.
  package let file: String
  package let title: String
  package let version: String
  /// In the order of the description.
  package let operations: [DescribedOperation]
  private let places: [ExactString: Int]
  let references: OpenAPIReferences

  /// - Returns: nil for a document that describes no API.
  package init?(_ document: JSONValue, named name: String, file: String) {
    if OpenAPIImport.isOne(document) {
      self.init(described: document, named: name, file: file)
    } else if SwaggerDocument.isOne(document) {
      self.init(described: SwaggerDocument(document).openAPI(), named: name, file: file)
    } else {
      return nil
    }
  }

  private init(described document: JSONValue, named name: String, file: String) {
    self.name = name
    self.file = file
    title = document["info"]?["title"]?.string ?? name
    version = document["info"]?["version"]?.string ?? ""
    // Its file is one, whatever it was made of.
    var references = OpenAPIReferences(document, ImportSource(file, []))
    operations = DescribedOperation.all(in: OpenAPIReferences.Node(value: document), &references)
    self.references = references
    let keys = operations.enumerated().flatMap { place, operation in
      [operation.id, operation.route].compactMap(\.self).map { (ExactString($0), place) }
    }
    places = Dictionary(keys) { first, _ in first }
  }

  /// By its id, or by its method and path.
  package func operation(_ key: String) -> DescribedOperation? { place(of: key).map { operations[$0] } }

  /// Returns the index of an operation; nil if there is none with this key.
  package func place(of key: String) -> Int? { places[ExactString(key)] }
}

/// One operation of a description.
package struct DescribedOperation: Sendable {
  /// Its operationId; nil where it has none, or an earlier operation has the same.
  package let id: String?
  /// In capitals.
  package let method: String
  /// As the description has it, with places in braces.
  package let path: String
  let node: OpenAPIReferences.Node
  /// Parameters of all operations of the path.
  let shared: [OpenAPIReferences.Node]
  /// Of the path, in place of those of the description.
  let servers: OpenAPIReferences.Node?

  /// `GET /pets/{id}`
  package var route: String { "\(method) \(path)" }
  /// By which a request names it.
  package var key: String { id ?? route }
  package var summary: String { node.value["summary"]?.string ?? "" }
  package var docs: String { node.value["description"]?.string ?? "" }
  package var isDeprecated: Bool { node.value["deprecated"]?.bool == true }

  /// The methods of a path item (OpenAPI 3.1, §4.8.9), in the order in which requests are listed.
  static let methods = ["get", "post", "put", "patch", "delete", "head", "options", "trace"]

  package static func all(in root: OpenAPIReferences.Node, _ references: inout OpenAPIReferences)
    -> [DescribedOperation]
  {
    var ids: Set<ExactString> = []
    var operations: [DescribedOperation] = []
    for (path, item) in root["paths"]?.members ?? [] {
      guard let item = references.resolved(item, merging: true) else { continue }
      for method in methods {
        // The standard has no references here, but some descriptions keep each operation in a file.
        guard let node = item[method].flatMap({ references.resolved($0) }) else { continue }
        let given = node.value["operationId"]?.string.flatMap { $0.contains(where: \.isNewline) ? nil : $0 }
        let id = given.flatMap { ids.insert(ExactString($0)).inserted ? $0 : nil }
        operations.append(
          DescribedOperation(
            id: id, method: method.uppercased(), path: path, node: node, shared: item["parameters"]?.items ?? [],
            servers: item["servers"]))
      }
    }
    return operations
  }
}
