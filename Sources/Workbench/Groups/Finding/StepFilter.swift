import ParleyEngine
import ParleyText
import TerminalKit

/// Which steps of a run a person wants to see: words and fields, as in the log, all of which must hold.
///
///     pay                     the name, the number or the request holds this word
///     state:failed            waiting, running, ok, failed, skipped, cancelled, notrun
///     kind:request            request, job, serial, concurrent
///     status>=500 ms>200      a number: = : != < <= > >=
///     slow                    took much longer than usual
///     is:changed              the file has changed since; is:edited at a pause or in the cache; is:retried
///     -state:ok               not
struct StepFilter: Hashable, Sendable {
  private(set) var terms: [Term] = []
  /// The words that could not be understood, each as a sentence. Those words filter nothing.
  private(set) var problems: [String] = []

  struct Term: Hashable, Sendable {
    enum Condition: Hashable, Sendable {
      case word(String)
      case state(Set<NodeRecord.State>)
      case kind(String)
      case number(LogFilterTerm.NumberField, LogFilterTerm.Comparison, ClosedRange<Int>)
      case trait(Trait)
    }

    var condition: Condition
    var isNegated: Bool
  }

  enum Trait: String, Hashable, Sendable, CaseIterable {
    case slow, changed, edited, retried
  }

  init() {}

  init(_ text: String) {
    for word in FilterWord.all(of: text) {
      switch Self.condition(word) {
      case .success(let condition): terms.append(Term(condition: condition, isNegated: word.isNegated))
      case .failure(let problem): problems.append(problem.sentence)
      }
    }
  }

  var isEmpty: Bool { terms.isEmpty }

  /// Of the step only those facts are found that are asked for: it is asked of every step at each key.
  func accepts(_ path: NodePath, in tree: StepTree) -> Bool {
    terms.allSatisfy { $0.condition.holds(for: path, in: tree) != $0.isNegated }
  }

  /// The words for a state, and the states they stand for.
  static let states: [(word: String, states: Set<NodeRecord.State>)] = [
    ("waiting", [.waiting]), ("running", [.running]), ("ok", [.succeeded]), ("failed", [.failed]),
    ("skipped", [.skipped]), ("cancelled", [.cancelled]), ("notrun", [.neverRan]),
  ]
}

// Reading it.
extension StepFilter {
  private static func condition(_ word: FilterWord) -> Result<Term.Condition, LogFilterTerm.Problem> {
    let text = word.text.lowercased()
    if word.isText { return .success(.word(text)) }
    if let trait = Trait(rawValue: text), trait == .slow { return .success(.trait(trait)) }
    if let value = text.value(of: "state:") { return state(value) }
    if let value = text.value(of: "kind:") { return .success(.kind(value)) }
    if let value = text.value(of: "is:") {
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

  private static func state(_ value: String) -> Result<Term.Condition, LogFilterTerm.Problem> {
    let found = states.filter { $0.word.hasPrefix(value) }
    guard !value.isEmpty, !found.isEmpty else {
      return .failure(.init(sentence: "“state:” knows \(states.map(\.word).joined(separator: ", "))."))
    }
    return .success(.state(found.reduce(into: []) { $0.formUnion($1.states) }))
  }
}

extension StepFilter.Term.Condition {
  fileprivate func holds(for path: NodePath, in tree: StepTree) -> Bool {
    let record = tree.run?.records[path]
    switch self {
    case .word(let word): return tree.text(of: path).holds(word)
    case .state(let states): return states.contains(record?.state ?? .neverRan)
    case .kind(let kind): return (record?.kind ?? tree.outline(of: path)?.kind ?? .job).rawValue.hasPrefix(kind)
    case .number(.status, let comparison, let range): return holds(record?.status, comparison, range)
    case .number(.ms, let comparison, let range): return holds(tree.milliseconds(of: path), comparison, range)
    case .number(.bytes, _, _): return false
    case .trait(let trait): return tree.has(trait, path)
    }
  }

  private func holds(_ value: Int?, _ comparison: LogFilterTerm.Comparison, _ range: ClosedRange<Int>) -> Bool {
    value.map { comparison.holds($0, range) } ?? (comparison == .unequal)
  }
}

extension String {
  fileprivate func value(of field: String) -> String? {
    hasPrefix(field) ? String(dropFirst(field.count)) : nil
  }
}
