/// Where a secret comes from. It is never written to a workspace file.
package enum SecretSource: Sendable, Hashable {
  /// Asked from the person, once a send.
  case prompt
  /// A variable of the operating system's environment.
  case environment(String)
  /// What a program prints. No shell takes part.
  case command([String])
}
