internal import JQ
package import ParleyEngine
internal import ParleyText

/// A keyword of a JSON Schema whose value means nothing, so that it expects nothing either.
package struct SchemaFault: Hashable, Sendable {
  /// Within the schema.
  package let path: ValuePath
  /// Continues the path: `is "9", expected a number`.
  package let text: String
  /// Whether the schema is wrong, rather than likely not what was meant.
  package let isCertain: Bool

  package var sentence: String { path == .root ? "the whole \(text)" : "\(Printable.text("\(path)")) \(text)" }

  private static let largestFile = 4 << 20

  /// The schema of a file; nil for a description of an API, which is looked at when it is imported, and for what cannot be read.
  static func schema(at reference: String, of root: String) -> JSONValue? {
    let file = SchemaReference(reference).file
    guard let folder = try? FileSystem.realPath(root), let real = try? FileSystem.realPath(folder.appendingPath(file)),
      real.isInside(folder: folder),
      let bytes = try? FileSystem.read(real, limit: largestFile),
      let value = try? ImportSource.document(file, bytes), !value.isDescription
    else { return nil }
    return SchemaReference(reference).value(in: value)
  }
}

extension JSONValue {
  /// Whether it describes an API, and is no schema itself.
  package var isDescription: Bool { self["openapi"] != nil || self["swagger"] != nil }
}

/// Says which keywords of a schema have values that the meta-schema of JSON Schema 2020-12 does not allow. What older drafts and OpenAPI
/// allow is allowed, too.
///
/// ```swift
/// SchemaKeywords.faults(in: ["minimum": "9"]).map(\.sentence)  // [".minimum is \"9\", expected a number"]
/// ```
package struct SchemaKeywords {
  private var faults: [SchemaFault] = []

  /// Schemas in one another: what is beyond is not looked at, here as in the check of a value.
  private static let deepest = 200
  private static let mostFaults = 20

  package static func faults(in schema: JSONValue) -> [SchemaFault] {
    var keywords = SchemaKeywords()
    keywords.check(schema, .root, deepest)
    return keywords.faults
  }

  private mutating func note(_ path: ValuePath, _ text: String, isCertain: Bool = true) {
    faults.append(SchemaFault(path: path, text: text, isCertain: isCertain))
  }

  private mutating func check(_ schema: JSONValue, _ path: ValuePath, _ depth: Int) {
    guard depth > 0, faults.count < Self.mostFaults, schema.bool == nil else { return }
    guard let keywords = schema.object else { return expect("a schema", schema, path) }
    for (name, value) in keywords {
      let place = path.appending(.key(name))
      if let kind = Self.kinds[name] {
        check(value, kind, place, depth - 1)
      } else if !name.hasPrefix("x-"), !Self.others.contains(name), let meant = NearestName.of(name, among: Self.names)
      {
        note(place, "is no keyword; did you mean \(Printable.quoted(meant))?", isCertain: false)
      }
    }
  }

  private mutating func expect(_ words: String, _ value: JSONValue, _ path: ValuePath) {
    let text = JSONPrinter.compact.string(of: value)
    let shown = text.unicodeScalars.count > 40 ? value.kindWords : Printable.text(text)
    note(path, "is \(shown), expected \(words)")
  }
}

// The values of keywords.
extension SchemaKeywords {
  private enum Kind {
    case schema, schemas, namedSchemas, schemaOrSchemas, dependencies
    case number, positiveNumber, limit, count, flag
    case type, choices, pattern, patterns, format, text, names, namedNames
  }

  private mutating func check(_ value: JSONValue, _ kind: Kind, _ path: ValuePath, _ depth: Int) {
    switch kind {
    case .schema, .schemas, .namedSchemas, .schemaOrSchemas, .dependencies: checkSchemas(value, kind, path, depth)
    case .number: if value.number == nil { expect("a number", value, path) }
    case .limit: if value.number == nil, value.bool == nil { expect("a number", value, path) }
    case .positiveNumber: if !value.isPositive { expect("a number above 0", value, path) }
    case .count: if !value.isCount { expect("a whole number from 0 on", value, path) }
    case .flag: if value.bool == nil { expect("true or false", value, path) }
    case .choices: if value.array == nil { expect("a list of values", value, path) }
    case .text: if value.string == nil { expect("a text", value, path) }
    case .type: checkType(value, path)
    case .pattern: checkPattern(value, path)
    case .patterns:
      for (pattern, schema) in value.object ?? [:] {
        checkPattern(.string(pattern), path)
        check(schema, path.appending(.key(pattern)), depth)
      }
      if value.object == nil { expect("a map of schemas", value, path) }
    case .format: checkFormat(value, path)
    case .names: checkNames(value, path)
    case .namedNames:
      guard let members = value.object else { return expect("a map of lists", value, path) }
      for (name, names) in members { checkNames(names, path.appending(.key(name))) }
    }
  }

  private mutating func checkSchemas(_ value: JSONValue, _ kind: Kind, _ path: ValuePath, _ depth: Int) {
    switch kind {
    case .schemaOrSchemas where value.array != nil, .schemas:
      guard let schemas = value.array, !schemas.isEmpty || kind == .schemaOrSchemas else {
        return expect("a list of schemas", value, path)
      }
      for (index, schema) in schemas.enumerated() { check(schema, path.appending(.index(index)), depth) }
    case .namedSchemas, .dependencies:
      guard let members = value.object else { return expect("a map of schemas", value, path) }
      for (name, schema) in members {
        let place = path.appending(.key(name))
        if kind == .dependencies, schema.array != nil { checkNames(schema, place) } else { check(schema, place, depth) }
      }
    default: check(value, path, depth)
    }
  }

  private mutating func checkType(_ value: JSONValue, _ path: ValuePath) {
    let types = value.string.map { [$0] } ?? value.array?.map { $0.string ?? "" } ?? []
    guard types.isEmpty || !types.allSatisfy(Self.types.contains) else { return }
    expect("\(Self.types.alternatives), or a list of them", value, path)
  }

  private mutating func checkPattern(_ value: JSONValue, _ path: ValuePath) {
    guard let pattern = value.string else { return expect("a regular expression", value, path) }
    guard SearchPattern(pattern) == nil else { return }
    // Long names of categories are those of ECMAScript.
    guard pattern.contains("\\p{") else { return expect("a regular expression", value, path) }
    note(
      path, "is \(Printable.quoted(pattern)), which is not checked: the name of a category is unknown", isCertain: false
    )
  }

  private mutating func checkNames(_ value: JSONValue, _ path: ValuePath) {
    guard let items = value.array, items.allSatisfy({ $0.string != nil }) else {
      return expect("a list of names", value, path)
    }
  }

  /// Any format is allowed, and one that nobody knows allows every text.
  private mutating func checkFormat(_ value: JSONValue, _ path: ValuePath) {
    guard let format = value.string else { return expect("the name of a format", value, path) }
    guard !Self.formats.contains(format) else { return }
    if let meant = NearestName.of(format, among: Self.formats) {
      note(path, "is \(Printable.quoted(format)), which is no format; did you mean \(Printable.quoted(meant))?")
    } else {
      note(path, "is \(Printable.quoted(format)), which is not checked", isCertain: false)
    }
  }
}

// Their names (JSON Schema 2020-12, its older drafts, and OpenAPI).
extension SchemaKeywords {
  private static let types = ["array", "boolean", "integer", "null", "number", "object", "string"]

  /// Those of JSON Schema, and of the registry of OpenAPI.
  private static let formats = [
    "date-time", "date", "time", "duration", "email", "idn-email", "hostname", "idn-hostname", "ipv4", "ipv6", "uri",
    "uri-reference", "iri", "iri-reference", "uri-template", "uuid", "json-pointer", "relative-json-pointer", "regex",
    "binary", "byte", "password", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float",
    "double", "decimal", "decimal128", "base64url", "char", "html", "commonmark", "media-range", "date-time-local",
    "time-local", "sf-string", "http-date", "unixtime", "url", "color", "phone", "ulid",
  ]

  private static let kinds: [String: Kind] = [
    "type": .type, "enum": .choices, "multipleOf": .positiveNumber, "maximum": .number, "minimum": .number,
    "exclusiveMaximum": .limit, "exclusiveMinimum": .limit, "maxLength": .count, "minLength": .count,
    "pattern": .pattern,
    "maxItems": .count, "minItems": .count, "uniqueItems": .flag, "maxContains": .count, "minContains": .count,
    "maxProperties": .count, "minProperties": .count, "required": .names, "dependentRequired": .namedNames,
    "format": .format, "properties": .namedSchemas, "patternProperties": .patterns, "additionalProperties": .schema,
    "propertyNames": .schema, "unevaluatedProperties": .schema, "dependentSchemas": .namedSchemas,
    "dependencies": .dependencies, "prefixItems": .schemas, "items": .schemaOrSchemas, "additionalItems": .schema,
    "unevaluatedItems": .schema, "contains": .schema, "allOf": .schemas, "anyOf": .schemas, "oneOf": .schemas,
    "not": .schema, "if": .schema, "then": .schema, "else": .schema, "$defs": .namedSchemas,
    "definitions": .namedSchemas, "$ref": .text, "$dynamicRef": .text, "$anchor": .text, "$dynamicAnchor": .text,
    "nullable": .flag,
  ]

  /// Those that say nothing of a value.
  private static let others = [
    "const", "title", "description", "default", "deprecated", "readOnly", "writeOnly", "examples", "example", "$id",
    "id",
    "$schema", "$comment", "$vocabulary", "contentEncoding", "contentMediaType", "contentSchema", "discriminator",
    "xml",
    "externalDocs",
  ]

  private static let names = kinds.keys.sorted() + others
}

extension JSONValue {
  fileprivate var isPositive: Bool {
    number.map { "\($0)" }.map { !$0.hasPrefix("-") && $0.contains { "123456789".contains($0) } } ?? false
  }

  fileprivate var isCount: Bool { int.map { $0 >= 0 } ?? false }

  fileprivate var kindWords: String {
    switch self {
    case .object: "an object"
    case .array: "a list"
    case .string: "a text"
    case .null, .bool, .number: "another value"
    }
  }
}
