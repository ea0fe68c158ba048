/// What became of taking values from an answer.
public struct Captured: Sendable {
  /// Why the answer is not good after all: what was to be taken is not there, or could not be kept.
  public var miss: Validator.Miss?
  /// What was taken and nobody may see.
  public var secrets: Secrets

  /// Nothing is wrong and nothing is secret, unless said otherwise.
  public init(miss: Validator.Miss? = nil, secrets: Secrets = Secrets()) {
    self.miss = miss
    self.secrets = secrets
  }
}
