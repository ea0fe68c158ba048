internal import HTTPTypes
internal import ParleyEngine
internal import ParleyFiles
internal import ParleyFormats
internal import ParleyText

extension Session {
  /// Returns the schema that a request expects of the body; nil if there is none. A schema that is inherited as that of
  /// the operation applies only to requests that have one.
  func schemaExpectation(of effective: EffectiveRequest) -> ExpectedSchema? {
    guard let schema = effective.expect.schema.value else { return nil }
    let operation = effective.definition.operation?.value
    if schema == .operation, operation == nil, effective.expect.schema.origin != .request { return nil }
    return ExpectedSchema(schema: schema, operation: operation)
  }

  /// Returns the failure of a response that does not fit its schema; nil if it fits.
  func schemaFailure(of response: Response, as expected: ExpectedSchema) async -> ValidationFailure? {
    let found = try? await Blocking.run { [schemas] in schemas.mistake(in: response, as: expected) }
    guard let found = found ?? nil else { return nil }
    var failure = ValidationFailure(expectation: expected.words, reason: found.clause)
    failure.checked = found.parts
    return failure
  }
}
