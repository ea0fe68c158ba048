public import ParleyEngine

// Running groups.
extension Session {
  /// The engine's group of a file under `groups/`; its requests are filled in when their turn comes.
  /// - Throws: `WorkspaceError` when there is no such group, `RenderError.mistakes` when its file has any.
  public func group(
    _ id: String, given: [String: String] = [:], prompter: any Prompter = NoPrompter()
  ) throws -> Group {
    let rendering = GroupRendering(
      session: self, workspace: workspace, given: given, prompter: RememberingPrompter(prompter), writer: id)
    return try rendering.group(id)
  }

  /// The handle of a run of a group that has not begun.
  ///
  /// ```swift
  /// let run = try session.run("checkout", prompter: prompter)
  /// let result = await run.result()
  /// ```
  /// - Parameter options: its shared data is the session's unless said.
  public func run(
    _ id: String, given: [String: String] = [:], prompter: any Prompter = NoPrompter(),
    _ options: RunOptions = RunOptions()
  ) throws -> Run {
    var options = options
    if options.shared == nil { options.shared = shared }
    return client.run(try group(id, given: given, prompter: prompter), options)
  }
}

/// Asks each question once a run, however many of its requests ask it.
private final class RememberingPrompter: Prompter {
  private let prompter: any Prompter
  private let turn = AsyncTurn()
  private let answers = Lock<[String: String]>([:])

  init(_ prompter: any Prompter) {
    self.prompter = prompter
  }

  func answers(to questions: [PromptQuestion]) async throws -> [String]? {
    try await turn { try await ask(questions) }
  }

  private func ask(_ questions: [PromptQuestion]) async throws -> [String]? {
    var known = answers.withLock { $0 }
    let open = questions.filter { known[$0.name] == nil }
    if !open.isEmpty {
      guard let given = try await prompter.answers(to: open) else { return nil }
      for (question, answer) in zip(open, given) { known[question.name] = answer }
      // A cipher stays open by itself; its passphrase is asked anew where it was wrong.
      let kept = zip(open, given).filter { !$0.0.isPassphrase }
      answers.withLock { answers in
        for (question, answer) in kept { answers[question.name] = answer }
      }
    }
    return questions.compactMap { known[$0.name] }
  }
}
