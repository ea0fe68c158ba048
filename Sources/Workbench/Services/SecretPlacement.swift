package import ParleyModel

/// Where a secret of a draft is to be from now on.
package struct SecretPlacement: Hashable, Sendable {
  /// What `{{secret("…")}}` asks for.
  package var question: String
  package var place: SecretPlace

  package init(_ question: String, at place: SecretPlace) {
    self.question = question
    self.place = place
  }
}
