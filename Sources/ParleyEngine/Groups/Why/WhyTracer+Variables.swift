// Variables: which file sets them, and what the run had of them.
extension WhyTracer {
  /// - Parameter isOfFilter: whether a filter read it, in `$vars`.
  func variable(_ path: String, in record: NodeRecord, isOfFilter: Bool = false) async -> WhyLink {
    let name = String(path.prefix { $0 != "." && $0 != "[" })
    guard let fact = await facts.variable(name) else {
      return WhyLink("it comes from the variable `\(name)`", trying: .variable(name))
    }
    if fact.isSecret, isOfFilter { return secretVariable(name, fact) }
    if isOfFilter, let link = otherwise(name, fact, in: record) { return link }
    let environment = fact.environment ?? "any environment"
    let value = fact.value ?? "empty"
    let sentence =
      switch fact.source {
      case .environment: "`\(name)` is \(value) in \(environment)"
      case .fallback where fact.environment == nil:
        "`\(name)` is \(value): no environment is chosen, so the default is used"
      case .fallback: "`\(name)` is not set in \(environment): the default \(value) is used"
      case .given: "`\(name)` was given for this run: \(value)"
      case .nobody: "`\(name)` is not set in \(environment), and has no default"
      }
    let isSetHere = fact.others.isEmpty || fact.source == .environment || fact.source == .given
    let others = isSetHere ? nil : "set in \(fact.others.joined(separator: ", "))"
    let newer = fact.isNewer ? "it may have had another value in this run" : nil
    let evidence = [fact.place, others, newer].compactMap(\.self).joined(separator: "  ")
    return WhyLink(
      sentence, evidence: evidence.isEmpty ? nil : evidence,
      target: fact.place.map(WhyLink.Target.file), end: fact.source == .given ? .person : .file,
      trying: .variable(name))
  }

  private func secretVariable(_ name: String, _ fact: WhyVariable) -> WhyLink {
    WhyLink(
      "`\(name)` is a secret: filters do not see it, so that $vars.\(name) is null", evidence: fact.place,
      target: fact.place.map(WhyLink.Target.file), end: .file)
  }

  /// A variable whose value in the run is not the one that it has today.
  private func otherwise(_ name: String, _ fact: WhyVariable, in record: NodeRecord) -> WhyLink? {
    let source = record.sources.first { $0.place == "$vars.\(name)" }
    guard let source, let text = source.value else { return nil }
    let value = Self.plain(text)
    if source.origin == .other("--set") {
      return WhyLink("`\(name)` was given for this run: \(value)", end: .person, trying: .variable(name))
    }
    // A text looks the same in quotes and without.
    let now = fact.value.flatMap { (try? JSONValue(parsing: Array($0.utf8)))?.string } ?? fact.value
    guard now != text, fact.value != Secrets.mask, text != Secrets.mask, !text.hasSuffix("…") else { return nil }
    return WhyLink(
      "`\(name)` was \(value) in this run", evidence: "it is \(fact.value ?? "not set") now", end: .unknown,
      trying: .variable(name))
  }

  /// A text as JSON: a number and its like as they are.
  private static func plain(_ text: String) -> String {
    if let value = try? JSONValue(parsing: Array(text.utf8)), value.kind != .string {
      return JSONPrinter.compact.string(of: value)
    }
    return JSONPrinter.compact.string(of: .string(text))
  }
}
