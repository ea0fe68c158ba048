/// The differences between a run and an earlier one, those on the way to a failure first.
package struct RunChanges: Sendable, Hashable {
  /// The number of the earlier run.
  package let since: Int64
  /// Whether every step of the earlier run succeeded.
  package let wasGreen: Bool
  /// Those that lie on the way from the step in question back to its causes, and that no other of them explains, the nearest first.
  package let onTheWay: [RunChange]
  /// All others.
  package let others: [RunChange]

  package init(since: Int64, wasGreen: Bool, onTheWay: [RunChange], others: [RunChange]) {
    (self.since, self.wasGreen, self.others) = (since, wasGreen, others)
    // A change that is told of one place is not told again of another.
    self.onTheWay = onTheWay.reduce(into: []) { told, change in
      if !told.contains(where: { $0.sentence == change.sentence && $0.evidence == change.evidence }) {
        told.append(change)
      }
    }
  }

  /// `Since run 31, which succeeded:`
  package var title: String { "Since run \(since), \(wasGreen ? "which succeeded" : "which did not succeed either"):" }

  /// `Nothing else on this way has changed; 4 other differences.`
  package var rest: String {
    let nothing = onTheWay.isEmpty ? "Nothing on this way has changed" : "Nothing else on this way has changed"
    switch others.count {
    case 0: return "\(nothing)."
    case 1: return "\(nothing); 1 other difference."
    default: return "\(nothing); \(others.count) other differences."
    }
  }
}

/// One difference between two runs.
package struct RunChange: Sendable, Hashable {
  /// The kind of a difference.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case environment, definition, file, variable, shared, request, response, result, order, sends, time, step
  }

  package let kind: Kind
  /// `` `tenant` is "" in run 32, it was "a1" ``
  package let sentence: String
  package let evidence: String?
  package let target: WhyLink.Target?

  package init(_ kind: Kind, _ sentence: String, evidence: String? = nil, target: WhyLink.Target? = nil) {
    (self.kind, self.sentence, self.evidence, self.target) = (kind, sentence, evidence, target)
  }
}
