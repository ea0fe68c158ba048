internal import ParleyEngine
internal import ParleyFiles
internal import ParleyText

// Schemas made of others (Core §10.2).
extension SchemaCheck {
  mutating func checkCombinations(_ pair: Pair, _ finding: inout SchemaFinding) {
    for schema in pair["allOf"]?.array ?? [] { finding.take(check(pair.against(schema))) }
    if let discriminator = pair["discriminator"], discriminator.object != nil {
      checkDiscriminated(by: discriminator, pair, &finding)
    } else {
      checkAlternatives(pair["anyOf"]?.array, onlyOne: false, pair, &finding)
      checkAlternatives(pair["oneOf"]?.array, onlyOne: true, pair, &finding)
    }
    if let schema = pair["not"], check(pair.against(schema)).isValid {
      finding.note(pair.path, "is \(shown(pair)), which the schema excludes")
    }
    guard let condition = pair["if"] else { return }
    let tried = check(pair.against(condition))
    finding.takeMarks(of: tried)
    if let schema = pair[tried.isValid ? "then" : "else"] { finding.take(check(pair.against(schema))) }
  }

  private mutating func checkAlternatives(
    _ alternatives: [JSONValue]?, onlyOne: Bool, _ pair: Pair, _ finding: inout SchemaFinding
  ) {
    guard let alternatives, !alternatives.isEmpty else { return }
    var tried: [SchemaFinding] = []
    for schema in alternatives { tried.append(check(pair.against(schema))) }
    let fitting = tried.filter(\.isValid)
    for each in fitting { finding.takeMarks(of: each) }
    if fitting.isEmpty {
      finding.mistakes += nearest(tried, pair)
    } else if onlyOne, fitting.count > 1 {
      let places = tried.indices.filter { tried[$0].isValid }.map { "\($0 + 1)" }
      finding.note(
        pair.path, "fits the alternatives \(places.joined(separator: " and ")) of the schema, expected only one")
    }
  }

  /// Returns the mistakes that keep a value from the alternative that it is nearest to; if it is near to none, a
  /// mistake that lists the alternatives.
  private func nearest(_ tried: [SchemaFinding], _ pair: Pair) -> [SchemaMistake] {
    let deeper = tried.filter { finding in !finding.mistakes.contains { $0.path == pair.path } }
    if let best = deeper.min(by: { $0.mistakes.count < $1.mistakes.count }) { return best.mistakes }
    let lead = "is \(shown(pair)), expected "
    let wanted = tried.flatMap(\.mistakes).filter { $0.path == pair.path }.compactMap { mistake in
      mistake.text.hasPrefix(lead) ? String(mistake.text.dropFirst(lead.count)) : nil
    }
    guard wanted.count == tried.flatMap(\.mistakes).count else {
      let text = "is \(shown(pair)), which fits none of the \(tried.count) alternatives of the schema"
      return [SchemaMistake(pair.path, text)]
    }
    let words = wanted.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    return [SchemaMistake(pair.path, lead + words.alternatives)]
  }
}

// The property that says which of them it is (OpenAPI 3.1, §4.8.25).
extension SchemaCheck {
  private mutating func checkDiscriminated(by discriminator: JSONValue, _ pair: Pair, _ finding: inout SchemaFinding) {
    let alternatives = pair["oneOf"]?.array ?? pair["anyOf"]?.array
    guard let name = discriminator["propertyName"]?.string, let members = pair.value.object else {
      return checkAlternatives(alternatives, onlyOne: pair["oneOf"] != nil, pair, &finding)
    }
    guard let kind = members[name]?.string else {
      if alternatives != nil { finding.note(pair.path.appending(.key(name)), "is missing; it says which kind this is") }
      return
    }
    let reference = reference(to: kind, discriminator, pair)
    guard let alternatives else { return checkChild(reference, pair, &finding) }
    guard let reference else {
      let known = Self.kinds(discriminator, alternatives)
      let text =
        "is \(shown(.string(kind), at: pair.path.appending(.key(name)))), expected \(Self.alternatives(known.map(JSONValue.string)))"
      return finding.note(pair.path.appending(.key(name)), text)
    }
    finding.take(follow(reference, pair))
  }

  /// A schema that others are made of: the one that the value names knows more of it.
  private mutating func checkChild(_ reference: String?, _ pair: Pair, _ finding: inout SchemaFinding) {
    guard let reference, !isOpen(reference, pair) else { return }
    finding.take(follow(reference, pair))
  }

  private mutating func reference(to kind: String, _ discriminator: JSONValue, _ pair: Pair) -> String? {
    let mapped = discriminator["mapping"]?[kind]?.string
    let candidates = [mapped, "#/components/schemas/\(mapped ?? kind)", "#/definitions/\(mapped ?? kind)"]
    for candidate in candidates.compactMap(\.self) where target(of: candidate, from: pair.schema) != nil {
      return candidate
    }
    return nil
  }

  private static func kinds(_ discriminator: JSONValue, _ alternatives: [JSONValue]) -> [String] {
    let mapped = discriminator["mapping"]?.object?.keys.map(\.self) ?? []
    return mapped.isEmpty ? alternatives.compactMap { $0["$ref"]?.string?.lastPathPart } : mapped
  }
}
