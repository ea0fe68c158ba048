import ParleyEngine
import ParleyFiles
import ParleyWorkspace
import TestSupport
import Testing

@Suite("A schema that expects nothing is said to be wrong", .timeLimit(.minutes(1))) struct SchemaKeywordsTests {
  private func faults(_ schema: String) throws -> [String] {
    try SchemaKeywords.faults(in: JSONValue(parsing: schema)).filter(\.isCertain).map(\.sentence)
  }

  static let wrong = [
    #"{"minimum": "9"}"#, #"{"maximum": "abc"}"#, #"{"exclusiveMinimum": "1"}"#, #"{"multipleOf": 0}"#,
    #"{"multipleOf": -2}"#, #"{"minLength": -1}"#, #"{"maxItems": 1.5}"#, #"{"minProperties": "2"}"#,
    #"{"pattern": "("}"#, #"{"pattern": 5}"#, #"{"patternProperties": {"[": true}}"#, #"{"required": "a"}"#,
    #"{"required": true}"#, #"{"required": [1]}"#, #"{"dependentRequired": {"a": "b"}}"#, #"{"enum": 5}"#,
    #"{"type": 5}"#, #"{"type": "strin"}"#, #"{"type": []}"#, #"{"type": ["string", "text"]}"#, #"{"anyOf": []}"#,
    #"{"allOf": {}}"#, #"{"oneOf": [1]}"#, #"{"prefixItems": []}"#, #"{"items": "string"}"#, #"{"not": 1}"#,
    #"{"format": "emial"}"#, #"{"format": 1}"#, #"{"uniqueItems": "yes"}"#, #"{"properties": []}"#,
    #"{"properties": {"a": "string"}}"#, #"{"additionalProperties": "no"}"#, #"{"$ref": 1}"#, #"{"$defs": {"a": 1}}"#,
  ]

  @Test(
    "in itself, and wherever a schema stands in it",
    arguments: wrong,
    [
      "@", #"{"properties": {"a": @}}"#, #"{"items": @}"#, #"{"items": [@]}"#, #"{"anyOf": [true, @]}"#,
      #"{"if": @}"#, #"{"patternProperties": {"^a": @}}"#, #"{"$defs": {"a": {"not": @}}}"#,
      #"{"dependentSchemas": {"a": @}}"#, #"{"additionalProperties": @}"#,
    ])
  func places(_ schema: String, _ around: String) throws {
    #expect(try faults(around.replacing("@", with: schema)).count == 1)
  }

  @Test("schemas that the validator knows are right")
  func right() throws {
    let all =
      SchemaValidatorTests.scalars + SchemaValidatorTests.numbers + SchemaValidatorTests.texts
      + SchemaValidatorTests.lists + SchemaValidatorTests.objects + SchemaValidatorTests.combinations
      + SchemaValidatorTests.references
    for example in all where !example.schema.contains(#""pattern": "(""#) {
      #expect(try faults(example.schema) == [], "\(example.schema)")
    }
  }

  @Test("what may be meant so is only a warning")
  func likely() throws {
    for schema in [#"{"requird": ["a"]}"#, #"{"format": "nobody knows it"}"#, #"{"pattern": "\\p{Letter}"}"#] {
      let faults = try SchemaKeywords.faults(in: JSONValue(parsing: schema))
      #expect(faults.count == 1 && !faults[0].isCertain)
    }
    for schema in [#"{"x-minimun": 1}"#, #"{"title": 1, "example": {"minimum": "9"}}"#, #"{"enum": [{"type": 5}]}"#] {
      #expect(try SchemaKeywords.faults(in: JSONValue(parsing: schema)).isEmpty)
    }
  }

  @Test("sending and checking say so, in place and in a file", arguments: Sample.of(wrong, 8))
  func told(_ schema: String) async throws {
    let places = ["here": schema, "file": "schemas/own.json", "part": "schemas/more.json#/$defs/a"]
    let requests = places.map { ("requests/\($0).yaml", "url: /x\nexpect: { schema: '\($1)' }\n") }
    let workspace = try SendingWorkspace(
      [.text("{}", headers: ["Content-Type: application/json"])],
      files: [
        "schemas/own.json": schema, "schemas/more.json": #"{"$defs": {"a": \#(schema)}}"#,
      ].merging(requests) { $1 })
    let session = try await workspace.open()
    for name in places.keys {
      let failure = try await session.sending.call(session.sending.render(name)).response().validationFailure?.summary
      #expect(failure?.contains("the schema is wrong: ") == true, "\(name)")
      let errors = session.workspace.diagnostics.filter { $0.place.file == "requests/\(name).yaml" }
      #expect(errors.contains { $0.severity == .error && $0.place.line == 2 }, "\(name)")
    }
    await session.close()
  }
}
