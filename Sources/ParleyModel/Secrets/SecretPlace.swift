/// The place for a secret that a request reads with `{{secret("…")}}`. No place writes its value to a file.
package enum SecretPlace: Sendable, Hashable {
  /// It stays a question, whose answer this machine keeps.
  case machine
  /// A shared key of that name, which this machine's key encrypts.
  case sharedKey(String)
  /// A value of the environment's file, and where it comes from.
  case variable(String, SecretSource)
}

/// The place for a credential that a person typed.
package enum CredentialHome: Sendable, Hashable {
  /// Encrypted on this machine, where a question for it stands in the file.
  case machine
  /// A value of the active environment of that name, and where it comes from.
  case variable(String, SecretSource)
  /// In the file after all.
  case file
}
