import HTTPTypes

/// Writes down what the nodes of one run do, tells it on, and answers who asks.
final class RunRecorder: Sendable {
  private struct State {
    var summary: RunRecording.Summary
    var records: [NodeRecord] = []
    var places: [NodePath: Int] = [:]
    /// At which revision each record changed last.
    var changes: [Int] = []
    /// Which record each revision changed; the first is that of revision 1.
    var log: [Int] = []
    var revision: Int { log.count }
    var captured: [NodePath: Secrets] = [:]
    /// Nodes in whose values a secret is.
    var holders: Set<NodePath> = []
    /// Whether a secret is in any node.
    var holdsSecrets = false
    /// Whether any request or job has begun.
    var hasBegun = false
    /// The times during which steps were held at gates, or waited for what a person types.
    var holds: [RunHold] = []
    /// Overlaps of nodes that have not ended yet, found by others.
    var overlaps: [NodePath: [StepOverlap]] = [:]

    init(_ summary: RunRecording.Summary, expecting count: Int) {
      self.summary = summary
      records.reserveCapacity(count)
      changes.reserveCapacity(count)
      places.reserveCapacity(count)
    }

    /// The times in which a node and the nodes in it waited for a person, and the records of these nodes where there were any.
    func held(around path: NodePath) -> (holds: [RunHold], inner: [NodeRecord]) {
      let holds = holds.filter { $0.path.isInside(path) }
      return (holds, holds.isEmpty ? [] : records.filter { $0.path != path && $0.path.isInside(path) })
    }

    /// - Parameter place: of the record of the same node; nil where it has none.
    mutating func put(_ record: NodeRecord, at place: Int?) {
      log.append(place ?? records.count)
      holdsSecrets = holdsSecrets || record.isSecret
      if let place {
        (records[place], changes[place]) = (record, revision)
      } else {
        places[record.path] = records.count
        records.append(record)
        changes.append(revision)
      }
    }
  }

  let changes = ChangeSignal()
  /// Of the run.
  private let id: String
  private let group: RequestGroup
  private let state: Lock<State>
  private let repository: (any RunRepository)?
  /// The secrets known otherwise.
  private let known: KnownSecrets
  private let now: @Sendable () -> Timestamp

  /// There is room from the beginning for the nodes that surely come.
  init(
    _ summary: RunRecording.Summary, of group: RequestGroup, repository: (any RunRepository)?,
    known: KnownSecrets = KnownSecrets(), now: @escaping @Sendable () -> Timestamp
  ) {
    self.known = known
    id = summary.id
    self.group = group
    state = Lock(State(summary, expecting: group.nodes.count))
    self.repository = repository
    self.now = now
  }

  var recording: RunRecording {
    let (summary, records) = state.withLock { ($0.summary, $0.records) }
    return RunRecording(summary, nodes: records, outline: group.outline)
  }

  /// How many of the steps succeeded so far.
  var stepCount: Event.GroupDone.StepCount { state.withLock { $0.records }.stepCount(in: group.outline) }

  /// The records that are different now, and the revision up to which they are told.
  func records(changedSince revision: Int) -> (records: [NodeRecord], revision: Int) {
    state.withLock { state in
      // Each by its last change, so that it is told once; and only what is new is gone through, for many ask all the time.
      let new = min(revision, state.revision)..<state.revision
      let changed = new.filter { state.changes[state.log[$0]] == $0 + 1 }.map { state.log[$0] }.sorted()
      return (changed.map { state.records[$0] }, state.revision)
    }
  }

  /// The secrets that were captured from responses.
  var secrets: Secrets {
    state.withLock { state in state.captured.values.reduce(into: Secrets()) { $0.formUnion($1) } }
  }

  /// Short ones are known by their places alone.
  func noteCaptured(_ secrets: Secrets, by path: NodePath) {
    guard !secrets.isEmpty else { return }
    let lasting = secrets.unmasked.filter(\.isLookedFor)
    guard !lasting.isEmpty else { return }
    state.withLock { $0.captured[path, default: Secrets()].formUnion(lasting) }
  }

  /// A secret is in what a node gives.
  func noteHolder(_ path: NodePath) {
    state.withLock { _ = $0.holders.insert(path) }
  }

  /// Whether a secret is in what one of these nodes gave, or a node in one of them.
  func isHeld(byAnyOf paths: [NodePath]) -> Bool {
    state.withLock { state in
      !state.holders.isEmpty && paths.contains { path in state.holders.contains { $0.isInside(path) } }
    }
  }

  /// Returns the secrets that these nodes captured.
  func captured(by paths: [NodePath]) -> Secrets {
    state.withLock { state in
      guard !state.captured.isEmpty else { return Secrets() }
      return paths.reduce(into: Secrets()) { secrets, path in
        if let own = state.captured[path] { secrets.formUnion(own) }
      }
    }
  }

  /// Passes on captured secrets: a node's value may hold what the nodes it was made from captured.
  func handOnCaptured(from origins: [NodePath], to path: NodePath) {
    noteCaptured(captured(by: origins), by: path)
  }

  /// Whether a secret is in one of these nodes.
  func isSecret(anyOf paths: [NodePath]) -> Bool {
    state.withLock { state in
      state.holdsSecrets && paths.contains { path in state.places[path].map { state.records[$0].isSecret } ?? false }
    }
  }

  /// Whether any request or job has begun.
  var hasBegun: Bool { state.withLock { $0.hasBegun } }

  /// The node that sent this exchange, or took the place of one that did.
  func path(of exchange: ExchangeID) -> NodePath? {
    state.withLock { state in
      state.records.first { record in
        record.exchange == exchange || record.attempts.contains { $0.exchange == exchange }
      }?.path
    }
  }

  func begin() {
    let summary = state.withLock { state in
      state.summary.startedAt = now()
      return state.summary
    }
    if let repository { repository.note(.began(summary, of: group.outline)) }
    changes.send()
  }

  func end(_ outcome: RunRecording.State) {
    let summary = state.withLock { state in
      (state.summary.state, state.summary.endedAt) = (outcome, now())
      if !state.holds.isEmpty { state.summary.waited = state.summary.waited(in: state.records) }
      return state.summary
    }
    repository?.note(.ended(summary))
    changes.finish()
  }

  /// Takes a node in whose turn has come.
  func open(_ node: Node, _ input: NodeInput) {
    put(input.record(of: node, at: now()), at: state.withLock { $0.places[input.path] })
  }

  /// For a node of which nothing is known but how it ended.
  func close(_ node: Node, _ input: NodeInput, _ result: NodeResult) {
    let time = now()
    let (holds, inner) = state.withLock { $0.held(around: input.path) }
    change(input.path, orWith: input.record(of: node, at: time)) { record in
      record.end(with: result, made: input.trace.soFar, at: time, mask: masking)
      record.note(holds, among: inner, until: time)
    }
  }

  func change(_ path: NodePath, _ change: (inout NodeRecord) -> Void) {
    self.change(path, orWith: nil, change)
  }

  /// - Parameter call: of a node that sends a request.
  func startAttempt(_ moment: GateContext, sending call: Call? = nil) {
    let time = now()
    if !moment.node.isGroup { noteBegin(of: moment.path, at: time) }
    change(moment.path, orWith: moment.input.record(of: moment.node, at: time)) { record in
      (record.state, record.nextAttemptAt) = (.running, nil)
      record.exchange = call?.id ?? record.exchange
      record.isSecret = record.isSecret || call?.request.hasSecret == true
      record.attempts.append(NodeRecord.Attempt(startedAt: time, exchange: call?.id, state: .running))
    }
  }

  /// A step waited for a person.
  func note(_ wait: PersonWait, at path: NodePath) {
    let spans = wait.spans
    guard let end = spans.last?.upperBound else { return }
    state.withLock { state in
      let known = Set(state.holds.lazy.filter { $0.path == path }.map(\.span))
      state.holds += spans.filter { !known.contains($0) }.map { RunHold(path: path, span: $0) }
      // Whoever looks at the run meanwhile sees times without it. It is written down with the end of the node, by its own task.
      for around in sequence(first: path, next: \.parent) {
        guard let place = state.places[around], !state.records[place].state.isFinal,
          around == path || state.records[place].made.elements != nil
        else { continue }
        var record = state.records[place]
        let (holds, inner) = state.held(around: around)
        record.note(holds, among: inner, until: end)
        state.put(record, at: place)
      }
    }
    changes.send()
  }

  /// The time of the run begins with the turn of its first step, so that no step takes longer than the run. If a person
  /// was asked before the step could begin, it begins with the step's first attempt.
  private func noteBegin(of path: NodePath, at time: Timestamp) {
    state.withLock { state in
      guard !state.hasBegun else { return }
      state.hasBegun = true
      let around = sequence(first: path) { $0.parent }
      let turns = around.compactMap { state.places[$0].map { state.records[$0].startedAt } }
      let wasHeld = state.holds.contains { $0.path == path }
      state.summary.startedAt = wasHeld ? time : turns.min() ?? time
    }
  }

  func endAttempt(_ moment: GateContext, _ result: NodeResult) {
    change(moment.path) { record in
      record.state = .waiting
      record.endAttempt(with: result, at: now())
    }
  }

  /// So that whoever looks at the run can count down.
  func awaitAttempt(at path: NodePath, after wait: Duration) {
    guard wait > .zero else { return }
    let time = now().advanced(by: wait)
    change(path) { $0.nextAttemptAt = time }
  }

  func masking(_ text: String) -> String {
    var all = known.all
    all.formUnion(secrets)
    return all.maskingForeign(text)
  }

  private func change(
    _ path: NodePath, orWith new: @autoclosure () -> NodeRecord?, _ change: (inout NodeRecord) -> Void
  ) {
    let (place, before) = state.withLock { state in
      let place = state.places[path]
      return (place, place.map { state.records[$0] })
    }
    guard var record = before ?? new() else { return }
    change(&record)
    put(record, at: place)
  }

  /// Only one task at a time works on a node, so that what was read is still what is there.
  private func put(_ record: NodeRecord, at place: Int?) {
    var record = record
    // Changed only where that says more: it is copied then.
    if !record.isSecret, record.holds(known.all) { record.isSecret = true }
    // Before anybody can see it, so that whoever shows it and asks for what waits to be written has it written.
    repository?.note(place == nil && !record.state.isFinal ? .nodeBegan(record, of: id) : .node(record, of: id))
    let completed = state.withLock { [record] state -> NodeRecord? in
      let late = record.state.isFinal && !state.overlaps.isEmpty ? state.overlaps.removeValue(forKey: record.path) : nil
      guard let late else {
        state.put(record, at: place)
        return nil
      }
      var record = record
      record.made.overlaps += late
      state.put(record, at: place)
      return record
    }
    if let completed { repository?.note(.node(completed, of: id)) }
    changes.send()
  }

  /// Takes down that a node overlaps with another one, whose task found it: at once where the node has ended, else with its end.
  func note(_ overlap: StepOverlap, at path: NodePath) {
    let changed = state.withLock { state -> NodeRecord? in
      guard let place = state.places[path], state.records[place].state.isFinal else {
        state.overlaps[path, default: []].append(overlap)
        return nil
      }
      var record = state.records[place]
      guard !record.made.overlaps.contains(overlap) else { return nil }
      record.made.overlaps.append(overlap)
      state.put(record, at: place)
      return record
    }
    guard let changed else { return }
    repository?.note(.node(changed, of: id))
    changes.send()
  }
}

extension NodeRecord {
  mutating func endAttempt(with result: NodeResult, at time: Timestamp) {
    guard let last = attempts.indices.last, attempts[last].endedAt == nil else { return }
    attempts[last].endedAt = time
    attempts[last].state = State(result.state)
    attempts[last].status = result.response?.status.code
    // Of several sends each has its own.
    let isOne = !made.sends.contains { $0.exchange == attempts[last].exchange }
    attempts[last].phases =
      isOne ? AttemptPhases(result.response, took: attempts[last].startedAt.duration(to: time)) : nil
    status = result.response?.status.code
    attempts[last].errorCode = result.error?.code
  }

  mutating func end(
    with result: NodeResult, made notes: NodeTrace.Notes, at time: Timestamp, mask: (String) -> String
  ) {
    endAttempt(with: result, at: time)
    (state, nextAttemptAt) = (State(result.state), nil)
    status = result.response?.status.code
    exchange = result.exchange ?? exchange
    output = result.recordedOutput
    error = result.error.map { RecordedError($0, mask: mask) }
    made = notes
    made.usesInput = notes.usesInput ?? usesInputUnsaid
    if result.response?.cached?.isByHand == true { made.isEdited = true }
    if let cached = result.response?.cached { made.cached = CacheUse(cached) }
    if result.response?.isMock == true { made.isMock = true }
    // A replay hands on what it does not know either.
    if result.masked != nil, result.value?.holdsMask == true { made.isMasked = true }
    isSecret = isSecret || result.isSecret || notes.touchesSecret
    endedAt = time
  }
}

extension NodeRecord {
  /// Takes down the times in which it waited for a person, it or the nodes in it.
  fileprivate mutating func note(_ holds: [RunHold], among inner: [NodeRecord], until time: Timestamp) {
    guard !holds.isEmpty else { return }
    made.held = held(by: holds, among: inner, until: time)
    let own = holds.filter { $0.path == path }
    if !own.isEmpty { made.pauses = own.map(\.span) }
  }

  /// Whether the node may have used its input, if the recording does not have that: a request or job that ran may have;
  /// a list only passes it on.
  private var usesInputUnsaid: Bool { (kind == .request || kind == .job) && !attempts.isEmpty }
}

extension Request {
  fileprivate var hasSecret: Bool { hidesResponse || !secrets.isEmpty }
}

extension NodeTrace.Notes {
  fileprivate var touchesSecret: Bool {
    sharedReads.contains(where: \.isSecret) || sharedWrites.contains(where: \.isSecret)
  }
}
