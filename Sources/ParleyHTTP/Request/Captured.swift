/// The outcome of capturing values of a response.
package struct Captured: Sendable {
  /// The reason the response is not accepted after all: a value to capture is absent, or could not be kept; nil when
  /// there is none.
  package var validationFailure: ValidationFailure?
  /// The captured values that are secrets.
  package var secrets: Secrets
  /// The places in the body of those values.
  package var paths: [ValuePath] = []

  /// Nothing is wrong and nothing is secret, by default.
  package init(validationFailure: ValidationFailure? = nil, secrets: Secrets = Secrets()) {
    self.validationFailure = validationFailure
    self.secrets = secrets
  }
}
