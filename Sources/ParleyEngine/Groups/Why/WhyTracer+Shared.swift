// Shared keys: who wrote them, and when.
extension WhyTracer {
  /// A key that a step read or wrote.
  func shared(_ key: String, usedBy record: NodeRecord) async -> WhyLink {
    let isRead = record.made.sharedReads.contains { $0.key == key }
    guard !isRead, record.made.sharedWrites.contains(where: { $0.key == key }),
      let link = await write(of: key, by: record)
    else { return await shared(key, readBy: record) }
    return link
  }

  func shared(_ key: String, readBy record: NodeRecord) async -> WhyLink {
    let use = record.made.sharedReads.first { $0.key == key }
    let shown = use.flatMap { $0.isSecret ? Secrets.mask : $0.value.map { self.words(of: $0) } }
    let value = shown.map { " was \($0)" } ?? (use == nil ? "" : " had no value")
    let words = "the shared key `\(key)`\(value) when \(name(of: record)) read it"
    let writers = writers(of: key, before: record)
    var causes: [WhyLink] = []
    // Of several at once it is the one whose value was read.
    let same = writers.last { node in node.made.sharedWrites.contains { $0.key == key && $0.value == use?.value } }
    if let last = same ?? writers.last {
      causes = await links([last]) { await self.write(of: key, by: $0) }
      causes += rivals(of: last, key, readBy: record)
      causes += replaced(by: last, key, among: writers)
    } else {
      causes = [await earlierWrite(of: key, readBy: record)]
    }
    causes += laterWrites(of: key, after: record).map { lateWrite(of: key, by: $0, after: record) }
    return WhyLink(words, target: .shared(key), end: .unknown, causes: causes, trying: .shared(key))
  }

  /// The step whose other value the last writer replaced, one after the other.
  private func replaced(by last: NodeRecord, _ key: String, among writers: [NodeRecord]) -> [WhyLink] {
    let before = writers.last { $0.path != last.path && !$0.overlaps(last) && $0.lastMoment <= last.startedAt }
    guard let before, let value = before.written(key), value != last.written(key) else { return [] }
    let shown = before.made.sharedWrites.last { $0.key == key }.flatMap { use in
      use.isSecret ? Secrets.mask : words(of: value)
    }
    return [
      WhyLink(
        "it replaced what \(name(of: before)) had written\(shown.map { ": \($0)" } ?? "")",
        target: .step(before.path, .attempts, nil), end: .response
      ).meaning(.change)
    ]
  }

  private func words(of value: SharedValue) -> String {
    value.json.map { self.shown($0) } ?? value.text.map { shown(.string($0)) } ?? "bytes"
  }

  /// Those that had written it when a step began, by the time at which they ended.
  private func writers(of key: String, before record: NodeRecord) -> [NodeRecord] {
    recording.nodes.filter { node in
      node.path != record.path && node.startedAt <= record.startedAt && node.isWork
        && node.made.sharedWrites.contains { $0.key == key }
    }.sorted { $0.lastMoment < $1.lastMoment }
  }

  private func laterWrites(of key: String, after record: NodeRecord) -> [NodeRecord] {
    recording.nodes.filter { node in
      node.path != record.path && node.startedAt > record.startedAt && node.isWork
        && node.made.sharedWrites.contains { $0.key == key }
    }.prefix(1).map(\.self)
  }

  private func write(of key: String, by record: NodeRecord) async -> WhyLink? {
    let request = recording.step(at: record.path)?.request ?? record.name
    if recording.step(at: record.path)?.means == "set" { return await set(key, by: record) }
    guard record.kind == .request, let capture = await facts.capture(request, key) else {
      var causes: [WhyLink] = []
      if record.kind == .job {
        causes = await links(recording.origins(of: record.path).prefix(Self.most)) {
          await self.value(.root, of: $0)
        }
      }
      return WhyLink(
        "\(name(of: record)) wrote `\(key)`", evidence: await facts.place(record),
        target: .step(record.path, .definition, nil), end: record.kind == .job ? .file : .response, causes: causes)
    }
    let root = recording.step(at: record.path)?.root ?? .root
    let taken = await response(ValuePath(root.segments + capture.path.segments), of: record)
    return WhyLink(
      "\(name(of: record)) captured `\(key)` from \(capture.path) of its response", evidence: capture.place,
      target: capture.place.map(WhyLink.Target.file) ?? .step(record.path, .response, capture.path), causes: [taken])
  }

  /// By a step that only writes keys: its file's line, and what stands in its templates.
  private func set(_ key: String, by record: NodeRecord) async -> WhyLink {
    let place = NodeSource.set(key)
    let written = await facts.written(record).first { $0.name == place }
    let causes = await links(record.sources.filter { $0.place == place }.prefix(Self.most)) { source in
      let causes = await self.causes(of: source, in: record)
      return causes.links.first
    }
    let line = written?.place
    let step = await facts.place(record)
    let isKnown = written.map { $0.hasLiteral && !$0.isNewer } ?? false
    return WhyLink(
      "\(name(of: record)) wrote `\(key)`", evidence: line ?? step,
      target: line.map(WhyLink.Target.file) ?? .step(record.path, .definition, nil), end: isKnown ? .file : .unknown,
      causes: causes)
  }

  /// Steps that wrote the key while the last writer was in flight: which of them comes last is chance.
  private func rivals(of last: NodeRecord, _ key: String, readBy reader: NodeRecord) -> [WhyLink] {
    recording.nodes.filter { node in
      node.path != last.path && node.path != reader.path && node.isWork && node.overlaps(last)
        && node.written(key).map { $0 != last.written(key) } == true
    }.prefix(Self.most).map { rival in
      let value = rival.made.sharedWrites.last { $0.key == key }.flatMap { use in
        use.isSecret ? Secrets.mask : use.value.map { self.words(of: $0) }
      }
      return WhyLink(
        "\(name(of: rival)) wrote `\(key)` too\(value.map { " (\($0))" } ?? ""), at the same time as \(name(of: last))",
        evidence: "a race: the last one wins", target: .step(rival.path, .attempts, nil), end: .clock
      ).meaning(.doubt)
    }
  }

  private func lateWrite(of key: String, by writer: NodeRecord, after reader: NodeRecord) -> WhyLink {
    WhyLink(
      "\(name(of: writer)) writes `\(key)` in this run, but only after \(name(of: reader)) has read it",
      evidence: "the order of the steps", target: .step(writer.path, .definition, nil), end: .file)
  }

  private func earlierWrite(of key: String, readBy record: NodeRecord) async -> WhyLink {
    guard let write = await facts.lastWrite(key, record.startedAt) else {
      let isAbsent = record.made.sharedReads.contains { $0.key == key && $0.value == nil }
      return WhyLink(
        isAbsent ? "nobody had written `\(key)`" : "no step of this run had written `\(key)`", target: .shared(key))
    }
    let age = write.at.duration(to: record.startedAt).inRoundWords
    let writer = write.isByHand ? "by hand" : write.writer.map { "by \($0)" } ?? "by an unknown writer"
    let run = write.run.map { " in run \($0)" } ?? ""
    let link = WhyLink(
      "no step of this run had written `\(key)`: it was written \(writer)\(run), \(age) before",
      evidence: write.at.localMoment, target: .shared(key), end: write.isByHand ? .person : .earlier,
      causes: expiry(of: key, write, record))
    return link
  }

  private func expiry(of key: String, _ write: WhyWrite, _ record: NodeRecord) -> [WhyLink] {
    guard let expires = write.expires, expires <= record.startedAt else { return [] }
    return [
      WhyLink(
        "`\(key)` had expired \(expires.duration(to: record.startedAt).inRoundWords) before \(name(of: record)) read it",
        evidence: expires.localMoment, target: .shared(key), end: .clock)
    ]
  }
}

extension NodeRecord {
  /// The last value that it wrote of a shared key.
  fileprivate func written(_ key: String) -> SharedValue? { made.sharedWrites.last { $0.key == key }?.value }

  /// Whether both were in flight at some moment.
  func overlaps(_ other: NodeRecord) -> Bool {
    startedAt < other.lastMoment && other.startedAt < lastMoment
  }
}
