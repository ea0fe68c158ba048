/// What holds where a request says nothing, and who says so.
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
