internal import JQ
package import ParleyEngine
internal import ParleyFiles
internal import ParleyText

/// Says what in a value is not as its schema wants it: JSON Schema 2020-12 with the vocabulary of OpenAPI 3.1, and the dialect
/// of OpenAPI 3.0 and Swagger 2 in their descriptions.
///
/// Formats are checked. References lead into the documents that it is given, and nowhere else.
///
/// ```swift
/// let schema = SchemaNode(["type": "object", "required": ["id"]])
/// SchemaValidator(schema).mistakes(in: [:]).map(\.sentence)  // [".id is missing"]
/// ```
package struct SchemaValidator: Sendable {
  private let schema: SchemaNode
  private let documents: @Sendable (String) -> SchemaDocument?

  /// - Parameter documents: gives the documents that references lead into, by their paths; the one of a schema that stands in no
  ///   file has the empty path.
  package init(_ schema: SchemaNode, documents: (@Sendable (String) -> SchemaDocument?)? = nil) {
    self.schema = schema
    let own = SchemaDocument(schema.value)
    self.documents = documents ?? { $0.isEmpty ? own : nil }
  }

  /// - Parameter secrets: those in the value, which no mistake quotes.
  package func mistakes(in value: JSONValue, hiding secrets: SchemaSecrets = SchemaSecrets()) -> [SchemaMistake] {
    var check = SchemaCheck(documents, for: value)
    check.secrets = secrets
    return check.check(.init(value, schema, .root, isMarking: false)).mistakes
  }

  /// The same, and the properties that no schema names where some are named.
  package func comparison(with value: JSONValue) -> (mistakes: [SchemaMistake], unknown: [ValuePath]) {
    var check = SchemaCheck(documents, for: value, findsUnknown: true)
    let finding = check.whole(.init(value, schema, .root, isMarking: true))
    return (finding.mistakes, finding.unknown)
  }
}

/// A value on its way through a schema and all that it refers to.
struct SchemaCheck {
  /// One value, and one schema for it.
  struct Pair {
    let value: JSONValue
    let schema: SchemaNode
    let path: ValuePath
    /// Whether somebody asks which properties and items were looked at.
    let isMarking: Bool
    /// Whether no other schema has looked at the value before.
    let isWhole: Bool

    init(_ value: JSONValue, _ schema: SchemaNode, _ path: ValuePath, isMarking: Bool, isWhole: Bool = false) {
      (self.value, self.schema, self.path, self.isMarking) = (value, schema, path, isMarking)
      self.isWhole = isWhole
    }

    subscript(key: String) -> JSONValue? { schema.value[key] }

    /// Another schema for the same value.
    func against(_ other: JSONValue) -> Pair { Pair(value, schema.with(other), path, isMarking: isMarking) }

    /// A part of the value, with its own schema.
    func part(_ segment: ValuePath.Segment, _ value: JSONValue, _ schema: JSONValue) -> Pair {
      Pair(value, self.schema.with(schema), path.appending(segment), isMarking: false, isWhole: true)
    }
  }

  private struct OpenReference: Hashable {
    let target: String
    let depth: Int
  }

  private let source: @Sendable (String) -> SchemaDocument?
  private var loaded: [String: SchemaDocument?] = [:]
  private var open: Set<OpenReference> = []
  private var patterns: [String: SearchPattern?] = [:]
  private var depth = 0
  private var work = 0

  /// Schemas in one another: what is beyond is not looked at.
  private static let deepest = 200
  /// Values and schemas in all: twenty schemas for each part of the value is more than any means, and less than schemas that multiply ask for.
  private let mostWork: Int

  /// Whether properties that no schema names are reported.
  private let findsUnknown: Bool
  var secrets = SchemaSecrets()

  init(_ source: @escaping @Sendable (String) -> SchemaDocument?, for value: JSONValue, findsUnknown: Bool = false) {
    self.source = source
    mostWork = 100_000 + 20 * value.partCount
    self.findsUnknown = findsUnknown
  }

  /// A value with everything that its schema requires of it.
  mutating func whole(_ pair: Pair) -> SchemaFinding {
    var finding = checkSchema(Pair(pair.value, pair.schema, pair.path, isMarking: true))
    guard finding.namesProperties, let members = pair.value.object else { return finding }
    for name in members.keys where !finding.properties.contains(ExactString(name)) {
      finding.unknown.append(pair.path.appending(.key(name)))
    }
    return finding
  }

  package mutating func check(_ pair: Pair) -> SchemaFinding {
    findsUnknown && pair.isWhole ? whole(pair) : checkSchema(pair)
  }

  private mutating func checkSchema(_ pair: Pair) -> SchemaFinding {
    work += 1
    guard work < mostWork, depth < Self.deepest else { return SchemaFinding() }
    depth += 1
    defer { depth -= 1 }
    var finding = SchemaFinding()
    guard let keywords = pair.schema.value.object else {
      if pair.schema.value.bool == false { finding.note(pair.path, "is not allowed") }
      return finding
    }
    let isOld = document(pair.schema.file)?.isOldDialect == true
    if isOld, let reference = keywords["$ref"]?.string { return follow(reference, pair) }
    if isOld, pair.value.isNull, (keywords["nullable"] ?? keywords["x-nullable"])?.bool == true { return finding }
    checkKeywords(
      Pair(
        pair.value, pair.schema, pair.path,
        isMarking: pair.isMarking || keywords["unevaluatedProperties"] != nil || keywords["unevaluatedItems"] != nil),
      &finding)
    return finding
  }

  private mutating func checkKeywords(_ pair: Pair, _ finding: inout SchemaFinding) {
    for key in ["$ref", "$dynamicRef"] {
      if let reference = pair[key]?.string { finding.take(follow(reference, pair)) }
    }
    checkKind(pair, &finding)
    switch pair.value {
    case .number(let number): checkNumber(number, pair, &finding)
    case .string(let text): checkText(text, pair, &finding)
    case .array(let items): checkItems(items, pair, &finding)
    case .object(let members): checkMembers(members, pair, &finding)
    case .null, .bool: break
    }
    checkCombinations(pair, &finding)
    checkUnevaluated(pair, &finding)
  }

  /// A reference that is open for the same value already leads in a circle, and says nothing new.
  mutating func follow(_ reference: String, _ pair: Pair) -> SchemaFinding {
    var finding = SchemaFinding()
    guard let target = target(of: reference, from: pair.schema) else {
      finding.note(
        pair.path, "cannot be checked: the schema refers to \(Printable.quoted(reference)), which is not there")
      return finding
    }
    let key = OpenReference(
      target: "\(target.file)#\(SchemaReference(reference).fragment)", depth: pair.path.segments.count)
    guard open.insert(key).inserted else { return finding }
    defer { open.remove(key) }
    return check(Pair(pair.value, target, pair.path, isMarking: pair.isMarking))
  }

  func isOpen(_ reference: String, _ pair: Pair) -> Bool {
    let parts = SchemaReference(reference)
    guard let file = parts.path(from: pair.schema.file) else { return false }
    return open.contains(OpenReference(target: "\(file)#\(parts.fragment)", depth: pair.path.segments.count))
  }

  mutating func target(of reference: String, from schema: SchemaNode) -> SchemaNode? {
    let parts = SchemaReference(reference)
    let isOwn = !parts.file.isEmpty && document(schema.file)?.value["$id"]?.string == parts.file
    guard let file = isOwn ? schema.file : parts.path(from: schema.file), let document = document(file) else {
      return nil
    }
    return parts.value(in: document.value).map { SchemaNode($0, file: file) }
  }

  mutating func document(_ file: String) -> SchemaDocument? {
    if let known = loaded[file] { return known }
    let document = source(file)
    loaded[file] = .some(document)
    return document
  }

  /// - Returns: nil for what is no expression, or takes too long.
  mutating func isFound(_ pattern: String, in text: String) -> Bool? {
    if patterns[pattern] == nil { patterns[pattern] = .some(SearchPattern(pattern)) }
    return patterns[pattern]??.isFound(in: text)
  }
}

extension JSONValue {
  /// How many values it is made of, itself among them.
  fileprivate var partCount: Int {
    var (count, open) = (0, [self])
    while let value = open.popLast() {
      count += 1
      if let items = value.array { open += items }
      if let members = value.object { open += members.values }
    }
    return count
  }
}
