internal import ParleyEngine
internal import ParleyText

// Lists (§6.4, and Core §10.3.1).
extension SchemaCheck {
  mutating func checkItems(_ items: [JSONValue], _ pair: Pair, _ finding: inout SchemaFinding) {
    bound(items.count, "item", pair["minItems"], pair["maxItems"], pair.path, &finding)
    if pair["uniqueItems"]?.bool == true, let (first, second) = Self.repeated(items) {
      finding.note(pair.path, "has the same item twice, at \(first) and \(second)")
    }
    // Older schemas write the first items as a list of `items`, and the others as `additionalItems`.
    let first = pair["prefixItems"]?.array ?? pair["items"]?.array ?? []
    let others = pair["items"]?.array == nil ? pair["items"] : pair["additionalItems"]
    for (index, item) in items.enumerated() {
      guard let schema = index < first.count ? first[index] : others else { break }
      finding.takePart(check(pair.part(.index(index), item, schema)))
      finding.items = max(finding.items, index + 1)
    }
    checkContained(items, pair, &finding)
  }

  private static func repeated(_ items: [JSONValue]) -> (Int, Int)? {
    var seen: [JSONValue: Int] = [:]
    for (index, item) in items.enumerated() {
      if let first = seen[item] { return (first, index) }
      seen[item] = index
    }
    return nil
  }

  private mutating func checkContained(_ items: [JSONValue], _ pair: Pair, _ finding: inout SchemaFinding) {
    guard let schema = pair["contains"] else { return }
    var found: [Int] = []
    for (index, item) in items.enumerated() where check(pair.part(.index(index), item, schema)).isValid {
      found.append(index)
    }
    finding.otherItems.formUnion(found)
    let (least, most) = (pair["minContains"]?.int ?? 1, pair["maxContains"]?.int ?? .max)
    if found.count < least {
      finding.note(
        pair.path, "has \(found.count.counted("item")) of the kind it must contain, expected at least \(least)")
    } else if found.count > most {
      finding.note(
        pair.path, "has \(found.count.counted("item")) of the kind it must contain, expected at most \(most)")
    }
  }

  private func bound(
    _ count: Int, _ thing: String, _ least: JSONValue?, _ most: JSONValue?, _ path: ValuePath,
    _ finding: inout SchemaFinding
  ) {
    if let least = least?.int, count < least {
      finding.note(
        path, "has \(count.counted(thing, thing == "property" ? "properties" : nil)), expected at least \(least)")
    }
    if let most = most?.int, count > most {
      finding.note(
        path, "has \(count.counted(thing, thing == "property" ? "properties" : nil)), expected at most \(most)")
    }
  }
}

// Objects (§6.5, and Core §10.3.2).
extension SchemaCheck {
  mutating func checkMembers(_ members: JSONObject, _ pair: Pair, _ finding: inout SchemaFinding) {
    bound(members.count, "property", pair["minProperties"], pair["maxProperties"], pair.path, &finding)
    checkPresence(in: members, pair, &finding)
    let properties = pair["properties"]?.object ?? [:]
    let patterns = pair["patternProperties"]?.object ?? [:]
    let others = pair["additionalProperties"]
    finding.namesProperties = !properties.isEmpty || !patterns.isEmpty
    for (name, value) in members {
      var schemas = patterns.filter { isFound($0.key, in: name) == true }.map(\.value)
      if let own = properties[name] { schemas.insert(own, at: 0) }
      if schemas.isEmpty, let others { schemas = [others] }
      for schema in schemas { finding.takePart(check(pair.part(.key(name), value, schema)).forbidding(by: schema)) }
      if pair.isMarking, !schemas.isEmpty { finding.properties.insert(ExactString(name)) }
      if let schema = pair["propertyNames"] { checkName(name, schema, pair, &finding) }
    }
    for (name, schema) in pair["dependentSchemas"]?.object ?? [:] where members[name] != nil {
      finding.take(check(pair.against(schema)))
    }
  }

  private mutating func checkName(_ name: String, _ schema: JSONValue, _ pair: Pair, _ finding: inout SchemaFinding) {
    for mistake in check(pair.part(.key(name), .string(name), schema)).mistakes {
      finding.note(mistake.path, "has a name that \(mistake.text)")
    }
  }

  private mutating func checkPresence(in members: JSONObject, _ pair: Pair, _ finding: inout SchemaFinding) {
    for name in pair["required"]?.array?.compactMap(\.string) ?? []
    where members[name] == nil && !isOnlySent(name, pair) {
      finding.note(pair.path.appending(.key(name)), "is missing", isMissing: true)
    }
    for (name, others) in pair["dependentRequired"]?.object ?? [:] where members[name] != nil {
      for other in others.array?.compactMap(\.string) ?? [] where members[other] == nil {
        finding.note(
          pair.path.appending(.key(other)), "is missing beside \(Printable.quoted(name))", isMissing: true)
      }
    }
  }

  /// Whether a description says that only requests have the property.
  private mutating func isOnlySent(_ name: String, _ pair: Pair) -> Bool {
    guard document(pair.schema.file)?.isDescription == true, var property = pair["properties"]?[name] else {
      return false
    }
    if let reference = property["$ref"]?.string {
      property = target(of: reference, from: pair.schema)?.value ?? property
    }
    return property["writeOnly"]?.bool == true
  }
}

// What no other schema of the value has looked at (Core §11).
extension SchemaCheck {
  mutating func checkUnevaluated(_ pair: Pair, _ finding: inout SchemaFinding) {
    if let schema = pair["unevaluatedProperties"], let members = pair.value.object {
      for (name, value) in members where !finding.properties.contains(ExactString(name)) {
        finding.takePart(check(pair.part(.key(name), value, schema)).forbidding(by: schema))
        finding.properties.insert(ExactString(name))
      }
    }
    guard let schema = pair["unevaluatedItems"], let items = pair.value.array else { return }
    for index in items.indices.dropFirst(finding.items) where !finding.otherItems.contains(index) {
      finding.takePart(check(pair.part(.index(index), items[index], schema)))
    }
    finding.items = items.count
  }
}

extension SchemaFinding {
  /// Of a property that may not be there, in words that say so.
  fileprivate func forbidding(by schema: JSONValue) -> SchemaFinding {
    guard schema.bool == false else { return self }
    var copy = self
    copy.mistakes = mistakes.map { SchemaMistake($0.path, "is not in the schema") }
    return copy
  }
}
