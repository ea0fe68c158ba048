/// Records what one node was made from: what it looked up, and the sources that its request names.
package final class NodeTrace: Sendable {
  /// The notes on one node.
  package struct Notes: Sendable, Hashable, Codable {
    /// Whether the node was made from its input; nil where nobody has said.
    package var usesInput: Bool?
    /// All the rest, behind one reference; nil where there is nothing of it.
    private var noted: CopyOnWrite<NotedParts>?

    /// Nothing is written down yet.
    package init() {}

    var parts: NotedParts? { noted?.wrappedValue }

    var changing: NotedParts {
      get { parts ?? NotedParts() }
      _modify {
        var box = noted ?? CopyOnWrite(wrappedValue: NotedParts())
        noted = nil
        defer { noted = box.wrappedValue == NotedParts() ? nil : box }
        yield &box.wrappedValue
      }
    }

    /// All but whether its input was used; nil where there is nothing of it.
    package var withoutInput: Notes? {
      guard noted != nil else { return nil }
      var notes = self
      notes.usesInput = nil
      return notes
    }
  }

  /// An attempt that was told the response to a request which was in flight already.
  package struct SharedTransfer: Sendable, Hashable, Codable {
    /// The attempt's own.
    package var exchange: ExchangeID
    /// The one that was sent.
    package var of: ExchangeID
    /// The step that sent it; nil when that was no step of the run.
    package var step: NodePath?

    /// This exchange was not sent by itself.
    package init(exchange: ExchangeID, of: ExchangeID, step: NodePath?) {
      self.exchange = exchange
      self.of = of
      self.step = step
    }

    /// In a few words.
    package var summary: String {
      "shares the transfer of \(step.map { "step \($0)" } ?? "a request outside this run")"
    }
  }

  private struct State {
    var notes = Notes()
    var elementSources: ElementSources?
    var elementSecrets: SecretParts?
    /// The things that its requests used, of a node beside which others run.
    var uses: [TrafficWatch.Use] = []
  }

  /// Says of an element of the list that a node runs for, counted from 0, where its parts come from.
  package typealias ElementSources = @Sendable (Int) -> [NodeSource]

  private let state = Lock(State())

  /// Nothing is written down yet.
  package init() {}

  /// The notes so far.
  package var soFar: Notes { state.withLock { $0.notes } }

  /// Says of a part of the node whether that is made from the node's input. One that is makes the whole node so.
  package func noteInput(isUsed: Bool) {
    state.withLock { $0.notes.usesInput = $0.notes.usesInput == true || isUsed }
  }

  /// Says where a value comes from: exactly, for a template, a capture or a path.
  package func note(_ source: NodeSource) {
    state.withLock { $0.notes.sources.append(source) }
  }

  /// Says where the elements of its list come from. Asked for one element at a time, before that runs; nil once all have run.
  package func note(elementSources: ElementSources?) {
    state.withLock { $0.elementSources = elementSources }
  }

  /// Says what is secret in the list that it runs for.
  package func note(elementSecrets: SecretParts) {
    state.withLock { $0.elementSecrets = elementSecrets }
  }

  /// Says what is secret in what it gives.
  /// - Parameter names: of members that were made of secrets.
  package func note(secretOutput: SecretParts, names: [String] = []) {
    state.withLock { state in
      state.notes.secretOutput = secretOutput
      if !names.isEmpty { state.notes.secretNames = names }
    }
  }

  /// Whether something in what it gives is said to be secret.
  var givesSecret: Bool { state.withLock { $0.notes.secretOutput?.isEmpty == false } }

  /// Says what is secret in the value that it works on.
  func note(secretInput: SecretParts) {
    if !secretInput.isEmpty { state.withLock { $0.notes.secretInput = secretInput } }
  }

  /// Nil where nobody has said it.
  var elementSecrets: SecretParts? { state.withLock { $0.elementSecrets } }

  func sources(ofElement index: Int) -> [NodeSource] {
    state.withLock { $0.elementSources?(index) ?? [] }
  }

  /// Forgets what it was made from, which is looked up again because it works on something else now. Edits and what was
  /// written to shared data stay.
  func restart() {
    state.withLock { state in
      var notes = Notes()
      (notes.edits, notes.sharedWrites, notes.elements) = (
        state.notes.edits, state.notes.sharedWrites, state.notes.elements
      )
      notes.sharedTransfers = state.notes.sharedTransfers
      notes.sends = state.notes.sends
      state.notes = notes
    }
  }

  /// Says what is probably not meant, in a sentence without secrets; once, however often it is said.
  package func warn(_ sentence: String) {
    state.withLock { state in
      if !state.notes.warnings.contains(sentence) { state.notes.warnings.append(sentence) }
    }
  }

  func note(_ edit: NodeEdit) {
    state.withLock { $0.notes.edits.append(edit) }
  }

  /// Once, however often it is said.
  func noteAgain(_ edits: [NodeEdit]) {
    state.withLock { state in
      for edit in edits where !state.notes.edits.contains(edit) { state.notes.edits.append(edit) }
    }
  }

  func hasWritten(_ key: String) -> Bool {
    state.withLock { state in state.notes.sharedWrites.contains { $0.key == key } }
  }

  func note(elements count: Int) {
    state.withLock { $0.notes.elements = count }
  }

  var warnings: [String] { state.withLock { $0.notes.warnings } }

  func note(_ transfer: SharedTransfer) {
    state.withLock { $0.notes.sharedTransfers.append(transfer) }
  }

  func note(_ sends: [RecordedSend]) {
    state.withLock { $0.notes.sends += sends }
  }

  /// Says which rows of a list came through its filter.
  package func note(_ rows: RowAccount?) {
    state.withLock { $0.notes.rows = rows }
  }

  func note(uses: [TrafficWatch.Use]) {
    state.withLock { state in
      if state.uses.isEmpty { state.uses = uses } else { state.uses += uses }
    }
  }

  var uses: [TrafficWatch.Use] { state.withLock { $0.uses } }

  func note(_ overlaps: [StepOverlap]) {
    state.withLock { $0.notes.overlaps += overlaps }
  }

  /// Says that the node was made from what another step gave.
  package func noteRead(step path: NodePath) {
    state.withLock { state in
      if !state.notes.steps.contains(path) { state.notes.steps.append(path) }
    }
  }

  func noteRead(_ use: SharedUse) {
    state.withLock { state in
      if !state.notes.sharedReads.contains(use) { state.notes.sharedReads.append(use) }
    }
  }

  func noteWrite(_ use: SharedUse) {
    state.withLock { $0.notes.sharedWrites.append(use) }
  }
}

/// A shared key that a node read or wrote, with the value it was; nil where there was none.
package struct SharedUse: Sendable, Hashable, Codable {
  /// The key's name.
  package var key: String
  /// The value that was read or written.
  package var value: SharedValue?
  /// Whether its value must be masked wherever it is shown.
  package var isSecret: Bool

  /// A use of this key.
  package init(key: String, value: SharedValue?, isSecret: Bool) {
    self.key = key
    self.value = value
    self.isSecret = isSecret
  }
}

/// The source of one value of a node's request or output.
package struct NodeSource: Sendable, Hashable, Codable {
  /// The value's place, such as `body.id` or `path.id`.
  package var place: String
  /// The value's origin.
  package var origin: Provenance
  /// The value as a text, masked, where no step and no shared key has it: that of a variable, or of a function. Its beginning, where it
  /// is long.
  package var value: String?
  /// The name of the variable that a file sets there; nil for anything else, and in a recording that is older than this.
  package var variable: String?

  /// Says where the value at this place comes from.
  package init(place: String, origin: Provenance, value: String? = nil, variable: String? = nil) {
    self.place = place
    self.origin = origin
    self.value = value
    self.variable = variable
  }
}
