internal import Glibc
package import ParleyEngine
package import ParleyModel
package import ParleyText

/// Everything that filling in takes from outside the workspace's files.
package struct ValueProviders: Sendable {
  package var prompter: any Prompter
  /// The questions whose answers are kept, for saying so.
  package var keptAnswers: [String: AnswerKeeping] = [:]
  /// The permissions that the person has granted.
  package var trust: TrustGrant
  /// The value of a variable of the operating system.
  package var environmentVariable: @Sendable (String) -> String?
  /// Runs a program and returns its output.
  package var commandOutput: @Sendable ([String]) async throws(CommandError) -> String
  /// The last response to a request, by its id.
  package var response: @Sendable (String) async -> ProvidedResponse?
  /// The last change of a shared key, with its value.
  package var shared: @Sendable (String) async throws -> SharedEntry?
  /// The documents that templates read from by a path.
  package var documents: [TemplateDocument: ProvidedDocument] = [:]
  /// The proxies of the person's environment; nil for none.
  package var proxies: EnvironmentProxies?
  /// Learns of each secret that is filled in.
  package var known: KnownSecrets?
  package var now: @Sendable () -> Timestamp
  /// A new random UUID.
  package var uuid: @Sendable () -> String

  /// - Parameter directory: of the workspace, where programs run.
  package init(
    directory: String, prompter: any Prompter = NoPrompter(), trust: TrustGrant = TrustGrant(),
    response: @escaping @Sendable (String) async -> ProvidedResponse? = { _ in nil }
  ) {
    self.prompter = prompter
    self.trust = trust
    self.response = response
    environmentVariable = { name in getenv(name).map { String(cString: $0) } }
    commandOutput = { arguments async throws(CommandError) in
      try await SecretCommand(directory: directory).output(of: arguments)
    }
    shared = { _ in nil }
    now = Timestamp.now
    uuid = { RandomText.uuid() }
  }
}

extension TemplateScope {
  /// The same, knowing which variables of the operating system are set; their values are not read for it.
  package var knowingVariables: TemplateScope {
    var scope = self
    scope.isVariableSet = { name in getenv(name) != nil }
    return scope
  }
}

extension ValueProviders {
  /// Returns the output of a program with exactly these files, even if others have replaced them since.
  package func output(of arguments: [String], as files: CommandFiles) async throws -> String {
    do throws(CommandError) {
      return try await output(of: try files.forStart())
    } catch {
      throw RenderError.command(arguments, error)
    }
  }

  private func output(of copy: CommandCopy) async throws(CommandError) -> String {
    defer { copy.remove() }
    do throws(CommandError) { return try await commandOutput(copy.arguments) } catch {
      throw error.naming(copy.original)
    }
  }
}

extension CommandFiles {
  fileprivate func forStart() throws(CommandError) -> CommandCopy {
    do throws(FileError) { return try copied() } catch { throw .notStarted(error.summary) }
  }
}

extension CommandError {
  /// The same with other names in what the program says.
  fileprivate func naming(_ change: (String) -> String) -> CommandError {
    switch self {
    case .notStarted(let reason): .notStarted(change(reason))
    case .failed(let status, let standardError): .failed(status: status, standardError: change(standardError))
    case .timedOut, .tooMuchOutput, .noText: self
    }
  }
}

/// A response that `response()` reads from.
package struct ProvidedResponse: Sendable {
  package let body: [UInt8]
  /// Whether the exchange has to do with a secret.
  package let isSecret: Bool
  /// Those that it was sent with, and that were found in its response.
  private let known: Secrets
  /// Under which the history has it.
  let exchange: ExchangeID?

  package init(body: [UInt8], isSecret: Bool, knowing known: Secrets = Secrets(), exchange: ExchangeID? = nil) {
    self.body = body
    self.isSecret = isSecret
    self.known = known
    self.exchange = exchange
  }

  /// Returns the secret parts of its body: credentials by their names, and values that hold a known secret.
  /// - Parameter value: its body.
  package func secretParts(of value: JSONValue) -> SecretParts {
    guard isSecret else { return .none }
    return SecretParts(credentialsOf: value) { [known] name, text in
      CredentialName.recognizer(name, text) || known.hide(text)
    }
  }
}
