import ParleyEngine
import ParleyFormats
import ParleyWorkspace
import Testing

@Suite("A mistake says where it is and what the schema wants", .timeLimit(.minutes(2))) struct SchemaMistakeTests {
  private func sentences(_ schema: String, _ value: String) throws -> [String] {
    try SchemaCase(schema).mistakes(in: value).mostSpecificFirst.map(\.sentence)
  }

  @Test("with the path into the value, the deepest first")
  func paths() throws {
    let schema = """
      {"required": ["id"], "properties": {"items": {"items": {"properties": {
        "price": {"type": "number"}, "odd key": {"minimum": 3}}}}, "state": {"enum": ["new", "paid"]}}}
      """
    let value = #"{"state": "lost", "items": [{}, {"price": "12", "odd key": 2}]}"#
    #expect(
      try sentences(schema, value) == [
        #".items[1].price is "12", expected a number"#, #".items[1]["odd key"] is 2, expected at least 3"#,
        ".id is missing", #".state is "lost", expected "new" or "paid""#,
      ])
  }

  @Test("of alternatives it is told what keeps the value from the nearest one")
  func nearest() throws {
    let schema =
      #"{"anyOf": [{"type": "string"}, {"properties": {"a": {"type": "integer"}, "b": {"type": "integer"}}}]}"#
    #expect(try sentences(schema, #"{"a": 1, "b": "x"}"#) == [#".b is "x", expected an integer"#])
    #expect(
      try sentences(#"{"oneOf": [{"type": "string"}, {"type": "integer"}]}"#, "[]")
        == ["the body is an array, expected a string or an integer"])
    #expect(
      try sentences(#"{"oneOf": [{"minimum": 1}, {"minimum": 2}, {"maximum": 0}]}"#, "3")
        == ["the body fits the alternatives 1 and 2 of the schema, expected only one"])
  }

  @Test("a property that is not allowed, a long value, and a control character in it")
  func shown() throws {
    #expect(try sentences(#"{"additionalProperties": false}"#, #"{"x": 1}"#) == [".x is not in the schema"])
    let long = try sentences(#"{"type": "integer"}"#, "\"\(String(repeating: "a", count: 500))\"")
    #expect(long[0].count < 100)
    #expect(try !sentences(#"{"const": 1}"#, #""\u001b[31m""#)[0].contains("\u{1B}"))
  }

  @Test("many mistakes are one line, and a count of those that are not shown")
  func clause() throws {
    let mistakes = try SchemaCase(#"{"items": {"type": "string"}}"#).mistakes(in: "[1,2,3,4,5,6,7,8,9,10]")
    #expect(mistakes.clause.hasSuffix("; and 2 more mistakes"))
    #expect(!mistakes.clause.contains("\n"))
  }

  @Test("deep values and schemas that multiply end in time")
  func bounds() throws {
    let deep = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
    #expect(try SchemaCase(##"{"items": {"$ref": "#"}}"##).mistakes(in: deep).isEmpty)
    let wide =
      ##"{"$defs": {"a": {"anyOf": [{"items": {"$ref": "#/$defs/a"}, "minItems": 1}, {"items": {"$ref": "#/$defs/a"}, "maxItems": 5}, {"items": {"$ref": "#/$defs/a"}}]}}, "$ref": "#/$defs/a"}"##
    let nested = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
    _ = try SchemaCase(wide).mistakes(in: nested)
  }
}

@Suite("Schemas of OpenAPI have words of their own", .timeLimit(.minutes(2))) struct OpenAPISchemaTests {
  private func sentences(_ version: String, _ schemas: String, _ name: String, _ value: String) throws -> [String] {
    let document = SchemaDocument(
      try JSONValue(parsing: #"{"openapi": "\#(version)", "components": {"schemas": \#(schemas)}}"#))
    let schema = SchemaNode(["$ref": .string("#/components/schemas/\(name)")], file: "api")
    let validator = SchemaValidator(schema) { $0 == "api" ? document : nil }
    return try validator.mistakes(in: JSONValue(parsing: value)).map(\.sentence)
  }

  @Test("nullable and exclusive limits in 3.0, where nothing counts beside a reference")
  func old() throws {
    let schemas = """
      {"A": {"type": "integer", "nullable": true, "minimum": 3, "exclusiveMinimum": true},
       "B": {"$ref": "#/components/schemas/A", "maximum": 4}, "C": {"nullable": true, "allOf": [{"$ref": "#/components/schemas/A"}]}}
      """
    #expect(try sentences("3.0.3", schemas, "A", "null") == [])
    #expect(try sentences("3.0.3", schemas, "A", "3") == ["the body is 3, expected more than 3"])
    #expect(try sentences("3.0.3", schemas, "B", "9") == [])
    #expect(try sentences("3.0.3", schemas, "C", "null") == [])
    #expect(try sentences("3.1.0", schemas, "A", "null") == ["the body is null, expected an integer"])
    #expect(try sentences("3.1.0", schemas, "B", "9") == ["the body is 9, expected at most 4"])
  }

  @Test("what only requests have may be missing in a response")
  func writeOnly() throws {
    let schemas =
      #"{"A": {"required": ["id", "password"], "properties": {"password": {"writeOnly": true}, "id": {"readOnly": true}}}}"#
    #expect(try sentences("3.1.0", schemas, "A", "{}") == [".id is missing"])
  }

  private let pets = """
    {"Pet": {"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}],
             "discriminator": {"propertyName": "kind", "mapping": {"kitty": "Cat", "dog": "#/components/schemas/Dog"}}},
     "Cat": {"required": ["lives"], "properties": {"lives": {"type": "integer"}}},
     "Dog": {"required": ["name"]},
     "Base": {"required": ["kind"], "discriminator": {"propertyName": "kind"}},
     "Bird": {"allOf": [{"$ref": "#/components/schemas/Base"}, {"required": ["wings"]}]}}
    """

  @Test("a discriminator chooses the schema, whose mistakes alone are told", arguments: ["3.0.3", "3.1.0"])
  func discriminator(version: String) throws {
    #expect(
      try sentences(version, pets, "Pet", #"{"kind": "kitty", "lives": "9"}"#) == [
        #".lives is "9", expected an integer"#
      ])
    #expect(try sentences(version, pets, "Pet", #"{"kind": "dog", "name": "Rex"}"#) == [])
    #expect(
      try sentences(version, pets, "Pet", #"{"kind": "fish"}"#) == [#".kind is "fish", expected "kitty" or "dog""#])
    #expect(try sentences(version, pets, "Pet", "{}") == [".kind is missing; it says which kind this is"])
  }

  @Test("a schema that others are made of is checked as the one that the value names")
  func children() throws {
    #expect(try sentences("3.0.3", pets, "Base", #"{"kind": "Bird"}"#) == [".wings is missing"])
    #expect(try sentences("3.0.3", pets, "Base", #"{"kind": "Bird", "wings": 2}"#) == [])
    #expect(try sentences("3.0.3", pets, "Base", #"{"kind": "unknown"}"#) == [])
  }

  @Test("references lead into other files, and not above where paths start")
  func files() throws {
    let files: [String: JSONValue] = [
      "api/user.json": ["properties": ["address": ["$ref": "parts/address.json#/Address"]]],
      "api/parts/address.json": ["Address": ["required": ["city"], "properties": ["owner": ["$ref": "../user.json"]]]],
    ]
    let validator = SchemaValidator(SchemaNode(["$ref": "user.json"], file: "api/root.json")) { path in
      files[path].map(SchemaDocument.init)
    }
    #expect(
      validator.mistakes(in: ["address": ["owner": ["address": [:]]]]).map(\.sentence) == [
        ".address.city is missing", ".address.owner.address.city is missing",
      ])
    let outside = SchemaValidator(SchemaNode(["$ref": "../../etc/passwd"], file: "api/root.json")) { path in
      path.contains("etc") ? SchemaDocument(true) : nil
    }
    #expect(
      outside.mistakes(in: 1).map(\.text) == [
        "cannot be checked: the schema refers to “../../etc/passwd”, which is not there"
      ])
  }
}
