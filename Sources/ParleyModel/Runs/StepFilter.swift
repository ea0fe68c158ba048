package import ParleyEngine
package import ParleyText

/// Which steps of a run a person wants to see: words and fields, as in the log, all of which must hold.
///
///     pay                     the name, the number or the request holds this word
///     state:failed            waiting, running, ok, failed, skipped, cancelled, notrun
///     kind:request            request, job, serial, concurrent
///     status>=500 ms>200      a number: = : != < <= > >=
///     slow                    took much longer than usual
///     is:changed              the file has changed since
///     is:retried              a mark: retried, redirected, cached, mocked, edited, shared, renewed, overlaps
///     is:dropped is:empty     its filter dropped rows; it ran for an empty list
///     -state:ok               not
package struct StepFilter: Hashable, Sendable {
  package enum Condition: Hashable, Sendable {
    case word(String)
    case state(Set<NodeRecord.State>)
    case kind(String)
    case number(LogFilterTerm.NumberField, LogFilterTerm.Comparison, ClosedRange<Int>)
    case trait(Trait)
  }

  package enum Trait: String, Hashable, Sendable, CaseIterable {
    case slow, changed, edited, retried, redirected, cached, mocked, shared, renewed, overlaps, dropped, empty

    /// Those that a recording tells by itself, of a step.
    package static func all(of record: NodeRecord) -> Set<Trait> {
      var traits = Set(record.marks.compactMap { Trait(rawValue: $0.name.rawValue) })
      if record.made.rows?.dropped ?? 0 > 0 { traits.insert(.dropped) }
      if record.ranForNothing { traits.insert(.empty) }
      return traits
    }

    /// Whether more than the recording must be known for it.
    package var needsMore: Bool { self == .slow || self == .changed }
  }

  private let words: FilterTerms<Condition>

  package init() { words = FilterTerms() }

  package init(_ text: String) { words = FilterTerms(text, reading: Self.condition) }

  package var isEmpty: Bool { words.isEmpty }
  package var terms: [FilterTerm<Condition>] { words.terms }
  /// The words that could not be understood, each as a sentence. Those words filter nothing.
  package var problems: [String] { words.problems }

  /// Only those facts are looked up that are asked for: a filter is asked of every step at each key.
  package func accepts(_ facts: some StepFacts) -> Bool {
    words.areMet { $0.holds(for: facts) }
  }

  /// The words for a state, and the states they stand for.
  package static let states: [(word: String, states: Set<NodeRecord.State>)] = [
    ("waiting", [.waiting]), ("running", [.running]), ("ok", [.succeeded]), ("failed", [.failed]),
    ("skipped", [.skipped]), ("cancelled", [.cancelled]), ("notrun", [.neverRan]),
  ]
}

// Reading it.
extension StepFilter {
  private static func condition(_ word: FilterWord) -> Result<Condition, LogFilterTerm.Problem> {
    let text = word.text.lowercased()
    if word.isText { return .success(.word(text)) }
    if let trait = Trait(rawValue: text), trait == .slow { return .success(.trait(trait)) }
    if let value = word.value(of: "state:")?.lowercased() { return state(value) }
    if let value = word.value(of: "kind:")?.lowercased() { return .success(.kind(value)) }
    if let value = word.value(of: "is:")?.lowercased() {
      return Trait(rawValue: value).map { .success(.trait($0)) }
        ?? .failure(FilterVocabulary.steps.problem(state: value))
    }
    return LogFilterTerm.parse(word, knowing: .steps).map { term in
      switch term.condition {
      case .number(let field, let comparison, let range): .number(field, comparison, range)
      case .text(_, let part): .word(part)
      case .word, .age, .marked, .edited: .word(text)
      }
    }
  }

  private static func state(_ value: String) -> Result<Condition, LogFilterTerm.Problem> {
    let found = states.filter { $0.word.hasPrefix(value) }
    guard !value.isEmpty, !found.isEmpty else {
      return .failure(.init(sentence: "“state:” knows \(states.map(\.word).joined(separator: ", "))."))
    }
    return .success(.state(found.reduce(into: []) { $0.formUnion($1.states) }))
  }
}

extension StepFilter.Condition {
  fileprivate func holds(for facts: some StepFacts) -> Bool {
    switch self {
    case .word(let word): facts.text.holds(word)
    case .state(let states): states.contains(facts.state)
    case .kind(let kind): facts.kind.rawValue.hasPrefix(kind)
    case .number(.status, let comparison, let range): holds(facts.status, comparison, range)
    case .number(.ms, let comparison, let range): holds(facts.milliseconds, comparison, range)
    case .number(.bytes, _, _): false
    case .trait(let trait): facts.has(trait)
    }
  }

  private func holds(_ value: Int?, _ comparison: LogFilterTerm.Comparison, _ range: ClosedRange<Int>) -> Bool {
    value.map { comparison.holds($0, range) } ?? (comparison == .unequal)
  }
}

/// The facts of a step that a filter can ask about.
package protocol StepFacts {
  /// All that can be found by words, in lower case.
  var text: String { get }
  var state: NodeRecord.State { get }
  var kind: NodeRecord.Kind { get }
  var status: Int? { get }
  var milliseconds: Int? { get }

  func has(_ trait: StepFilter.Trait) -> Bool
}

/// The facts that a recording has of a step.
package struct RecordedStep: StepFacts {
  private let record: NodeRecord
  private let outline: StepOutline?

  /// - Parameter outline: the step as its group had it.
  package init(_ record: NodeRecord, _ outline: StepOutline?) {
    self.record = record
    self.outline = outline
  }

  package var text: String {
    let words = ["\(record.path)", record.name, outline?.request, outline?.method].compactMap(\.self)
    return words.joined(separator: " ").lowercased()
  }

  package var state: NodeRecord.State { record.state }
  package var kind: NodeRecord.Kind { record.kind }
  package var status: Int? { record.status }
  package var milliseconds: Int? { record.duration.map { Int($0 / .milliseconds(1)) } }

  package func has(_ trait: StepFilter.Trait) -> Bool { StepFilter.Trait.all(of: record).contains(trait) }
}
