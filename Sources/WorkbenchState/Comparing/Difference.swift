import ParleyEngine
import ParleyText
package import TerminalKit

/// How two things relate, with a sign that tells it without colour.
package enum Difference: Hashable, Sendable {
  case same, onlyLeft, onlyRight, different
  /// They differ only in paths that are ignored.
  case ignored

  package var sign: String {
    switch self {
    case .same: " "
    case .onlyLeft: "-"
    case .onlyRight: "+"
    case .different: "~"
    case .ignored: "≈"
    }
  }

  /// For the help of a comparison.
  package static var signs: KeyValuePairs<String, String> {
    ["~ + -": "Different; only on the right; only on the left.", "≈": "Different, and ignored."]
  }

  package var style: Style {
    switch self {
    case .same, .ignored: .muted
    case .onlyLeft: Style(.failure)
    case .onlyRight: Style(.success)
    case .different: Style(.warning)
    }
  }

  /// Whether one wants to come to it.
  package var counts: Bool { self != .same && self != .ignored }
}

extension RunComparison.Row {
  package var difference: Difference {
    if isSame { return .same }
    switch (left.isThere, right.isThere) {
    case (true, false): return .onlyLeft
    case (false, true): return .onlyRight
    default: return .different
    }
  }

  /// The paths at which they differ: `.total`, `.request.query.page`.
  package var places: String {
    let paths = ((differences ?? []) + (exchange ?? [])).map { "\($0.path)" }
    let counts = counts.map { ["\($0.left) → \($0.right.counted("element"))"] } ?? []
    let unread = differences == nil || exchange == nil ? ["no longer in the history"] : []
    let rest = paths.count - Self.shownPlaces
    return (counts + paths.prefix(Self.shownPlaces) + (rest > 0 ? ["+\(rest)"] : []) + unread).joined(separator: "  ")
  }

  private static let shownPlaces = 4
}

extension NodeRecord? {
  /// Whether its turn came.
  fileprivate var isThere: Bool { self.map { $0.state != .neverRan } ?? false }
}
