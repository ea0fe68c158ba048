package import ParleyModel

/// The new place for a secret of a draft.
package struct SecretPlacement: Hashable, Sendable {
  /// The question of `{{secret("…")}}`.
  package var question: String
  package var place: SecretPlace

  package init(_ question: String, at place: SecretPlace) {
    self.question = question
    self.place = place
  }
}
