internal import ParleyEngine
package import ParleyFiles
package import ParleyModel

// Answers that are kept: in memory, or as shared keys of the active environment that this machine's key encrypts.
//
// ```swift
// try await session.keep(token, to: "token at api.example.com", .machine)
// let rendered = try await session.render(request)      // does not ask for it
// try await session.forgetAnswers()
// ```
extension Session {
  private static let prefix = KeptAnswer.prefix
  private static let writer = "asked"

  /// The shared key that the answer to a question is kept under.
  static func keptKey(of question: String) -> String { KeptAnswer.key(of: question) }

  /// Whether a shared key holds an answer that is kept.
  package static func isKeptAnswer(_ key: String) -> Bool { KeptAnswer.isOne(key) }

  /// Keeps an answer for the active environment.
  /// - Throws: `SharedDataError` when it cannot be encrypted and written.
  package func keep(_ answer: String, to question: String, _ keeping: AnswerKeeping) async throws {
    switch keeping {
    case .once: break
    case .session: remember(answer, to: question)
    case .machine:
      let key = Self.keptKey(of: question)
      guard try await shared.get(key) != .text(answer) else { return }
      note(try await shared.set(key, .text(answer), writer: Self.writer))
    }
  }

  /// Keeps an answer on this machine for an environment, active or not.
  package func keep(_ answer: String, to question: String, in environment: String) async throws {
    let key = shared.rules.key(Self.keptKey(of: question), in: environment)
    let entry = try await shared.set(key, .text(answer), writer: Self.writer)
    if environment == environmentName { note(entry) }
  }

  /// Keeps the secrets of an import, encrypted with this machine's key. They hold in every environment.
  package func keep(_ secrets: [ImportedSecret]) async throws {
    for secret in secrets {
      try await keep(secret.value, to: secret.name, .machine)
      for environment in workspace.environments.map(\.name) where environment != environmentName {
        try await keep(secret.value, to: secret.name, in: environment)
      }
    }
  }

  /// The questions of the active environment whose answers are kept, and how long.
  package var keptAnswers: [String: AnswerKeeping] {
    let sealed = knowledge.names.filter { $0.hasPrefix(Self.prefix) }.map {
      (String($0.dropFirst(Self.prefix.count)), AnswerKeeping.machine)
    }
    return Dictionary(sealed) { $1 }.merging(rememberedAnswers.mapValues { _ in .session }) { $1 }
  }

  /// Forgets every answer that is kept for the active environment, so that it is asked again.
  /// - Returns: how many there were.
  @discardableResult
  package func forgetAnswers() async throws -> Int {
    let remembered = forgetRememberedAnswers()
    let sealed = try await shared.removeAll(prefix: Self.prefix, writer: Self.writer)
    await learn()
    return remembered + sealed
  }

  /// Forgets one of them.
  func forgetAnswer(to question: String) async throws {
    forgetRememberedAnswer(to: question)
    let key = Self.keptKey(of: question)
    try await shared.remove(key, writer: Self.writer)
    await learn()
  }

  func keptAnswer(to question: PromptQuestion) async throws -> String? {
    guard !question.keepings.isEmpty else { return nil }
    if let answer = rememberedAnswers[question.name] { return answer }
    return try await shared.get(Self.keptKey(of: question.name))?.text
  }
}
