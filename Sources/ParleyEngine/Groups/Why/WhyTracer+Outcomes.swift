// How steps ended.
extension WhyTracer {
  func outcome(of record: NodeRecord) async -> WhyLink {
    switch record.state {
    case .failed: return await failure(of: record)
    case .skipped: return await skip(of: record)
    case .neverRan: return await notRun(record.path)
    case .cancelled: return await cancellation(of: record)
    case .waiting, .running:
      return WhyLink("\(name(of: record)) has not ended yet", target: .step(record.path, .attempts, nil))
    case .succeeded:
      if record.made.elements == 0 { return await emptyList(of: record) }
      return await value(.root, of: record.path) ?? unknown(record)
    }
  }

  private func failure(of record: NodeRecord) async -> WhyLink {
    let inner = recording.children(of: record.path).filter { $0.state == .failed }
    let summary = record.error?.summary ?? "the reason is not recorded"
    if record.error?.code == GroupError.nodesFailed([]).code, !inner.isEmpty {
      return WhyLink(
        "\(name(of: record)) failed: \(summary)", target: .step(record.path, .output, nil),
        causes: await links(inner.prefix(Self.most)) { await self.outcome(of: $0) })
    }
    let causes = await causesOfFailure(of: record)
    return WhyLink(
      "\(name(of: record)) failed: \(summary)", evidence: record.error?.place,
      target: .step(record.path, record.status == nil ? .definition : .response, nil), end: causes.end,
      causes: causes.links)
  }

  private func causesOfFailure(of record: NodeRecord) async -> Causes {
    if let edit = record.made.edits.last(where: { $0.part == .result }) { return Causes(links: [byHand(edit, record)]) }
    let parts = record.error?.checked ?? []
    if parts.contains(where: { $0.text == "status" }) { return await causesOfStatus(of: record) }
    if !parts.isEmpty {
      let inner = await chain(await facts.failing(record), of: record)
      let links = await self.links(of: parts, of: record, losing: inner) + losses(before: record)
      return links.isEmpty ? Causes(end: .file) : Causes(links: links)
    }
    if record.error?.code == GroupError.neverHeld(attempts: 0).code, let link = await until(record) {
      return Causes(links: [link])
    }
    let absent = record.made.sharedReads.filter { $0.value == nil }.prefix(Self.most).map(\.key)
    if record.status == nil, !absent.isEmpty {
      return Causes(links: await links(absent) { await self.shared($0, readBy: record) })
    }
    if record.kind == .request, record.status == nil, !record.attempts.isEmpty {
      return await causesWithoutResponse(of: record)
    }
    if record.status != nil { return await causesOfResponse(.root, of: record) }
    guard record.kind == .job else { return Causes(end: record.error?.place == nil ? .unknown : .file) }
    if let path = record.error?.pathInInput, case .result(let step) = record.input {
      let exact = recording.exactPlace(of: path, in: step)
      if let link = await value(exact.path, of: exact.node) { return Causes(links: [link], end: .file) }
    }
    let inputs = await links(recording.origins(of: record.path).prefix(Self.most)) { await self.value(.root, of: $0) }
    return Causes(links: inputs, end: record.error?.place == nil ? .unknown : .file)
  }

  /// Of a request that got no response that it could use.
  private func causesWithoutResponse(of record: NodeRecord) async -> Causes {
    var links = loops(of: record) + (await requestSources(of: record, Self.address))
    if links.isEmpty { links = await writtenParts(of: record, besideTemplates: false, withServer: true) }
    return Causes(links: links, end: links.isEmpty ? .unknown : .response)
  }

  /// The condition that never held, with its parts at the last attempt.
  private func until(_ record: NodeRecord) async -> WhyLink? {
    guard let condition = await facts.until(record) else { return nil }
    let count = record.attemptCount
    let attempt = count == 1 ? "only attempt" : "last of \(count) attempts"
    return WhyLink(
      "`until: \(condition.text)` was false at the \(attempt)", evidence: condition.place,
      target: .step(record.path, .attempts, nil), end: .file, causes: await links(of: condition.parts, of: record))
  }

  /// Rows that the filters before a condition dropped, and that nothing else told of.
  private func losses(before record: NodeRecord) async -> [WhyLink] {
    var (open, known) = ([record.path], Set<NodePath>())
    while let path = open.popLast() {
      guard known.insert(path).inserted, known.count < 20 else { continue }
      if path != record.path, let before = recording[path], let loss = await rowLoss(of: before) { return [loss] }
      open += recording.origins(of: path)
    }
    return []
  }

  /// The parts of a condition or expectation that say most: those that are made of nothing smaller, and below a default that was used
  /// what it stands for.
  /// - Parameter loss: the rows that the condition itself dropped: the cause of a part that it made of what was left.
  func links(of parts: [CheckedPart], of record: NodeRecord, losing loss: WhyLink? = nil) async -> [WhyLink] {
    let leaves = parts.indices.filter { index in
      index + 1 == parts.count || parts[index + 1].depth <= parts[index].depth
    }
    var rest = loss
    let links = await links(leaves.prefix(Self.most)) { index in
      if loss != nil, Self.isMade(parts[index]) {
        // The first of them tells it.
        guard let cause = rest else { return nil }
        rest = nil
        return WhyLink(parts[index].sentence, target: .step(record.path, .input, nil), causes: [cause])
      }
      guard let link = await self.link(of: parts[index], of: record) else { return nil }
      let around = parts[..<index].last { $0.depth < parts[index].depth }
      guard let around, around.text.contains("//"), around.outcome != parts[index].outcome else { return link }
      return WhyLink(
        "\(around.sentence): a default is used", evidence: record.error?.place,
        target: .step(record.path, .definition, nil), causes: [link])
    }
    return links + [rest].compactMap(\.self)
  }

  /// Whether a condition made a part itself, of what a `select` in it let through.
  private static func isMade(_ part: CheckedPart) -> Bool {
    guard part.text.contains("select"), part.path == nil else { return false }
    if case .computed? = part.origin { return true }
    return part.origin == nil
  }

  private func link(of part: CheckedPart, of record: NodeRecord) async -> WhyLink? {
    switch part.origin ?? place(of: part, in: record) {
    case .step(let step, let path)?:
      let exact = recording.exactPlace(of: path, in: step)
      return await value(exact.path, of: exact.node, saying: part.sentence)
    case .computed(_, let origins)? where origins.isEmpty: return nil
    case let origin?:
      let causes = await self.causes(of: origin, in: record)
      return WhyLink(part.sentence, target: .step(record.path, .input, nil), end: causes.end, causes: causes.links)
    case nil where record.kind == .request && record.status != nil:
      let path = part.path.flatMap { try? ValuePath(parsing: $0) }
      return await response(path ?? .root, of: record, saying: part.sentence)
    case nil: return await made(part, of: record)
    }
  }

  /// A part that is a path is looked up in what the step worked on, though it leads to nothing there; one of a variable, in that.
  private func place(of part: CheckedPart, in record: NodeRecord) -> Provenance? {
    if part.text.hasPrefix("$vars."), part.text.isPath { return .other(part.text) }
    if part.text.hasPrefix("$shared."), part.text.isPath { return .shared(part.text.secondName) }
    guard record.kind == .job, part.text.hasPrefix("."), case .result(let step) = record.input,
      let path = try? ValuePath(parsing: part.text)
    else { return nil }
    return .step(step, path)
  }

  /// A part that the condition made itself of what the step worked on.
  private func made(_ part: CheckedPart, of record: NodeRecord) async -> WhyLink? {
    guard record.kind == .job, case .result(let step) = record.input else { return nil }
    let cause = await value(.root, of: step)
    return WhyLink(
      part.sentence, target: .step(record.path, .input, nil), end: .file, causes: [cause].compactMap(\.self))
  }

  private func cancellation(of record: NodeRecord) async -> WhyLink {
    let siblings = record.path.parent.map { recording.children(of: $0) } ?? []
    if let failed = siblings.first(where: { $0.state == .failed }) {
      return WhyLink(
        "\(name(of: record)) was cancelled because \(name(of: failed)) failed", evidence: "onFailure: cancel",
        target: .step(record.path, .attempts, nil), causes: [await outcome(of: failed)])
    }
    return WhyLink(
      "\(name(of: record)) was cancelled: the run was stopped", target: .step(record.path, .attempts, nil), end: .person
    )
  }
}

// Steps that did nothing.
extension WhyTracer {
  private func skip(of record: NodeRecord) async -> WhyLink {
    let target = WhyLink.Target.step(record.path, .definition, nil)
    if recording.step(at: record.path)?.isDisabled == true {
      return WhyLink("\(name(of: record)) is disabled", evidence: await facts.place(record), target: target, end: .file)
    }
    if let error = record.error {
      return WhyLink("\(name(of: record)) was skipped: \(error.summary)", target: target, end: .unknown)
    }
    if record.interventions.contains(.skipped) {
      return WhyLink("\(name(of: record)) was skipped by hand at a pause", target: target, end: .person)
    }
    guard let condition = await facts.condition(record) else {
      let note = recording.step(at: record.path)?.notes.first { $0.hasPrefix("when") }
      return WhyLink("\(name(of: record)) was skipped\(note.map { ": \($0)" } ?? "")", target: target)
    }
    let loss = await chain(condition.losses, of: record)
    let links = await links(of: condition.parts, of: record, losing: loss)
    return WhyLink(
      "\(name(of: record)) was skipped: `when: \(condition.text)` is false", evidence: condition.place, target: target,
      end: .file, causes: links)
  }

  func notRun(_ path: NodePath) async -> WhyLink {
    let name = "\(path) \(recording[path]?.name ?? recording.step(at: path)?.name ?? "")"
    for place in path.wayDown {
      let before = place.siblingsBefore.compactMap { recording[$0] }
      if let failed = before.first(where: { $0.state == .failed }) {
        return WhyLink(
          "\(name) did not run: \(self.name(of: failed)) failed before it", target: .step(failed.path, .attempts, nil),
          causes: [await outcome(of: failed)])
      }
      if place != path, let outer = recording[place], outer.state == .skipped || outer.made.elements == 0 {
        return WhyLink(
          "\(name) did not run: it stands in \(self.name(of: outer))", target: .step(place, .definition, nil),
          causes: [await outcome(of: outer)])
      }
    }
    switch recording.summary.state {
    case .stopped: return WhyLink("\(name) did not run: the run was stopped before its turn", end: .person)
    case .interrupted: return WhyLink("\(name) did not run: the program ended before its turn")
    case .running: return WhyLink("\(name) has not run yet")
    case .succeeded, .failed:
      let hasStep = recording.step(at: path) != nil
      return WhyLink("\(name) did not run", evidence: hasStep ? nil : "the run has no such step")
    }
  }

  private func emptyList(of record: NodeRecord) async -> WhyLink {
    let findings = await facts.findings(record, .root, nil)
    let origins = await links(recording.origins(of: record.path).prefix(Self.most)) {
      await self.value(.root, of: $0)
    }
    let nested = await chain(findings, of: record)
    return WhyLink(
      "\(name(of: record)) ran for 0 elements: its list is empty", evidence: await facts.place(record),
      target: .step(record.path, .definition, nil), end: .file, causes: nested.map { [$0] } ?? origins)
  }
}

extension WhyTracer {
  /// The links of several things, in their order.
  func links<Things: Sequence>(
    _ things: Things, _ link: (Things.Element) async -> WhyLink?
  ) async -> [WhyLink] {
    var links: [WhyLink] = []
    for thing in things { if let link = await link(thing) { links.append(link) } }
    return links
  }

  /// Findings as links, each the cause of the one before it.
  func chain(_ findings: [WhyFinding], of record: NodeRecord, ending last: [WhyLink] = []) async -> WhyLink? {
    var next: WhyLink?
    for (index, finding) in findings.enumerated().reversed() {
      let parts = await links(of: finding.parts, of: record)
      let rest = next.map { [$0] } ?? (index == findings.count - 1 ? last : [])
      next = WhyLink(
        finding.sentence, evidence: finding.evidence ?? finding.place,
        target: finding.place.map(WhyLink.Target.file) ?? .step(record.path, .definition, nil), end: .file,
        causes: parts + rest)
    }
    return next
  }
}

extension String {
  /// Whether it is a path of plain names: `$vars.tenant`.
  fileprivate var isPath: Bool { dropFirst().allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." } }

  /// The name behind the first point: `tenant` in `$vars.tenant.id`.
  fileprivate var secondName: String { String(split(separator: ".").dropFirst().first ?? "") }
}

extension RecordedError {
  /// The path in the input at which a filter failed, as its sentence names it: `(at .total)`.
  fileprivate var pathInInput: ValuePath? {
    guard let end = summary.lastIndex(of: ")"), let start = summary[..<end].firstRange(of: "(at .") else { return nil }
    return try? ValuePath(parsing: String(summary[summary.index(before: start.upperBound)..<end]))
  }
}

extension NodePath {
  /// The paths of the nodes that contain it, from the outside in, and its own.
  var wayDown: [NodePath] { parts.indices.map { NodePath(Array(parts[...$0])) } }

  /// In their order.
  var siblingsBefore: [NodePath] {
    guard let parent else { return [] }
    switch parts.last {
    case .node(let index)?: return (0..<index).map(parent.node)
    case .element(let index)?: return (0..<index).map(parent.element)
    case nil: return []
    }
  }
}
