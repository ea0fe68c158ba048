/// What is asked from the person.
public struct PromptQuestion: Sendable, Hashable {
  /// The name of the secret, or the label of `prompt("label")`; also what `--set` takes.
  public let name: String
  /// The answer is not shown while it is typed, and masked afterwards.
  public let isSecret: Bool
  /// It opens a cipher, so it is never taken from an argument.
  public let isPassphrase: Bool

  public init(name: String, isSecret: Bool) {
    self.name = name
    self.isSecret = isSecret
    isPassphrase = false
  }

  init(passphrase label: String) {
    name = label
    isSecret = true
    isPassphrase = true
  }
}

/// Asks the person: a pop-up in the workbench, standard input for a command, or nobody.
public protocol Prompter: Sendable {
  /// Asks all that a send needs at once.
  /// - Returns: the answers in the order of the questions; `nil` when the person would not answer.
  func answers(to questions: [PromptQuestion]) async throws -> [String]?
}

/// Asks nobody, and says how values are given without.
public struct NoPrompter: Prompter {
  public init() {}

  public func answers(to questions: [PromptQuestion]) async throws -> [String]? {
    throw RenderError.nobodyToAsk(questions)
  }
}
