internal import HTTPTypes
package import ParleyEngine
package import ParleyFiles
internal import ParleyText

/// The schema that a request expects, with the operation it may be of.
package struct ExpectedSchema: Sendable {
  let schema: SchemaExpectation
  let operation: OperationReference?

  package init(schema: SchemaExpectation, operation: OperationReference?) {
    self.schema = schema
    self.operation = operation
  }

  /// Goes on after "Expected".
  package var words: String {
    switch schema {
    case .operation: "a response of the operation \(Printable.text(operation?.operation ?? ""))"
    case .file(let reference): "a body that fits \(Printable.text(reference))"
    case .inline: "a body that fits the schema"
    }
  }
}

/// The mistakes in a response, in words, and the values that have them.
package struct SchemaClause: ExpressibleByStringInterpolation {
  package let clause: String
  package var parts: [CheckedPart] = []

  package init(stringLiteral clause: String) { self.clause = clause }

  init(_ mistakes: [SchemaMistake]) {
    clause = mistakes.clause
    parts = mistakes.prefix(Self.mostParts).map { CheckedPart("\($0.path)", $0.text, path: "\($0.path)") }
  }

  private static let mostParts = 5
}

extension SchemaFiles {
  /// - Parameter secrets: gives those in the body once there is a mistake, and none of them is quoted.
  /// - Returns: nil if there is no mistake.
  package func mistake(
    in response: Response, as expected: ExpectedSchema,
    hiding secrets: (JSONValue) -> SchemaSecrets = { _ in SchemaSecrets() }
  ) -> SchemaClause? {
    switch expected.schema {
    case .operation: return mistake(in: response, as: expected.operation, secrets)
    case .inline(let schema):
      return Self.fault(of: schema)
        ?? mistake(in: response, as: SchemaNode(schema), own: SchemaDocument(schema), secrets)
    case .file(let text):
      let reference = SchemaReference(text)
      guard let path = reference.path(from: ""), let document = document(path) else {
        return "the file \(Printable.quoted(reference.file)) is not there, or cannot be read"
      }
      guard let schema = reference.value(in: document.value) else {
        return "the file has nothing at \(Printable.quoted(reference.fragment))"
      }
      let fault = document.value.isDescription ? nil : Self.fault(of: schema)
      return fault ?? mistake(in: response, as: SchemaNode(schema, file: path), secrets)
    }
  }

  /// A keyword that means nothing would let every value pass.
  private static func fault(of schema: JSONValue) -> SchemaClause? {
    guard let fault = SchemaKeywords.faults(in: schema).first(where: \.isCertain) else { return nil }
    return "the schema is wrong: \(fault.sentence)"
  }

  private func mistake(
    in response: Response, as reference: OperationReference?, _ secrets: (JSONValue) -> SchemaSecrets
  ) -> SchemaClause? {
    guard let reference else { return "the request has no key `operation`" }
    guard let (api, operation) = operation(reference) else {
      return "no description in \(Self.folder)/ has the operation \(Printable.quoted(reference.text))"
    }
    switch api.response(of: operation, status: response.status.code, type: response.headers[.contentType]) {
    case .free: return nil
    case .schema(let schema): return mistake(in: response, as: schema, secrets)
    case .unknownStatus(let known):
      return
        "the status \(response.status.code) is not in the description (\(Printable.text(known.joined(separator: ", "))))"
    case .unknownType(let known):
      let type = Printable.quoted(response.headers[.contentType] ?? "")
      return "the content type \(type) is not in the description (\(Printable.text(known.joined(separator: ", "))))"
    }
  }

  private func mistake(
    in response: Response, as schema: SchemaNode, own: SchemaDocument? = nil, _ secrets: (JSONValue) -> SchemaSecrets
  ) -> SchemaClause? {
    do throws(JQError) {
      let body = try JQInput(response).value
      let validator = validator(of: schema, own: own)
      if validator.mistakes(in: body).isEmpty { return nil }
      return SchemaClause(validator.mistakes(in: body, hiding: secrets(body)))
    } catch { return "\(error.clause)" }
  }

  /// References of a schema lead into files of the workspace.
  package func validator(of schema: SchemaNode, own: SchemaDocument? = nil) -> SchemaValidator {
    SchemaValidator(schema) { [self] path in path.isEmpty ? own : document(path) }
  }
}
