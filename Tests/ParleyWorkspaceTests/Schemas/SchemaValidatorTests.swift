import ParleyEngine
import ParleyFormats
import ParleyWorkspace
import Testing

/// A schema, and values that fit it or do not, all in JSON.
struct SchemaCase: CustomTestStringConvertible, Sendable {
  let schema: String
  let good: [String]
  let bad: [String]

  var testDescription: String { schema }

  init(_ schema: String, good: [String] = [], bad: [String] = []) {
    (self.schema, self.good, self.bad) = (schema, good, bad)
  }

  func mistakes(in value: String) throws -> [SchemaMistake] {
    try SchemaValidator(SchemaNode(JSONValue(parsing: schema))).mistakes(in: JSONValue(parsing: value))
  }
}

@Suite("A schema allows what JSON Schema 2020-12 says", .timeLimit(.minutes(2))) struct SchemaValidatorTests {
  @Test(
    "each value fits or does not", arguments: scalars + numbers + texts + lists + objects + combinations + references)
  func fits(_ example: SchemaCase) throws {
    for value in example.good {
      #expect(try example.mistakes(in: value).map(\.sentence) == [], "\(value) fits")
    }
    for value in example.bad {
      #expect(try !example.mistakes(in: value).isEmpty, "\(value) does not fit")
    }
  }

  static let scalars = [
    SchemaCase("true", good: ["1", "null", "{}"]),
    SchemaCase("false", bad: ["1", "null", "{}"]),
    SchemaCase("{}", good: ["1", "null", "[]"]),
    SchemaCase(
      #"{"type": "integer"}"#, good: ["1", "1.0", "-3e2", "12345678910111213141516"], bad: ["1.1", "\"1\"", "null"]),
    SchemaCase(#"{"type": "number"}"#, good: ["1", "1.5", "1e400"], bad: ["\"1\"", "true"]),
    SchemaCase(#"{"type": "string"}"#, good: ["\"\"", "\"1\""], bad: ["1", "null", "[]"]),
    SchemaCase(#"{"type": "boolean"}"#, good: ["true", "false"], bad: ["0", "\"true\"", "null"]),
    SchemaCase(#"{"type": "null"}"#, good: ["null"], bad: ["0", "false", "\"\""]),
    SchemaCase(#"{"type": "array"}"#, good: ["[]", "[1]"], bad: ["{}", "1"]),
    SchemaCase(#"{"type": "object"}"#, good: ["{}"], bad: ["[]", "null"]),
    SchemaCase(#"{"type": ["string", "null"]}"#, good: ["\"a\"", "null"], bad: ["1", "{}"]),
    SchemaCase(
      #"{"enum": [1, "one", [1], {"one": 1}]}"#, good: ["1", "1.0", "\"one\"", "[1]", #"{"one": 1}"#],
      bad: ["2", "[2]"]),
    SchemaCase(#"{"enum": ["é"]}"#, good: [#""\u00e9""#], bad: [#""e\u0301""#]),
    SchemaCase(#"{"enum": [false]}"#, good: ["false"], bad: ["0", "[false]"]),
    SchemaCase(#"{"const": {"a": 1, "b": 2}}"#, good: [#"{"b": 2, "a": 1}"#], bad: [#"{"a": 1}"#, "[]"]),
    SchemaCase(#"{"const": null}"#, good: ["null"], bad: ["0", "false"]),
  ]

  static let numbers = [
    SchemaCase(#"{"minimum": 1.1}"#, good: ["1.1", "2", "\"x\""], bad: ["0.6", "1"]),
    SchemaCase(#"{"minimum": -2}"#, good: ["-1", "-2", "-2.0"], bad: ["-2.0001", "-3"]),
    SchemaCase(#"{"maximum": 300}"#, good: ["299.97", "300", "300.00"], bad: ["300.5"]),
    SchemaCase(#"{"exclusiveMinimum": 1.1}"#, good: ["1.2"], bad: ["1.1", "0.6"]),
    SchemaCase(#"{"exclusiveMaximum": 3.0}"#, good: ["2.2"], bad: ["3", "3.5"]),
    SchemaCase(#"{"maximum": 9007199254740992}"#, good: ["9007199254740992"], bad: ["9007199254740993"]),
    SchemaCase(#"{"multipleOf": 2}"#, good: ["10", "0", "\"x\""], bad: ["7"]),
    SchemaCase(#"{"multipleOf": 1.5}"#, good: ["0", "4.5"], bad: ["35"]),
    SchemaCase(#"{"multipleOf": 0.0001}"#, good: ["0.0075"], bad: ["0.00751"]),
    SchemaCase(#"{"multipleOf": 1e-8}"#, good: ["12391239123"]),
    SchemaCase(#"{"format": "int32"}"#, good: ["2147483647"], bad: ["2147483648", "1.5"]),
    SchemaCase(#"{"format": "int64"}"#, good: ["9223372036854775807"], bad: ["9223372036854775808"]),
  ]

  static let texts = [
    SchemaCase(#"{"minLength": 2}"#, good: ["\"fo\"", "1"], bad: ["\"f\"", "\"💩\""]),
    SchemaCase(#"{"maxLength": 2}"#, good: ["\"fo\"", "\"💩💩\""], bad: ["\"foo\""]),
    SchemaCase(#"{"pattern": "^a*$"}"#, good: ["\"aaa\"", "\"\"", "true"], bad: ["\"abc\"", #""aa\n""#]),
    SchemaCase(#"{"pattern": "a+"}"#, good: ["\"xxaayy\""], bad: ["\"b\""]),
    SchemaCase(#"{"pattern": "\\p{Letter}+"}"#, good: ["1"]),
    SchemaCase(#"{"pattern": "("}"#, good: ["\"no expression says nothing\""]),
    SchemaCase(
      #"{"format": "date-time"}"#,
      good: ["\"2026-01-31T12:00:00Z\"", "\"1998-12-31T23:59:60Z\"", "\"2026-01-31t12:00:00.5+01:30\""],
      bad: [
        "\"2026-02-30T12:00:00Z\"", "\"2026-01-31T24:00:00Z\"", "\"2026-01-31T12:00:00\"", "\"1998-12-31T22:59:60Z\"",
      ]),
    SchemaCase(#"{"format": "date"}"#, good: ["\"2024-02-29\""], bad: ["\"2023-02-29\"", "\"2024-1-1\"", "\"1\""]),
    SchemaCase(
      #"{"format": "time"}"#, good: ["\"08:30:06Z\"", "\"08:30:06.2-08:00\""],
      bad: ["\"08:30:06\"", "\"8:30:06Z\"", "\"25:00:00Z\""]),
    SchemaCase(
      #"{"format": "duration"}"#, good: ["\"P4DT12H30M5S\"", "\"P2W\"", "\"PT1M\""],
      bad: ["\"P\"", "\"P1YT\"", "\"PT1D\"", "\"4D\"", "\"P1Y2W\""]),
    SchemaCase(
      #"{"format": "email"}"#, good: ["\"joe.bloggs@example.com\"", "\"te~st@example.com\""],
      bad: ["\"2962\"", "\".a@b.com\"", "\"a b@c.de\""]),
    SchemaCase(
      #"{"format": "uuid"}"#, good: ["\"2EB8AA08-AA98-11EA-B4AA-73B441D16380\""],
      bad: ["\"2eb8aa08-aa98-11ea-b4aa-73b441d1638\"", "\"2eb8aa08aa9811eab4aa73b441d16380\""]),
    SchemaCase(
      #"{"format": "uri"}"#, good: ["\"http://foo.bar/?q=1#f\"", "\"urn:oasis:names\""],
      bad: ["\"/abc\"", "\"bar,baz\"", "\"http:// x\""]),
    SchemaCase(#"{"format": "hostname"}"#, good: ["\"www.example.com\""], bad: ["\"-bad.com\"", "\"a_b\"", "\"\""]),
    SchemaCase(
      #"{"format": "ipv4"}"#, good: ["\"192.168.0.1\""], bad: ["\"256.0.0.1\"", "\"127.0.0\"", "\"087.10.0.1\""]),
    SchemaCase(
      #"{"format": "ipv6"}"#, good: ["\"::1\"", "\"::\"", "\"1:2::8\"", "\"::ffff:192.168.0.1\""],
      bad: ["\"12345::\"", "\"1:2:3:4:5:6:7\"", "\"1::2::3\"", "\":2:3\""]),
    SchemaCase(
      #"{"format": "byte"}"#, good: ["\"cGFybGV5\"", "\"\"", "\"cGE=\""], bad: ["\"cGF\"", "\"====\"", "\"c*==\""]),
    SchemaCase(#"{"format": "nobody knows it"}"#, good: ["\"x\""]),
  ]

  static let lists = [
    SchemaCase(#"{"items": {"type": "integer"}}"#, good: ["[1, 2]", "[]", #"{"foo": "bar"}"#], bad: [#"[1, "x"]"#]),
    SchemaCase(
      #"{"prefixItems": [{"type": "integer"}, {"type": "string"}]}"#, good: [#"[1, "a"]"#, "[1]", #"[1, "a", true]"#],
      bad: [#"["a", 1]"#]),
    SchemaCase(#"{"prefixItems": [{}], "items": false}"#, good: ["[]", "[1]"], bad: ["[1, 2]"]),
    SchemaCase(#"{"prefixItems": [{}], "items": {"type": "integer"}}"#, good: [#"["x", 2]"#], bad: [#"["x", "y"]"#]),
    SchemaCase(#"{"minItems": 1, "maxItems": 2}"#, good: ["[1]", "[1, 2]", "\"\""], bad: ["[]", "[1, 2, 3]"]),
    SchemaCase(
      #"{"uniqueItems": true}"#, good: ["[1, true]", "[0, false]", #"[{"a": 1}, {"a": 2}]"#, #"["1", 1]"#],
      bad: ["[1, 1.0]", #"[{"a": 1, "b": 2}, {"b": 2, "a": 1}]"#, "[[1], [1]]"]),
    SchemaCase(#"{"contains": {"minimum": 5}}"#, good: ["[3, 4, 5]", "{}"], bad: ["[2, 3]", "[]"]),
    SchemaCase(
      #"{"contains": {"const": 1}, "minContains": 2, "maxContains": 3}"#, good: ["[1, 1]", "[1, 2, 1, 1]"],
      bad: ["[1]", "[1, 1, 1, 1]"]),
    SchemaCase(#"{"contains": {"const": 1}, "minContains": 0}"#, good: ["[]", "[2]"]),
    SchemaCase(
      #"{"prefixItems": [{"type": "string"}], "unevaluatedItems": false}"#, good: [#"["a"]"#], bad: [#"["a", 1]"#]),
    SchemaCase(#"{"contains": {"multipleOf": 2}, "unevaluatedItems": false}"#, good: ["[2, 4]"], bad: ["[2, 3]"]),
    SchemaCase(
      #"{"allOf": [{"prefixItems": [true, true]}], "unevaluatedItems": false}"#, good: ["[1, 2]"], bad: ["[1, 2, 3]"]),
    SchemaCase(
      #"{"items": [{"type": "integer"}], "additionalItems": false}"#, good: ["[1]"], bad: ["[1, 2]", #"["a"]"#]),
  ]

  static let objects = [
    SchemaCase(
      #"{"properties": {"foo": {"type": "integer"}, "bar": {"type": "string"}}}"#,
      good: [#"{"foo": 1, "bar": "b"}"#, "{}", "[]"], bad: [#"{"foo": "1"}"#]),
    SchemaCase(
      #"{"properties": {"__proto__": {"type": "number"}, "foo\nbar": {"type": "number"}}}"#,
      good: [#"{"__proto__": 1}"#], bad: [#"{"foo\nbar": "1"}"#]),
    SchemaCase(
      #"{"patternProperties": {"f.*o": {"type": "integer"}}}"#, good: [#"{"foo": 1, "x": "y"}"#],
      bad: [#"{"foo": "bar", "fooooo": 2}"#]),
    SchemaCase(
      #"{"properties": {"foo": {}}, "patternProperties": {"^v": {}}, "additionalProperties": false}"#,
      good: [#"{"foo": 1, "vroom": 2}"#, "[1]"], bad: [#"{"foo": 1, "quux": true}"#]),
    SchemaCase(#"{"additionalProperties": {"type": "boolean"}}"#, good: [#"{"foo": true}"#], bad: [#"{"foo": 1}"#]),
    SchemaCase(#"{"required": ["foo"]}"#, good: [#"{"foo": null}"#, "[]", "\"\""], bad: ["{}", #"{"bar": 1}"#]),
    SchemaCase(#"{"required": ["toString"], "properties": {"toString": {"writeOnly": true}}}"#, bad: ["{}"]),
    SchemaCase(
      #"{"minProperties": 1, "maxProperties": 1}"#, good: [#"{"a": 1}"#, "[]"], bad: ["{}", #"{"a": 1, "b": 2}"#]),
    SchemaCase(#"{"propertyNames": {"maxLength": 3}}"#, good: [#"{"f": {}}"#, "{}"], bad: [#"{"foobar": {}}"#]),
    SchemaCase(
      #"{"dependentRequired": {"bar": ["foo"]}}"#, good: ["{}", #"{"foo": 1, "bar": 2}"#], bad: [#"{"bar": 2}"#]),
    SchemaCase(#"{"dependentSchemas": {"bar": {"required": ["foo"]}}}"#, good: [#"{"foo": 1}"#], bad: [#"{"bar": 2}"#]),
    SchemaCase(
      #"{"properties": {"foo": {}}, "unevaluatedProperties": false}"#, good: [#"{"foo": 1}"#],
      bad: [#"{"foo": 1, "bar": 2}"#]),
    SchemaCase(
      #"{"allOf": [{"properties": {"foo": {}}}], "unevaluatedProperties": false}"#, good: [#"{"foo": 1}"#],
      bad: [#"{"bar": 1}"#]),
    SchemaCase(
      #"{"anyOf": [{"properties": {"a": {"const": 1}}, "required": ["a"]}, {"properties": {"b": {}}, "required": ["b"]}], "unevaluatedProperties": false}"#,
      good: [#"{"a": 1}"#, #"{"b": 1}"#], bad: [#"{"a": 2, "b": 1}"#]),
    SchemaCase(
      #"{"if": {"properties": {"foo": {"const": "then"}}, "required": ["foo"]}, "then": {"properties": {"bar": {}}}, "unevaluatedProperties": false}"#,
      good: [#"{"foo": "then", "bar": 1}"#], bad: [#"{"foo": "else", "bar": 1}"#]),
    SchemaCase(
      #"{"additionalProperties": {"properties": {"bar": {"type": "string"}}, "unevaluatedProperties": false}}"#,
      good: [#"{"foo": {"bar": "x"}}"#], bad: [#"{"foo": {"bar": "x", "baz": 1}}"#]),
  ]

  static let combinations = [
    SchemaCase(
      #"{"allOf": [{"required": ["a"]}, {"required": ["b"]}]}"#, good: [#"{"a": 1, "b": 1}"#], bad: [#"{"a": 1}"#]),
    SchemaCase(#"{"anyOf": [{"type": "integer"}, {"minimum": 2}]}"#, good: ["1", "2.5"], bad: ["1.5"]),
    SchemaCase(#"{"oneOf": [{"type": "integer"}, {"minimum": 2}]}"#, good: ["1", "2.5"], bad: ["3", "1.5"]),
    SchemaCase(#"{"oneOf": [true, true, false]}"#, bad: ["1"]),
    SchemaCase(#"{"not": {"type": ["integer", "boolean"]}}"#, good: ["\"foo\""], bad: ["1", "true"]),
    SchemaCase(#"{"not": {"not": {"type": "string"}}}"#, good: ["\"x\""], bad: ["1"]),
    SchemaCase(
      #"{"if": {"exclusiveMaximum": 0}, "then": {"minimum": -10}, "else": {"multipleOf": 2}}"#, good: ["-1", "4"],
      bad: ["-100", "3"]),
    SchemaCase(#"{"then": {"const": 0}, "else": {"const": 1}}"#, good: ["5"]),
  ]

  static let references = [
    SchemaCase(
      ##"{"properties": {"foo": {"$ref": "#"}}, "additionalProperties": false}"##, good: [#"{"foo": {"foo": false}}"#],
      bad: [#"{"foo": {"bar": false}}"#]),
    SchemaCase(
      ##"{"$defs": {"a/b": {"type": "integer"}, "c%d": {"type": "string"}}, "properties": {"x": {"$ref": "#/$defs/a~1b"}, "y": {"$ref": "#/$defs/c%25d"}}}"##,
      good: [#"{"x": 1, "y": "2"}"#], bad: [#"{"x": "1"}"#, #"{"y": 2}"#]),
    SchemaCase(
      ##"{"$ref": "#name", "$defs": {"A": {"$anchor": "name", "type": "integer"}}}"##, good: ["1"], bad: ["\"a\""]),
    SchemaCase(
      ##"{"$defs": {"r": {"maxItems": 1}}, "properties": {"a": {"$ref": "#/$defs/r", "minItems": 1}}}"##,
      good: [#"{"a": [1]}"#], bad: [#"{"a": []}"#, #"{"a": [1, 2]}"#]),
    SchemaCase(
      ##"{"$defs": {"node": {"properties": {"next": {"$ref": "#/$defs/node"}, "n": {"type": "integer"}}}}, "$ref": "#/$defs/node"}"##,
      good: [#"{"n": 1, "next": {"n": 2}}"#], bad: [#"{"next": {"next": {"n": "x"}}}"#]),
    SchemaCase(
      ##"{"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}, "$ref": "#/$defs/a"}"##, good: ["1"]),
    SchemaCase(
      ##"{"$defs": {"a": {"allOf": [{"$ref": "#/$defs/a"}, {"type": "integer"}]}}, "$ref": "#/$defs/a"}"##, good: ["1"],
      bad: ["\"x\""]),
    SchemaCase(##"{"$ref": "#/$defs/nothing"}"##, bad: ["1"]),
    SchemaCase(#"{"$ref": "https://example.com/schema.json"}"#, bad: ["1"]),
  ]
}
