// Values, and where they come from.
extension WhyTracer {
  /// A part of what a step gave.
  /// - Returns: nil where it has been followed already.
  func value(_ path: ValuePath, of node: NodePath, saying sentence: String? = nil) async -> WhyLink? {
    guard let record = recording[node] else {
      return WhyLink(sentence ?? "\(node) gave it", target: nil, end: .unknown)
    }
    guard enters(node, path) else { return nil }
    let whole = await output(of: record)
    let shown = whole.flatMap { try? path.resolve(in: $0) }.map { self.shown($0) }
    let gap = whole.flatMap { path.gap(in: $0) { self.shown($0) } }.map { ": \($0)" } ?? ""
    let place =
      record.gaveNothing
      ? "\(name(of: record)) gave nothing"
      : (path == .root ? name(of: record) : "\(name(of: record)) \(path)") + gap
    let words =
      shown.map { path == .root ? "\(name(of: record)) gave \($0)" : "\(path) of \(name(of: record)) is \($0)" }
      ?? (path == .root ? "\(name(of: record)) gave nothing" : "\(name(of: record)) gave no \(path)\(gap)")
    let causes = await causes(of: path, givenBy: record)
    return WhyLink(
      sentence ?? words, evidence: sentence == nil ? nil : place, target: .step(node, .output, path), end: causes.end,
      causes: causes.links)
  }

  private func causes(of path: ValuePath, givenBy record: NodeRecord) async -> Causes {
    if let edit = record.made.edits.last(where: { $0.part == .result || $0.part == .value }) {
      return Causes(links: [byHand(edit, record)])
    }
    if record.gaveNothing { return Causes(links: [await outcome(of: record)]) }
    switch record.output {
    case .answer:
      let root = recording.step(at: record.path)?.root ?? .root
      return await causesOfResponse(ValuePath(root.segments + path.segments), of: record)
    case .nodes: return await causesInside(path, of: record)
    case .value, .none: return await causes(of: path, madeBy: record)
    }
  }

  /// Of a job's value.
  private func causes(of path: ValuePath, madeBy record: NodeRecord) async -> Causes {
    let means = recording.step(at: record.path)?.means
    if let means, ["assert", "set", "wait"].contains(means) { return Causes(links: [await input(path, of: record)]) }
    let findings = await facts.findings(record, path, nil)
    let origin = record.sources.origin(ofOutput: path) ?? inner(of: path, in: record)
    let known = findings.isEmpty || origin.map(\.isElsewhere) == true
    var causes = Causes()
    if known, let origin { causes = await self.causes(of: origin, in: record) }
    if let chain = await chain(findings, of: record) { causes.links.insert(chain, at: 0) }
    if findings.contains(where: { !$0.dropped.isEmpty }) {
      _ = isNew("rows of \(record.path)")
    } else if path == .root, let loss = await rowLoss(of: record) {
      causes.links.insert(loss, at: 0)
    }
    if !causes.links.isEmpty || origin != nil { return causes }
    let steps = await links(recording.origins(of: record.path).prefix(Self.most)) { await self.value(.root, of: $0) }
    let maker = WhyLink(
      "\(name(of: record)) made it\(means.map { " with \($0)" } ?? "")", evidence: await facts.place(record),
      target: .step(record.path, .definition, nil), end: .unknown, causes: steps)
    return Causes(links: [maker])
  }

  /// The sources of the parts of a value that a filter put together, as one.
  private func inner(of path: ValuePath, in record: NodeRecord) -> Provenance? {
    let place = NodeSource.output(path)
    let parts = record.sources.filter { $0.place.hasPrefix(place) && $0.outputPath != nil }.map(\.origin)
    let places = parts.filter(\.isElsewhere)
    if places.isEmpty { return parts.first }
    return places.count == 1 ? places[0] : .computed(by: "", from: places)
  }

  /// Of a group or a list, by the step in it that gave the part.
  private func causesInside(_ path: ValuePath, of record: NodeRecord) async -> Causes {
    let children = recording.children(of: record.path)
    let rest = ValuePath(Array(path.segments.dropFirst()))
    if record.made.elements == 0 { return Causes(links: [await outcome(of: record)]) }
    let giver: (NodePath, ValuePath)?
    switch path.segments.first {
    case .index(let index)? where children.first?.path.isElementOfList == true && children.indices.contains(index):
      giver = (children[index].path, rest)
    case .key(let name)? where record.kind == .concurrent:
      giver = children.first { $0.name.isIdentical(to: name) }.map { ($0.path, rest) }
    default: giver = children.last { $0.state != .skipped && $0.state != .neverRan }.map { ($0.path, path) }
    }
    guard let giver, let link = await value(giver.1, of: giver.0) else { return Causes() }
    return Causes(links: [link])
  }

  /// A part of what a step worked on.
  func input(_ path: ValuePath, of record: NodeRecord) async -> WhyLink {
    let words = "\(path == .root ? "the input" : "\(path) of the input") of \(name(of: record))"
    if let edit = record.made.edits.last(where: { $0.part == .input || $0.part == .list }) {
      return WhyLink(words, target: .step(record.path, .input, path), causes: [byHand(edit, record)])
    }
    if record.interventions.contains(.inputReplaced) {
      return WhyLink("\(words) was replaced by hand", target: .step(record.path, .input, path), end: .person)
        .meaning(.change)
    }
    if let origin = record.sources.origin(ofElement: path) {
      let causes = await causes(of: origin, in: record)
      return WhyLink(words, target: .step(record.path, .input, path), end: causes.end, causes: causes.links)
    }
    if case .result(let step) = record.input {
      let exact = recording.exactPlace(of: path, in: step)
      if let link = await value(exact.path, of: exact.node) { return link }
    }
    if record.input == .none {
      return WhyLink("no step gave \(name(of: record)) an input", target: .step(record.path, .input, nil), end: .file)
    }
    return WhyLink("it is not recorded where \(words) comes from", target: .step(record.path, .input, path))
  }

  private func editLink(of record: NodeRecord, _ words: String) -> WhyLink {
    if let edit = record.made.edits.last { return byHand(edit, record) }
    return WhyLink(
      "a value of \(name(of: record)) was edited by hand", evidence: words, target: .step(record.path, .input, nil),
      end: .person
    ).meaning(.change)
  }

  func byHand(_ edit: NodeEdit, _ record: NodeRecord) -> WhyLink {
    let was = edit.part == .request ? nil : edit.was.map { "; before, it was \(shown($0))" }
    let source = edit.run.map { "taken from run \($0)" } ?? "edited by hand"
    let part = edit.part == .value ? "result" : edit.part.rawValue
    let isInput = edit.part == .input || edit.part == .list
    let tab: WhyLink.Part = edit.part == .request ? .request : isInput ? .input : .output
    return WhyLink(
      "the \(part) of \(name(of: record)) was \(source) at a pause\(was ?? "")",
      evidence: "✎", target: .step(record.path, tab, nil), end: .person
    ).meaning(.change)
  }
}

// Origins.
extension WhyTracer {
  func causes(of origin: Provenance, in record: NodeRecord) async -> Causes {
    switch origin {
    case .step(let step, let path):
      let exact = recording.exactPlace(of: path, in: step)
      return Causes(links: await links([exact]) { await self.value($0.path, of: $0.node) })
    case .places(let step, let places):
      let front = ValuePath(front: places)
      return Causes(
        links: await links([step]) { await self.value(front, of: $0, saying: "\(places) of \(self.name(of: step))") })
    case .computed(_, let origins):
      if let list = list(ofMany: origins) { return await causes(of: list, in: record) }
      var all = Causes()
      for origin in origins.prefix(Self.most) {
        let causes = await causes(of: origin, in: record)
        (all.links, all.end) = (all.links + causes.links.filter { !all.links.contains($0) }, causes.end)
      }
      return all
    case .made(let steps):
      return Causes(links: await links(steps.prefix(Self.most)) { await self.value(.root, of: $0) })
    case .shared(let key): return Causes(links: [await shared(key, readBy: record)])
    case .other(let words): return await causes(of: words, in: record)
    }
  }

  /// Of a source that names its variable, that variable.
  func causes(of source: NodeSource, in record: NodeRecord) async -> Causes {
    guard let name = source.variable else { return await causes(of: source.origin, in: record) }
    return Causes(links: [await variable(name, in: record)])
  }

  /// The one list that many values are elements of.
  private func list(ofMany origins: [Provenance]) -> Provenance? {
    guard origins.count > Self.most, case .step(let step, let first)? = origins.first else { return nil }
    var common = first.segments[...]
    for origin in origins.dropFirst() {
      guard case .step(step, let path) = origin else { return nil }
      common = common.prefix(zip(common, path.segments).prefix { $0 == $1 }.count)
    }
    guard common.count < first.segments.count, case .index? = first.segments.dropFirst(common.count).first else {
      return nil
    }
    return .step(step, ValuePath(Array(common)))
  }

  /// Of what stands in no step.
  private func causes(of words: String, in record: NodeRecord) async -> Causes {
    if words.hasPrefix("$vars.") {
      return Causes(links: [await variable(String(words.dropFirst(6)), in: record, isOfFilter: true)])
    }
    if words.hasPrefix("$steps."), let link = await absentStep(String(words.dropFirst(7)), in: record) {
      return Causes(links: [link])
    }
    if words.hasPrefix("$response") {
      if case .result(let step) = record.input, let before = recording[step] {
        return Causes(links: [await status(of: before)])
      }
      return Causes()
    }
    if words == "written in the filter" {
      let place = await facts.place(record)
      return Causes(links: [
        WhyLink(
          "it is written in the filter of \(name(of: record))", evidence: place,
          target: place.map(WhyLink.Target.file) ?? .step(record.path, .definition, nil), end: .file)
      ])
    }
    if words.hasPrefix("✎") { return Causes(links: [editLink(of: record, words)]) }
    if let name = await facts.variableAt(words) { return Causes(links: [await variable(name, in: record)]) }
    return Causes(links: [
      WhyLink(
        NodeSource.sentence(ofOrigin: words), target: NodeSource.isPlace(words) ? .file(words) : nil, end: .of(words))
    ])
  }

  /// A step that gave nothing to look up: it was skipped, did not run, or its turn comes later.
  private func absentStep(_ path: String, in record: NodeRecord) async -> WhyLink? {
    let name = String(path.prefix { $0 != "." && $0 != "[" })
    if let step = recording.node(named: name) {
      guard step.startedAt >= record.startedAt, step.state == .succeeded else { return await outcome(of: step) }
      return WhyLink(
        "\(self.name(of: step)) runs only after \(self.name(of: record)) looked it up",
        evidence: "the order of the steps", target: .step(step.path, .definition, nil), end: .file)
    }
    guard let outline = recording.outline.first(where: { $0.name.isIdentical(to: name) }) else { return nil }
    return await notRun(outline.path)
  }
}

extension NodeRecord {
  /// Whether it ended and there is nothing that later steps get from it, because it failed, was cancelled or did nothing.
  var gaveNothing: Bool {
    switch state {
    case .failed, .cancelled, .skipped, .neverRan: output == .none
    case .waiting, .running, .succeeded: false
    }
  }
}

extension Provenance {
  /// Whether it leads away from the filter's own text.
  fileprivate var isElsewhere: Bool {
    switch self {
    case .step, .places, .shared, .made: true
    case .computed(_, let origins): origins.contains(where: \.isElsewhere)
    case .other(let words): words != "written in the filter"
    }
  }
}

extension ValuePath {
  /// The value or the names in place of the first part of it that a value does not have; nil if the value has all of it.
  fileprivate func gap(in value: JSONValue, shown: (JSONValue) -> String) -> String? {
    do throws(ValuePathFailure) {
      _ = try resolve(in: value)
      return nil
    } catch {
      switch error.reason {
      case .noKey(let present):
        let names = present.prefix(6).joined(separator: ", ") + (present.count > 6 ? ", …" : "")
        return "no \(ValuePath([error.segment])) there" + (present.isEmpty ? ", it is empty" : ", but \(names)")
      case .noElement(let count): return "\(error.parent) has \(count) element\(count == 1 ? "" : "s")"
      case .wrongKind: return (try? error.parent.resolve(in: value)).map { "\(error.parent) is \(shown($0))" }
      }
    }
  }

  /// As far as a text leads to one place: `.lines[*].price` to `.lines`.
  init(front text: String) {
    let exact = text.prefix { $0 != "*" }
    let front = exact.count == text.count ? exact : exact.dropLast()
    self = (try? ValuePath(parsing: String(front))) ?? .root
  }
}
