/// What became of capturing values of a response.
package struct Captured: Sendable {
  /// Why the response is not good after all: what was to be taken is not there, or could not be kept.
  package var validationFailure: ValidationFailure?
  /// What was taken and nobody may see.
  package var secrets: Secrets
  /// Where in the body that stands.
  package var paths: [ValuePath] = []

  /// Nothing is wrong and nothing is secret, by default.
  package init(validationFailure: ValidationFailure? = nil, secrets: Secrets = Secrets()) {
    self.validationFailure = validationFailure
    self.secrets = secrets
  }
}
