package import ParleyEngine
internal import ParleyFiles
package import ParleyModel
internal import ParleyStore
internal import ParleyText

extension RunInquiry {
  /// The differences between a run and an earlier one, those on the way of a chain first. Nothing is sent.
  package func changes(
    since earlier: KeptRun, in recording: RunRecording, on chain: WhyChain, asked question: WhyQuestion
  ) async throws -> RunChanges {
    let before = try await session.runs.recording(of: earlier)
    let comparison = await session.runs.compare(before, with: recording)
    let masking = await (old: session.runs.masking(of: before), new: session.runs.masking(of: recording))
    let search = ChangeSearch(before, recording, comparison, session, masking, "run \(earlier.sequence)")
    let (near, far) = search.changes(on: search.way(from: question.step, along: chain))
    return RunChanges(
      since: earlier.sequence, wasGreen: earlier.summary.state == .succeeded, onTheWay: near, others: far)
  }
}

/// Looks for the differences between two runs that explain each other.
private struct ChangeSearch {
  private let old, new: RunRecording
  private let rows: [NodePath: RunComparison.Row]
  private let session: Session
  private let masking: (old: RecordMasking, new: RecordMasking)
  /// `run 31`
  private let was: String

  init(
    _ old: RunRecording, _ new: RunRecording, _ comparison: RunComparison, _ session: Session,
    _ masking: (old: RecordMasking, new: RecordMasking), _ was: String
  ) {
    (self.old, self.new, self.session, self.masking, self.was) = (old, new, session, masking, was)
    rows = Dictionary(comparison.rows.compactMap { row in row.right.map { ($0.path, row) } }) { first, _ in first }
  }

  /// The steps on the way back from one, the nearest first.
  func way(from step: NodePath, along chain: WhyChain) -> [NodePath] {
    var way = [step]
    for item in chain.links {
      if case .step(let path, _, _)? = item.link.target, !way.contains(path) { way.append(path) }
    }
    var next = 0
    while next < way.count, way.count < Self.longest {
      let path = way[next]
      next += 1
      guard let record = new[path] else { continue }
      let writers = record.made.sharedReads.compactMap { new.writer(of: $0.key, before: record) }
      for giver in givers(of: record).sorted(by: >) + writers where !way.contains(giver) { way.append(giver) }
    }
    return way
  }

  private static let longest = 200

  /// A request is made of what its templates name, not of all that came before it.
  private func givers(of record: NodeRecord) -> Set<NodePath> {
    guard record.kind == .request, record.made.usesInput != true else { return new.givers(of: record.path) }
    return Set(record.made.steps + record.sources.flatMap { $0.origin.places.map(\.step) })
  }

  /// - Returns: those on the way that nothing else explains, and all others.
  func changes(on way: [NodePath]) -> ([RunChange], [RunChange]) {
    var (near, far) = ([RunChange](), [RunChange]())
    let known = Set(way)
    for path in way {
      guard let record = new[path] else { continue }
      let own = ownChanges(of: record)
      near += own.filter { !near.contains($0) }
      let results = resultChanges(of: record)
      if own.isEmpty, !isExplained(record, by: known) { near += results } else { far += results }
    }
    near += orderChanges(of: way)
    if let change = environmentChange {
      if near.contains(where: { $0.kind == .variable || $0.kind == .shared }) {
        near.append(change)
      } else {
        far.append(change)
      }
    }
    for record in new.nodes where !known.contains(record.path) {
      far += ownChanges(of: record) + resultChanges(of: record)
    }
    return (near, far + timeChanges())
  }

  private func name(_ record: NodeRecord) -> String { "\(record.path) \(record.name)" }

  private func shown(_ value: JSONValue?, _ record: NodeRecord?, _ masking: RecordMasking) -> String {
    guard let value else { return "nothing" }
    if record?.isSecret == true { return Secrets.mask }
    return value.shortText(60, hiding: masking.secrets)
  }
}

// The parts that a step was made of.
extension ChangeSearch {
  /// Differences of a step that no other step explains.
  private func ownChanges(of record: NodeRecord) -> [RunChange] {
    guard let row = rows[record.path] else { return [] }
    guard let left = row.left else {
      guard !row.isInLeft else { return [] }
      let target = WhyLink.Target.step(record.path, .definition, nil)
      if let elsewhere = old.outline.first(where: { $0.name.isIdentical(to: record.name) && $0.kind == record.kind }) {
        return [
          RunChange(.order, "\(name(record)) stood elsewhere: it was \(elsewhere.path) in \(was)", target: target)
        ]
      }
      return [RunChange(.step, "\(name(record)) is new: \(was) had no such step", target: target)]
    }
    return definitionChange(record, left) + fileChange(record) + sourceChanges(record, left)
      + sharedChanges(record, left) + sendChanges(record, left) + editChange(record, left)
  }

  private func definitionChange(_ record: NodeRecord, _ left: NodeRecord) -> [RunChange] {
    guard let now = new.step(at: record.path)?.definition, let then = old.step(at: left.path)?.definition,
      now != then
    else { return [] }
    let lines = now.split(separator: "\n").filter { !then.split(separator: "\n").contains($0) }
    let gone = then.split(separator: "\n").filter { !now.split(separator: "\n").contains($0) }
    let evidence = [
      lines.first.map { "now \($0.trimmingSpaces)" }, gone.first.map { "was \($0.trimmingSpaces)" },
    ].compactMap(\.self).joined(separator: ", ")
    return [
      RunChange(
        .definition, "the definition of \(name(record)) has changed", evidence: masking.new.masked(evidence),
        target: .step(record.path, .definition, nil))
    ]
  }

  /// The request's file was written between both runs.
  private func fileChange(_ record: NodeRecord) -> [RunChange] {
    guard let id = new.step(at: record.path)?.request, let request = session.workspace.request(id),
      let stamp = FileSystem.stamp(of: "\(session.workspace.root)/\(request.file)")
    else { return [] }
    let written = stamp.time
    guard written > old.summary.startedAt, written <= new.summary.startedAt else { return [] }
    return [
      RunChange(
        .file, "`\(request.file)` was changed between both runs", evidence: written.localMoment,
        target: .file(request.file))
    ]
  }

  /// Values that stand in no step: of variables, and of functions.
  private func sourceChanges(_ record: NodeRecord, _ left: NodeRecord) -> [RunChange] {
    var before = Dictionary(grouping: left.sources) { $0.place }.mapValues { $0[...] }
    return record.sources.compactMap { source in
      // Several templates may stand in one part: each is compared with its own.
      guard let old = before[source.place]?.popFirst(), source.origin.place != nil, old.origin.place != nil,
        !source.origin.isClock
      else { return nil }
      // An empty text is no value.
      let (value, then) = (source.value ?? "", old.value ?? "")
      guard value != then else { return nil }
      return RunChange(
        .variable, "\(source.place) of \(name(record)) is \(quoted(value)); it was \(quoted(then)) in \(was)",
        evidence: source.origin.place == old.origin.place
          ? source.origin.place
          : [source.origin.place, old.origin.place].compactMap(\.self).joined(separator: ", was "),
        target: .step(record.path, .request, nil))
    }
  }

  private func quoted(_ text: String) -> String {
    JSONPrinter.compact.string(of: .string(masking.new.masked(text)))
  }

  /// Shared keys that no step of the run wrote.
  private func sharedChanges(_ record: NodeRecord, _ left: NodeRecord) -> [RunChange] {
    record.made.sharedReads.compactMap { use in
      guard let then = left.made.sharedReads.first(where: { $0.key == use.key }), then.value != use.value,
        new.writer(of: use.key, before: record) == nil
      else { return nil }
      let isSecret = use.isSecret || then.isSecret
      let words =
        isSecret
        ? "another value than in \(was)"
        : "\(shown(use.value?.json ?? use.value?.text.map(JSONValue.string), record, masking.new)); it was \(shown(then.value?.json ?? then.value?.text.map(JSONValue.string), left, masking.old)) in \(was)"
      return RunChange(
        .shared, "the shared key `\(use.key)` is \(words)", evidence: "read by \(name(record))",
        target: .shared(use.key))
    }
  }

  /// How its request was sent: from the cache, by a mock, several times.
  private func sendChanges(_ record: NodeRecord, _ left: NodeRecord) -> [RunChange] {
    guard record.kind == .request, !record.attempts.isEmpty, !left.attempts.isEmpty else { return [] }
    var words: [String] = []
    if record.isUnsent != left.isUnsent {
      words.append(
        record.isUnsent ? "was served from the cache; it was sent" : "was sent; it was served from the cache")
    }
    if record.made.isMock != left.made.isMock {
      words.append(record.made.isMock ? "got its response from a mock; it was sent" : "was sent, a mock replied")
    }
    if record.attemptCount != left.attemptCount {
      words.append("was sent \(record.attemptCount.times); it was sent \(left.attemptCount.times)")
    }
    if record.hopCount != left.hopCount {
      words.append("went to \(record.hopCount.addresses); it went to \(left.hopCount.addresses)")
    }
    return words.map {
      RunChange(.sends, "\(name(record)) \($0) in \(was)", target: .step(record.path, .attempts, nil))
    }
  }

  private func editChange(_ record: NodeRecord, _ left: NodeRecord) -> [RunChange] {
    guard record.made.edits.isEmpty != left.made.edits.isEmpty else { return [] }
    let words = record.made.edits.isEmpty ? "was edited by hand in \(was), and is not now" : "was edited by hand"
    return [RunChange(.step, "\(name(record)) \(words)", target: .step(record.path, .input, nil))]
  }
}

// The results of a step.
extension ChangeSearch {
  /// Whether something before it explains that it gave something else.
  private func isExplained(_ record: NodeRecord, by way: Set<NodePath>) -> Bool {
    let writers = record.made.sharedReads.compactMap { new.writer(of: $0.key, before: record) }
    let before = givers(of: record).union(writers)
    if before.contains(where: { rows[$0].map { !$0.isSame } ?? false }) { return true }
    return record.failsByOthers(in: new)
  }

  private func resultChanges(of record: NodeRecord) -> [RunChange] {
    guard let row = rows[record.path], let left = row.left else { return [] }
    var changes: [RunChange] = []
    let isRequest = record.kind == .request
    let sent = (row.exchange ?? []).filter { $0.path.segments.first == .key("request") }
    changes += sent.prefix(Self.mostParts).map { part in
      let place = ValuePath(Array(part.path.segments.dropFirst()))
      return RunChange(
        .request, "\(name(record)) was sent with another \(place)", evidence: difference(part, record, left),
        target: .step(record.path, .request, nil))
    }
    if record.status != left.status, let status = record.status {
      changes.append(
        RunChange(
          .response, "the status of \(name(record)) is \(status); it was \(left.status.map(String.init) ?? "none")",
          target: .step(record.path, .response, nil)))
    } else if record.state != left.state {
      changes.append(
        RunChange(
          .result, "\(name(record)) \(record.state.pastWord); it \(left.state.pastWord) in \(was)",
          target: .step(record.path, .attempts, nil)))
    }
    let parts = row.differences ?? []
    guard let first = parts.first, record.state == left.state || isRequest else { return changes }
    let words = isRequest ? "the response of \(name(record)) is different" : "\(name(record)) gave something else"
    let more = parts.count > 1 ? ", and \(parts.count - 1) more" : ""
    let path = first.path == .root ? "" : "\(first.path) "
    changes.append(
      RunChange(
        isRequest ? .response : .result, words, evidence: "\(path)\(difference(first, record, left))\(more)",
        target: .step(record.path, .output, first.right == nil ? nil : first.path)))
    return changes
  }

  private static let mostParts = 3

  private func difference(_ part: ValueDifference, _ record: NodeRecord, _ left: NodeRecord) -> String {
    "\(shown(part.left, left, masking.old)) → \(shown(part.right, record, masking.new))"
  }
}

// The run as a whole.
extension ChangeSearch {
  private var environmentChange: RunChange? {
    let (then, now) = (old.summary.environment, new.summary.environment)
    guard then != now else { return nil }
    return RunChange(
      .environment, "the environment is \(now ?? "none"); it was \(then ?? "none") in \(was)",
      target: now.flatMap { session.workspace.environment($0)?.file }.map(WhyLink.Target.file))
  }

  /// Steps on the way that ran in another order.
  private func orderChanges(of way: [NodePath]) -> [RunChange] {
    let pairs = way.compactMap { path in new[path].flatMap { now in rows[path]?.left.map { (now: now, then: $0) } } }
    var changes: [RunChange] = []
    for (index, first) in pairs.enumerated() {
      for second in pairs[(index + 1)...] {
        let isLater = first.now.startedAt >= second.now.lastMoment && first.then.lastMoment <= second.then.startedAt
        let isEarlier = first.now.lastMoment <= second.now.startedAt && first.then.startedAt >= second.then.lastMoment
        guard isLater || isEarlier, !first.now.path.isInside(second.now.path), !second.now.path.isInside(first.now.path)
        else { continue }
        let (early, late) = isLater ? (second.now, first.now) : (first.now, second.now)
        changes.append(
          RunChange(
            .order, "\(name(late)) ran after \(name(early)); it ran before it in \(was)",
            target: .step(late.path, .definition, nil)))
      }
    }
    return Array(changes.prefix(Self.mostParts))
  }

  /// Steps that took at least twice as long.
  private func timeChanges() -> [RunChange] {
    new.nodes.compactMap { record in
      guard record.kind == .request || record.kind == .job, let left = rows[record.path]?.left,
        let now = record.duration, let then = left.duration, now > then * 2, now - then > .milliseconds(100)
      else { return nil }
      return RunChange(
        .time, "\(name(record)) took \(now.inRoundWords); it took \(then.inRoundWords) in \(was)",
        target: .step(record.path, .attempts, nil))
    }
  }
}

extension NodeRecord {
  /// Whether it ended so because steps in it did.
  fileprivate func failsByOthers(in recording: RunRecording) -> Bool {
    output == .nodes && !recording.children(of: path).isEmpty
  }
}

extension NodeRecord.State {
  fileprivate var pastWord: String {
    switch self {
    case .waiting, .running: "had not ended"
    case .succeeded: "succeeded"
    case .failed: "failed"
    case .skipped: "was skipped"
    case .cancelled: "was cancelled"
    case .neverRan: "did not run"
    }
  }
}

extension Provenance {
  /// The place of a file, or the words for where it comes from.
  fileprivate var place: String? { if case .other(let words) = self { words } else { nil } }

  /// Whether it is another one each time.
  fileprivate var isClock: Bool { place?.hasSuffix("()") == true }
}

extension Int {
  fileprivate var times: String { self == 1 ? "once" : self == 2 ? "twice" : "\(self) times" }
  fileprivate var addresses: String { self == 1 ? "one address" : "\(self) addresses" }
}

extension Substring {
  fileprivate var trimmingSpaces: Substring {
    var text = drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return text
  }
}
