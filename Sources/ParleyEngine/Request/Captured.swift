/// What became of taking values from an answer.
package struct Captured: Sendable {
  /// Why the answer is not good after all: what was to be taken is not there, or could not be kept.
  package var miss: Validator.Miss?
  /// What was taken and nobody may see.
  package var secrets: Secrets

  /// Nothing is wrong and nothing is secret, by default.
  package init(miss: Validator.Miss? = nil, secrets: Secrets = Secrets()) {
    self.miss = miss
    self.secrets = secrets
  }
}
