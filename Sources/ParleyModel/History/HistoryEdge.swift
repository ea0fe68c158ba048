/// From where, and in which direction, exchanges are looked through.
package enum HistoryEdge: Hashable, Sendable {
  /// Those kept before this `sequence`, the newest first; nil begins with the newest of all.
  case before(Int64?)
  /// Those kept after it, the oldest first; nil begins with the oldest of all.
  case after(Int64?)

  package var isNewestFirst: Bool {
    if case .before = self { true } else { false }
  }
}
