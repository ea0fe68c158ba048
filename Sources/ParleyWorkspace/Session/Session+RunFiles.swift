internal import ParleyEngine
package import ParleyFiles
package import ParleyModel
package import ParleyStore

// Runs in files, for other machines.
extension Session {
  /// The environment variable that a passphrase may be in where nobody can be asked.
  package static let runPassphraseVariable = "PARLEY_RUN_PASSPHRASE"

  /// Writes a run to a file.
  /// - Parameters:
  ///   - sealed: whether its secrets go along, sealed by a passphrase, which is asked for.
  ///   - replaces: whether it takes the place of a file that is there.
  package func export(
    _ run: KeptRun, to path: String, sealed: Bool, replacing replaces: Bool = false, by prompter: any Prompter
  ) async throws -> RunFile.Export {
    try await flushEvents()
    if !replaces, OutputFile.isTaken(path) { throw RunFileError.exists(path) }
    let path = try OutputFile.checked(path)
    let protection: RunFile.Protection =
      sealed ? .sealed(passphrase: try await runPassphrase(isNew: true, by: prompter)) : .masked
    return try await store.runs.export(
      run, to: path, protection, workspace: name, known: secrets.all, recognizer: secrets.recognizer,
      replacing: replaces)
  }

  /// Reads a run from a file that another machine wrote.
  package func importRun(from path: String, by prompter: any Prompter) async throws -> RunFile.Import {
    let isSealed = try await Blocking.run { try RunFile.isSealed(path) }
    return try await store.runs.importFile(
      path, passphrase: isSealed ? try await runPassphrase(isNew: false, by: prompter) : nil)
  }

  /// The workspace's name: that of its folder.
  package var name: String {
    workspace.root.split(separator: "/").last.map(String.init) ?? workspace.root
  }

  private func runPassphrase(isNew: Bool, by prompter: any Prompter) async throws -> String {
    try await filePassphrase(isNew: isNew, inVariable: Self.runPassphraseVariable, by: prompter) {
      RunFileError(.wrongPassphrase, $0, advice: isNew ? "Nothing was written. Try again." : nil)
    }
  }

  /// The passphrase of a file: what the variable has, or what a person types; a new one twice.
  /// - Parameter refusal: the error that says why what was typed is none.
  func filePassphrase(
    isNew: Bool, inVariable variable: String, by prompter: any Prompter, refusal: (String) -> any Error
  ) async throws -> String {
    let said = ValueProviders(directory: workspace.root).environmentVariable(variable)
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
