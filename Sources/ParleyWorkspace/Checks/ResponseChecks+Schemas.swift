internal import HTTPTypes
internal import JQ
internal import ParleyEngine
internal import ParleyFiles
internal import ParleyFormats
internal import ParleyText

extension ResponseChecks {
  /// Returns the schema that a request expects of the body; nil if there is none. A schema that is inherited as that of
  /// the operation applies only to requests that have one.
  func schemaExpectation(of effective: EffectiveRequest) -> ExpectedSchema? {
    guard let schema = effective.expect.schema.value else { return nil }
    let operation = effective.definition.operation?.value
    if schema == .operation, operation == nil, effective.expect.schema.origin != .request { return nil }
    return ExpectedSchema(schema: schema, operation: operation)
  }

  /// Returns the failure of a response that does not fit its schema; nil if it fits.
  /// - Parameter captured: the paths from which the request captures values.
  func schemaFailure(
    of response: Response, as expected: ExpectedSchema, capturing captured: [CapturedPath] = []
  ) async -> ValidationFailure? {
    let found = try? await Blocking.run { [self] in
      schemas.mistake(in: response, as: expected) { body in
        let secrets = checkedSecrets(of: response, body, capturing: captured)
        return SchemaSecrets(secrets?.input ?? .none, known: secrets?.known ?? Secrets())
      }
    }
    guard let found = found ?? nil else { return nil }
    var failure = ValidationFailure(expectation: expected.words, reason: found.clause)
    failure.checked = found.parts
    return failure
  }
}
