import ParleyEngine
import ParleyModel
package import ParleyText

/// Which runs a person wants to see: words and fields, all of which must hold.
///
///     checkout 14             the group or the number holds this word
///     is:failed               failed, ok, stopped, interrupted, running, pinned, imported, replay, fork
///     since:2d until:1h       not longer ago, or longer ago: s, m, h, d, w
///     status:500 status>=500  a step of it got this status
///     ms>200                  it took so long, without pauses
///     environment:staging     the environment
///     changed:cart/pay        this step, by its name, number or request, ended otherwise than in the run before
///     -is:ok                  not
package struct RunFilter: Sendable, Hashable {
  package enum Condition: Sendable, Hashable {
    case word(String)
    case trait(Trait)
    case environment(String)
    case age(LogFilterTerm.AgeField, Duration)
    case number(LogFilterTerm.NumberField, LogFilterTerm.Comparison, ClosedRange<Int>)
    case changed(String)
  }

  package enum Trait: String, Sendable, Hashable, CaseIterable {
    case failed, ok, stopped, interrupted, running, pinned, imported, replay, fork
  }

  private let terms: FilterTerms<Condition>

  package init(_ text: String) { terms = FilterTerms(text, reading: Self.condition) }

  package var isEmpty: Bool { terms.isEmpty }
  /// The words that could not be understood, each as a sentence. Those words filter nothing.
  package var problems: [String] { terms.problems }

  private static func condition(_ word: FilterWord) -> Result<Condition, LogFilterTerm.Problem> {
    let text = word.text
    if word.isText { return .success(.word(text.lowercased())) }
    if let value = word.value(of: "is:") {
      return Trait(rawValue: value.lowercased()).map { .success(.trait($0)) }
        ?? .failure(FilterVocabulary.runs.problem(state: value))
    }
    if let step = word.value(of: "changed:") {
      return step.isEmpty
        ? .failure(LogFilterTerm.Problem(sentence: "“changed:” needs a step, such as changed:cart/pay."))
        : .success(.changed(step))
    }
    return LogFilterTerm.parse(word, knowing: .runs).map { term in
      switch term.condition {
      case .number(let field, let comparison, let range): .number(field, comparison, range)
      case .age(let field, let age): .age(field, age)
      case .text(.environment, let name): .environment(name)
      case .text(_, let part): .word(part)
      case .word, .marked, .edited: .word(text.lowercased())
      }
    }
  }
}

extension FilterVocabulary {
  /// Of the runs of groups.
  package static let runs = FilterVocabulary(
    ["is", "since", "until", "status", "ms", "environment", "changed", "name"], aliases: ["env"],
    states: RunFilter.Trait.allCases.map(\.rawValue))
}

extension RunFilter {
  /// Whether the list alone can tell.
  func accepts(_ run: KeptRun, at now: Timestamp) -> Bool {
    terms.areMet { $0.holds(for: run, at: now) }
  }

  /// Whether the recordings of runs must be read.
  var needsRecordings: Bool { terms.terms.contains { $0.condition.needsRecording } }

  /// Whether the run before must be read, too.
  var needsRunBefore: Bool {
    terms.terms.contains { if case .changed = $0.condition { true } else { false } }
  }

  /// - Parameter comparison: with the run of the group before; nil where there is none, or nobody asks.
  func accepts(_ recording: RunRecording, _ comparison: RunComparison?) -> Bool {
    terms.areMet { $0.holds(for: recording, comparison) }
  }
}

extension RunFilter.Condition {
  fileprivate var needsRecording: Bool {
    switch self {
    case .number, .changed: true
    case .word, .trait, .environment, .age: false
    }
  }

  /// Nil where the list cannot tell.
  fileprivate func holds(for run: KeptRun, at now: Timestamp) -> Bool? {
    let summary = run.summary
    switch self {
    case .word(let word): return "\(run.sequence) \(summary.group ?? "")".lowercased().contains(word)
    case .environment(let name): return summary.environment?.lowercased().contains(name) == true
    case .age(.since, let bound): return summary.startedAt.duration(to: now) <= bound
    case .age(.until, let bound): return summary.startedAt.duration(to: now) >= bound
    case .trait(.failed): return summary.state == .failed
    case .trait(.ok): return summary.state == .succeeded
    case .trait(.stopped): return summary.state == .stopped
    case .trait(.interrupted): return summary.state == .interrupted
    case .trait(.running): return summary.state == .running
    case .trait(.pinned): return run.isPinned
    case .trait(.imported): return summary.imported != nil
    case .trait(.replay): return summary.origin?.isFork == false
    case .trait(.fork): return summary.origin?.isFork == true
    case .number, .changed: return nil
    }
  }

  /// Nil where the list has told.
  fileprivate func holds(for recording: RunRecording, _ comparison: RunComparison?) -> Bool? {
    switch self {
    case .number(.status, let comparison, let range):
      return recording.nodes.contains { $0.status.map { comparison.holds($0, range) } ?? false }
    case .number(.ms, let comparison, let range):
      return recording.duration.map { comparison.holds(Int($0 / .milliseconds(1)), range) } ?? false
    case .number(.bytes, _, _): return false
    case .changed(let step):
      guard let comparison else { return false }
      return comparison.rows.contains { row in
        let outline = (row.right ?? row.left).flatMap { recording.step(at: $0.path) }
        return !row.isSame && (row.name == step || "\(row.path)" == step || outline?.request == step)
      }
    case .word, .trait, .environment, .age: return nil
    }
  }
}
