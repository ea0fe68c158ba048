/// Something about how a step got its result that a person should see in the tree.
package enum StepMark: Sendable, Hashable {
  /// It was tried so often.
  case attempts(Int)
  /// Its request went to so many addresses, one after the other.
  case hops(Int)
  /// The cache served its response, or the server confirmed what the cache had.
  case cached(NodeRecord.CacheUse)
  /// A mock replied, and no server.
  case mock
  /// A person edited something of it.
  case edited
  /// It was told the response to a request of another step.
  case sharedTransfer
  /// The server refused its token, and it was sent again with a new one.
  case tokenRenewed
  /// It ran at the same time as these, and both used the same thing, which one of them changed.
  case overlaps([NodePath])

  /// In a word or two, as in the tree: `×2`.
  package var words: String {
    switch self {
    case .attempts(let count): "×\(count)"
    case .hops(let count): "→\(count)"
    case .cached(let use): use.words
    case .mock: "MOCK"
    case .edited: "edited"
    case .sharedTransfer: "shared transfer"
    case .tokenRenewed: "stale token renewed"
    case .overlaps(let steps): "overlaps with \(steps.map(\.description).joined(separator: ", "))"
    }
  }

  /// The name by which a filter finds it: `is:retried`.
  package var name: Name {
    switch self {
    case .attempts: .retried
    case .hops: .redirected
    case .cached: .cached
    case .mock: .mocked
    case .edited: .edited
    case .sharedTransfer: .shared
    case .tokenRenewed: .renewed
    case .overlaps: .overlaps
    }
  }

  /// The names of the marks in filters and in JSON.
  package enum Name: String, Sendable, Hashable, CaseIterable {
    case retried, redirected, cached, mocked, edited, shared, renewed, overlaps
  }
}

extension NodeRecord {
  /// Whether it was to run for each element of a list that had none.
  package var ranForNothing: Bool { made.elements == 0 }

  /// The marks of a step, in the order in which they are shown.
  package var marks: [StepMark] {
    var marks: [StepMark] = []
    let attempts = attemptCount
    if attempts > 1 { marks.append(.attempts(attempts)) }
    let hops = hopCount
    if hops > 1 { marks.append(.hops(hops)) }
    if let cached = made.cached { marks.append(.cached(cached)) }
    if made.isMock { marks.append(.mock) }
    if !interventions.isEmpty && interventions != [.skipped] || !made.edits.isEmpty || made.isEdited {
      marks.append(.edited)
    }
    if !made.sharedTransfers.isEmpty { marks.append(.sharedTransfer) }
    if made.sends.contains(where: { $0.reason == .renewal }) { marks.append(.tokenRenewed) }
    let others = made.overlaps.map(\.step).reduce(into: [NodePath]()) { if !$0.contains($1) { $0.append($1) } }
    if !others.isEmpty { marks.append(.overlaps(others)) }
    return marks
  }
}
