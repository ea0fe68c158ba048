/// The place of a value in a run in whose place another one can be tried.
package enum TriedPlace: Sendable, Hashable {
  /// A part of the output of a step.
  case output(NodePath, ValuePath)
  /// A variable.
  case variable(String)
  /// A shared key, as steps read it.
  case shared(String)
}

/// A value in place of one that a recorded run had, to see what its filters and conditions would then give.
package struct RunTrial: Sendable, Hashable {
  /// The place of the value that is replaced.
  package typealias Place = TriedPlace

  package var place: TriedPlace
  package var value: JSONValue

  package init(_ place: TriedPlace, _ value: JSONValue) { (self.place, self.value) = (place, value) }
}

/// A step that would do something else with the tried value.
package struct TriedStep: Sendable, Hashable {
  package let path: NodePath
  /// `3 total would give 73.9; it gave 0`
  package let sentence: String
  /// Nobody knows what it would give, because it sends a request.
  package let isUnknown: Bool

  package init(path: NodePath, sentence: String, isUnknown: Bool) {
    (self.path, self.sentence, self.isUnknown) = (path, sentence, isUnknown)
  }
}
