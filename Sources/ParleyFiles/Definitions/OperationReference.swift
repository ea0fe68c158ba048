/// Names an operation of a description in `openapi/`: `petstore#showPet`, or `petstore#GET /pets/{id}` for one without an id.
/// Without the name of the description, all of them are looked through.
package struct OperationReference: Sendable, Hashable {
  /// As its file in `openapi/` is called, without the ending.
  package let description: String?
  /// An operationId, or a method and a path.
  package let operation: String

  package init(_ operation: String, in description: String? = nil) {
    self.description = description
    self.operation = operation
  }

  package init?(text: String) {
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let operation = parts.last, !operation.isEmpty, !text.contains(where: \.isNewline) else { return nil }
    self.init(operation, in: parts.count > 1 ? parts[0] : nil)
  }

  package var text: String { description.map { "\($0)#\(operation)" } ?? operation }
}

extension OperationReference {
  static let summary =
    "The operation of an imported description that the request sends: `petstore#showPet`, or `petstore#GET /pets/{id}`. Gives its documentation, completions and `expect: { schema: operation }`."

  static let reader = Reader<OperationReference>.scalar(
    "an operation such as petstore#showPet", .text(pattern: "."), text: \.text, parse: OperationReference.init(text:))
}
