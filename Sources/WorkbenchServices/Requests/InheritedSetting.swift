/// The effective value of a setting that a request does not set, and its origin.
package struct InheritedSetting: Hashable, Sendable {
  /// Masked where it holds a secret; empty where nobody says anything.
  package var value: String
  /// Such as `parley.yaml`.
  package var origin: String

  package init(_ value: String, from origin: String) {
    self.value = value
    self.origin = origin
  }
}
