import ParleyEngine
import ParleyFiles
import ParleyStore
import ParleyText

/// Asks for what opens a cipher: with what its definition says.
struct CipherSecrets: Sendable {
  let open: OpenFiles
  let permissions: Permissions
  let secrets: KnownSecrets

  /// A person who gave another passphrase is asked again; others hear of it.
  func again<Value>(
    _ prompter: any Prompter, of cipher: CipherDefinition, _ work: (_ mistake: String?) async throws -> Value
  ) async throws -> Value {
    var mistake: String?
    while true {
      do { return try await work(mistake) } catch let error as SharedDataError
        where error.kind == .wrongKey && cipher.passphrase == .prompt && prompter.asksAgain
      {
        mistake = error.summary
      }
    }
  }

  /// - Parameter mistake: the reason why the last one was none; nil for the first time.
  func secret(
    of definition: CipherDefinition, isNew: Bool, _ mistake: String?, by prompter: any Prompter
  ) async throws -> KeySecret {
    let files = definition.command.map { CommandFiles(of: $0, root: open.workspace.root) }
    let missing = permissions.grant.missing(
      of: files.map { [$0.trustItem] } ?? TrustNeeds(of: open.workspace).of(definition))
    guard missing.isEmpty else { throw RenderError.notTrusted(missing) }
    let providers = ValueProviders(directory: open.workspace.root)
    switch definition.passphrase {
    case .prompt:
      let name = definition.name.value
      let kind = isNew ? PromptQuestion.Kind.newPassphrase(cipher: name) : .passphrase(cipher: name)
      return try await passphrase("passphrase of \(name)", kind, mistake, by: prompter)
    case .environment(let name):
      guard let value = providers.environmentVariable(name) else { throw RenderError.environmentVariableNotSet(name) }
      return passphrase(value)
    case .command(let arguments):
      let files = files ?? CommandFiles(of: arguments, root: open.workspace.root)
      return passphrase(try await providers.output(of: arguments, as: files))
    case nil:
      let path = FileAccess(root: open.workspace.root).location(of: definition.keyFile?.value ?? "")
      return .keyFile(try KeyFile(at: path))
    }
  }

  /// The passphrase that somebody gives.
  func passphrase(
    _ label: String, _ kind: PromptQuestion.Kind, _ mistake: String? = nil, by prompter: any Prompter
  ) async throws -> KeySecret {
    passphrase(try await ask(label, kind, mistake, by: prompter))
  }

  private func passphrase(_ text: String) -> KeySecret {
    secrets.learn(Secrets([text]))
    return .passphrase(text)
  }

  /// One that is new is asked twice.
  private func ask(
    _ label: String, _ kind: PromptQuestion.Kind, _ mistake: String?, by prompter: any Prompter
  ) async throws -> String {
    var questions = [PromptQuestion(label, kind, mistake: mistake)]
    if case .newPassphrase = kind {
      questions.append(PromptQuestion("\(label), again", kind, repeats: label, mistake: mistake))
    }
    guard let answers = try await prompter.answers(to: questions), let first = answers.first?.text else {
      throw RenderError.notAnswered
    }
    guard !first.isEmpty else { throw SharedDataError(.wrongKey, "A passphrase cannot be empty.") }
    guard answers.allSatisfy({ $0.text == first }) else {
      throw SharedDataError(.wrongKey, "The passphrases differ.", advice: "Nothing has been changed. Try again.")
    }
    return first
  }
}

extension CipherDefinition {
  /// The program that prints its passphrase.
  fileprivate var command: [String]? {
    if case .command(let arguments) = passphrase { arguments } else { nil }
  }
}
