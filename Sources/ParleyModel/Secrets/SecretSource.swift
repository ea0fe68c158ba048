/// The source of a secret. The secret itself is never written to a workspace file.
package enum SecretSource: Sendable, Hashable {
  /// Asked from the person, once a send.
  case prompt
  /// A variable of the operating system's environment.
  case environment(String)
  /// The output of a program. It is started without a shell.
  case command([String])
}
