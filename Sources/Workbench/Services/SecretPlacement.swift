/// Where a secret of a draft is to be from now on.
package struct SecretPlacement: Hashable, Sendable {
  /// None of them writes the secret's value to a file of the workspace.
  package enum Place: Hashable, Sendable {
    /// It stays a question, whose answer this machine keeps.
    case machine
    /// A shared key of that name, which this machine's key encrypts.
    case sharedKey(String)
    /// A value of the environment of that name, which is asked.
    case asked(String)
    /// A value of the environment of that name, read from a variable of the operating system.
    case variable(String, from: String)
    /// A value of the environment of that name, printed by a program.
    case program(String, words: [String])
  }

  /// What `{{secret("…")}}` asks for.
  package var question: String
  package var place: SecretPlacement.Place

  package init(_ question: String, at place: SecretPlacement.Place) {
    self.question = question
    self.place = place
  }
}
