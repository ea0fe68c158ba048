// What is not there, and what took long.
extension WhyTracer {
  /// The absence of a value: the first step on the way that did not hand it on.
  func missing(_ wanted: JSONValue, in record: NodeRecord) async -> WhyLink {
    let words = "\(shown(wanted)) is not in the output of \(name(of: record))"
    if let output = await output(of: record), !output.places(like: wanted, limit: 1).isEmpty {
      return WhyLink(
        "\(shown(wanted)) is in the output of \(name(of: record))", target: .step(record.path, .output, nil),
        end: .response)
    }
    guard let giver = await giver(of: wanted, before: record) else {
      return WhyLink(words, target: .step(record.path, .output, nil), causes: await neverHad(record))
    }
    let dropper = await dropper(of: wanted, after: giver, upTo: record)
    let findings = await facts.findings(dropper, .root, .step(giver.node, giver.path)).filter { $0.concerns(giver) }
    let source = WhyLink(
      "it stands at \(giver.path) of \(name(of: giver.node))", target: .step(giver.node, .output, giver.path),
      end: .response)
    let loss = findings.contains { !$0.dropped.isEmpty } ? nil : await rowLoss(of: dropper)
    let chain = await chain(findings, of: dropper, ending: [source])
    let lost = WhyLink(
      "\(name(of: dropper)) did not hand it on", evidence: await facts.place(dropper),
      target: .step(dropper.path, .definition, nil),
      causes: [loss].compactMap(\.self) + (chain.map { [$0] } ?? [source]))
    return WhyLink(words, target: .step(record.path, .output, nil), causes: [lost])
  }

  /// No step gave it: the responses that it could have been in, and what they were asked for.
  private func neverHad(_ record: NodeRecord) async -> [WhyLink] {
    var (open, known, causes) = ([record.path], Set<NodePath>(), [WhyLink]())
    while let path = open.popLast(), causes.count < Self.most {
      guard known.insert(path).inserted, let node = recording[path] else { continue }
      guard node.kind == .request else {
        open += recording.origins(of: path).reversed()
        if node.output == .nodes { open += recording.children(of: path).map(\.path).reversed() }
        continue
      }
      let found = await causesOfResponse(.root, of: node)
      causes.append(
        WhyLink(
          "the response of \(name(of: node)) does not have it", target: .step(path, .response, nil), end: .response,
          causes: found.links))
    }
    return causes.isEmpty ? [WhyLink("no step before it had it", end: .response)] : causes
  }

  private func giver(of wanted: JSONValue, before record: NodeRecord) async -> RunRecording.Sighting? {
    let before = way(to: record).filter { $0.isWork && $0.path != record.path }
    for node in before.sorted(by: { $0.lastMoment < $1.lastMoment }) {
      guard let place = await output(of: node)?.places(like: wanted, limit: 1).first else { continue }
      return RunRecording.Sighting(node: node.path, path: place)
    }
    return nil
  }

  /// The steps that a step was made from, directly and through others, itself first: no value came from any other one.
  private func way(to record: NodeRecord) -> [NodeRecord] {
    var (way, open, known) = ([NodeRecord](), [record.path], Set<NodePath>())
    while let path = open.popLast() {
      guard known.insert(path).inserted, let node = recording[path] else { continue }
      way.append(node)
      open += makers(of: node)
    }
    return way
  }

  /// The steps that a step got something from: those that it names or worked on, those in it, and those that wrote its shared keys.
  private func makers(of node: NodeRecord) -> [NodePath] {
    let inner = node.output == .nodes ? recording.children(of: node.path).map(\.path) : []
    let named = node.sources.flatMap { $0.origin.places.map(\.step) }
    let writers = node.made.sharedReads.compactMap { recording.writer(of: $0.key, before: node) }
    let list = node.path.isElementOfList ? node.path.parent.map(recording.origins) ?? [] : []
    return recording.origins(of: node.path) + named + inner + writers + list
  }

  /// The first step that was made from one that had it, and has it no more.
  private func dropper(
    of wanted: JSONValue, after giver: RunRecording.Sighting, upTo record: NodeRecord
  ) async -> NodeRecord {
    var (open, known) = ([record], Set<NodePath>())
    var nearest = record
    while let node = open.popLast() {
      guard known.insert(node.path).inserted else { continue }
      let origins = makers(of: node)
      if origins.contains(giver.node) { return node }
      for origin in origins {
        guard let before = recording[origin] else { continue }
        if await output(of: before)?.places(like: wanted, limit: 1).isEmpty == false { return node }
        nearest = before
        open.append(before)
      }
    }
    return nearest
  }
}

extension WhyFinding {
  /// Whether it may have dropped a value, as far as it says what it dropped.
  fileprivate func concerns(_ value: RunRecording.Sighting) -> Bool {
    let places = dropped.flatMap(\.places)
    return places.isEmpty
      || places.contains { place in
        place.step == value.node && place.path.map { value.path.segments.starts(with: $0.segments) } ?? true
      }
  }
}

// Time.
extension WhyTracer {
  func time(of record: NodeRecord) async -> WhyLink {
    let total = record.duration ?? .zero
    var causes: [WhyLink] = []
    let inner = recording.children(of: record.path)
    if let slowest = inner.max(by: { ($0.duration ?? .zero) < ($1.duration ?? .zero) }) {
      causes.append(await time(of: slowest))
    }
    if inner.isEmpty, let held = record.made.held, held > .zero {
      causes.append(WhyLink("it waited \(held.inRoundWords) for a person", end: .person))
    }
    if inner.isEmpty { causes += await repeats(of: record) + slowestPhase(of: record) }
    return WhyLink(
      "\(name(of: record)) took \(total.inRoundWords)", target: .step(record.path, .attempts, nil), end: .unknown,
      causes: causes)
  }

  /// Its attempts, and the waits between them.
  private func repeats(of record: NodeRecord) async -> [WhyLink] {
    let rows = record.attemptRows
    guard rows.count > 1 else { return [] }
    let waits = record.timePieces(until: record.lastMoment).filter { $0.kind == .retryWait }.map(\.span)
    let wait = TimeSpans(waits).length
    let between = wait > .zero ? ", \(wait.inRoundWords) of waiting between them" : ""
    let words =
      record.hopCount > 1 && record.attemptCount == 1
      ? "its request was redirected: \(rows.count) requests" : "it was sent \(Self.times(rows.count))\(between)"
    return [
      WhyLink(
        words, evidence: firstFailure(of: record, await exchange(of: record)),
        target: .step(record.path, .attempts, nil), end: .response)
    ]
  }

  private func slowestPhase(of record: NodeRecord) -> [WhyLink] {
    guard let phases = record.attempts.last?.phases,
      let longest = AttemptPhases.Phase.allCases.max(by: { phases[$0] < phases[$1] }), phases[longest] > .zero
    else { return [] }
    let time = phases[longest].inRoundWords
    let target = WhyLink.Target.step(record.path, .attempts, nil)
    return switch longest {
    case .queued: [WhyLink("\(time) passed before its last request had a connection", target: target, end: .unknown)]
    case .connect: [WhyLink("\(time) went into connecting", target: target, end: .response)]
    case .waiting: [WhyLink("\(time) passed until the server sent the first byte", target: target, end: .response)]
    case .transfer: [WhyLink("\(time) went into the transfer of the response", target: target, end: .response)]
    }
  }
}

extension JSONValue {
  /// The ways to what is like another: to equal values, and to objects that have all members of an object.
  fileprivate func places(like wanted: JSONValue, limit: Int) -> [ValuePath] {
    guard case .object(let members) = wanted, !members.isEmpty else { return places(of: wanted, limit: limit) }
    return places(limit: limit) { value in
      guard case .object(let own) = value else { return false }
      return members.allSatisfy { own[$0.key] == $0.value }
    }
  }
}
