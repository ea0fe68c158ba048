internal import ParleyEngine
package import ParleyFiles
package import ParleyModel

/// Answers that are kept: in memory, or as shared keys of the active environment that this machine's key encrypts.
///
/// ```swift
/// try await session.answers.keep(token, to: "token at api.example.com", .machine)
/// let rendered = try await session.sending.render(request)      // does not ask for it
/// try await session.answers.forgetAll()
/// ```
package final class KeptAnswers: Sendable {
  private static let prefix = KeptAnswer.prefix
  private static let writer = "asked"

  private let open: OpenFiles
  private let shared: SharedData
  private let knowledge: SharedKnowledge
  /// Values entered for this session, by environment and question. Never shown to anybody.
  private let entered = Lock<[ExactString: [String: String]]>([:])

  init(of open: OpenFiles, in shared: SharedData, knowing knowledge: SharedKnowledge) {
    (self.open, self.shared, self.knowledge) = (open, shared, knowledge)
  }

  /// Keeps an answer for the active environment.
  /// - Throws: `SharedDataError` when it cannot be encrypted and written.
  package func keep(_ answer: String, to question: String, _ keeping: AnswerKeeping) async throws {
    switch keeping {
    case .once: break
    case .session: remember(answer, to: question)
    case .machine:
      let key = KeptAnswer.key(of: question)
      guard try await shared.get(key) != .text(answer) else { return }
      knowledge.note(try await shared.set(key, .text(answer), writer: Self.writer))
    }
  }

  /// Keeps an answer on this machine for an environment, active or not.
  package func keep(_ answer: String, to question: String, in environment: String) async throws {
    let key = shared.rules.key(KeptAnswer.key(of: question), in: environment)
    let entry = try await shared.set(key, .text(answer), writer: Self.writer)
    if environment == open.environmentName { knowledge.note(entry) }
  }

  /// Keeps the secrets of an import, encrypted with this machine's key. They hold in every environment.
  package func keep(_ secrets: [ImportedSecret]) async throws {
    for secret in secrets {
      try await keep(secret.value, to: secret.name, .machine)
      for environment in open.workspace.environments.map(\.name) where environment != open.environmentName {
        try await keep(secret.value, to: secret.name, in: environment)
      }
    }
  }

  /// The questions of the active environment whose answers are kept, and how long.
  package var kept: [String: AnswerKeeping] {
    let sealed = knowledge.snapshot.names.filter { $0.hasPrefix(Self.prefix) }.map {
      (String($0.dropFirst(Self.prefix.count)), AnswerKeeping.machine)
    }
    return Dictionary(sealed) { $1 }.merging(remembered.mapValues { _ in .session }) { $1 }
  }

  /// Forgets every answer that is kept for the active environment, so that it is asked again.
  /// - Returns: how many there were.
  @discardableResult
  package func forgetAll() async throws -> Int {
    let remembered = forgetRemembered()
    let sealed = try await shared.removeAll(prefix: Self.prefix, writer: Self.writer)
    await knowledge.learn()
    return remembered + sealed
  }

  /// Forgets one of them.
  func forget(to question: String) async throws {
    forgetRemembered(to: question)
    let key = KeptAnswer.key(of: question)
    try await shared.remove(key, writer: Self.writer)
    await knowledge.learn()
  }

  func kept(to question: PromptQuestion) async throws -> String? {
    guard !question.keepings.isEmpty else { return nil }
    if let answer = remembered[question.name] { return answer }
    return try await shared.get(KeptAnswer.key(of: question.name))?.text
  }
}

// Entered for the session.
extension KeptAnswers {
  private var environment: ExactString { ExactString(open.environmentName ?? "") }

  private var remembered: [String: String] { entered.withLock { $0[environment] ?? [:] } }

  private func remember(_ answer: String, to question: String) {
    entered.withLock { $0[environment, default: [:]][question] = answer }
  }

  func moveRemembered(_ renamed: EnvironmentRename) {
    entered.withLock { $0[ExactString(renamed.new)] = $0.removeValue(forKey: ExactString(renamed.old)) }
  }

  func forgetRemembered(to question: String) {
    entered.withLock { $0[environment]?[question] = nil }
  }

  /// - Returns: how many there were.
  private func forgetRemembered() -> Int {
    entered.withLock { $0.removeValue(forKey: environment)?.count ?? 0 }
  }
}

// Elsewhere.
extension KeptAnswers {
  /// An answer becomes that to another question, or is forgotten.
  func move(from question: String, to name: String?) async throws {
    if let name, let keeping = kept[question],
      let answer = try await kept(to: PromptQuestion(name: question, isSecret: true))
    {
      try await keep(answer, to: name, keeping)
    }
    try await forget(to: question)
  }

  /// Takes the kept answers to these questions over from a session that ends.
  package func take(_ questions: [String], from other: KeptAnswers) async throws {
    for question in questions {
      guard let keeping = other.kept[question],
        let answer = try await other.kept(to: PromptQuestion(name: question, isSecret: true))
      else { continue }
      try await keep(answer, to: question, keeping)
      try await other.forget(to: question)
    }
  }
}
