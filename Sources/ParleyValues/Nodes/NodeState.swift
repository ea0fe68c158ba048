/// The end of a node, in a word.
public enum NodeState: String, Sendable, Hashable, Codable, CaseIterable {
  /// It ran to its end, well or not.
  case succeeded, failed
  /// Left out: disabled, by its condition, or by a gate that gave no result in its place.
  case skipped
  /// Stopped in flight.
  case cancelled
  /// Its turn never came.
  case neverRan
}
