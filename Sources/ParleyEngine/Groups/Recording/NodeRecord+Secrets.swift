// The parts of its values that are secret. A record with a secret behind it may well give a value that has none in it,
// so nothing that shows a value asks `isSecret`: it asks these, and a value is masked in all places or in none.
extension NodeRecord {
  /// The secret parts of its output; all of it where an older recording does not say.
  package var secretOutput: SecretParts { made.secretOutput ?? (isSecret ? .whole : .none) }

  /// The secret parts of its input; all of it where an older recording does not say.
  package var secretInput: SecretParts {
    made.secretInput ?? (isSecret && made.secretOutput == nil ? .whole : .none)
  }

  /// The value in its output without what is secret in it; nil where it stands elsewhere.
  package var shownOutput: JSONValue? {
    guard case .value(let value) = output else { return nil }
    return Secrets(made.secretNames).maskingForeign(secretOutput.masked(value))
  }
}
