import ParleyEngine
import ParleyFiles

/// The passphrase of a file for other machines: what a variable has, or what a person types; a new one twice.
struct FilePassphrase {
  private let directory: String
  private let secrets: KnownSecrets

  init(_ session: Session) {
    (directory, secrets) = (session.workspace.root, session.secrets)
  }

  /// - Parameter refusal: the error that says why what was typed is none.
  func ask(
    isNew: Bool, inVariable variable: String, by prompter: any Prompter, refusal: (String) -> any Error
  ) async throws -> String {
    let said = ValueProviders(directory: directory).environmentVariable(variable)
    if let said, !said.isEmpty { return learned(said) }
    let label = "passphrase of the file"
    let kind = PromptQuestion.Kind.filePassphrase(isNew: isNew, variable: variable)
    var questions = [PromptQuestion(label, kind)]
    if isNew { questions.append(PromptQuestion("\(label), again", kind, repeats: label)) }
    guard let answers = try await prompter.answers(to: questions), let first = answers.first?.text else {
      throw RenderError.notAnswered
    }
    guard !first.isEmpty else { throw refusal("A passphrase cannot be empty.") }
    guard answers.allSatisfy({ $0.text == first }) else { throw refusal("The passphrases differ.") }
    return learned(first)
  }

  private func learned(_ passphrase: String) -> String {
    secrets.learn(Secrets([passphrase]))
    return passphrase
  }
}
