package import ParleyEngine
package import ParleyFiles
internal import ParleyStore
internal import ParleyText

/// The groups of a workspace: running them, and what a run needs of the session.
package struct WorkspaceGroups: Sendable {
  let session: Session

  /// The engine's group of a file under `groups/`; its requests are filled in when their turn comes.
  /// - Parameter workspace: the session's as it is, unless one with a draft in it is meant.
  /// - Throws: `WorkspaceError` when there is no such group, `RenderError.mistakes` when its file has any.
  package func group(
    _ id: String, in workspace: Workspace? = nil, given: [String: String] = [:],
    prompter: any Prompter = NoPrompter()
  ) throws -> RequestGroup {
    let rendering = GroupRendering(
      session: session, workspace: workspace ?? session.workspace, given: given,
      prompter: RememberingPrompter(prompter),
      writer: id)
    return try rendering.group(id)
  }

  /// The handle of a run of a group that has not begun.
  ///
  /// ```swift
  /// let run = try session.groups.run("checkout", prompter: prompter)
  /// let result = await run.result()
  /// ```
  /// - Parameters:
  ///   - workspace: the session's as it is, unless one with a draft in it runs.
  ///   - options: its shared data is the session's, and the session's store keeps it, by default.
  package func run(
    _ id: String, in workspace: Workspace? = nil, given: [String: String] = [:],
    prompter: any Prompter = NoPrompter(),
    _ options: RunOptions = RunOptions()
  ) throws -> Run {
    session.client.run(try group(id, in: workspace, given: given, prompter: prompter), completed(options))
  }

  /// The handle of a run that begins at a step of an earlier one, with what the steps before it gave then.
  /// - Parameters:
  ///   - step: its name, or its path as in `3.1`.
  ///   - run: the identifier or number of a run of this group, or `last`.
  ///   - isFork: whether a person is going to change something at that step; what was edited there before is left out then.
  ///   - prompter: asked while it runs.
  ///   - before: asked what must be known before it begins, such as what was masked when the earlier one was exported; the same one by
  ///     default.
  ///   - onQuestions: gets the names of what must be known before it begins, which `given` may answer.
  /// - Throws: `WorkspaceError` when there is no such run or step, and what `run` and `Replay` throw.
  package func replay(
    _ id: String, from step: String, of run: String, isFork: Bool = false, in workspace: Workspace? = nil,
    given: [String: String] = [:],
    prompter: any Prompter = NoPrompter(), before: (any Prompter)? = nil, _ options: RunOptions = RunOptions(),
    onQuestions: (Set<String>) -> Void = { _ in }
  ) async throws -> Run {
    let recording = try await session.runs.recording(of: run, group: id, by: before ?? prompter)
    let group = try group(id, in: workspace, given: given, prompter: prompter)
    guard let path = group.path(ofStep: step) else {
      throw WorkspaceError.unknownStep(step, among: group.allNodes.map(\.node.name))
    }
    var options = completed(options)
    let replay = try await Replay(
      of: recording, from: path, in: group, isFork: isFork,
      editing: { [client = session.client] in try client.putting($0, over: $1) }
    ) { try await session.history.response(of: $0) }
    onQuestions(Set(Self.questions(of: replay).map(\.name)))
    options.replay = try await completed(
      replay, given: session.given.merging(given) { $1 }, by: before ?? prompter)
    return session.client.run(group, options)
  }

  /// With the values of shared keys that the file of an imported run does not have, as a person gives them. One without a value is
  /// refused when a step wants it.
  /// - Parameter given: answers by the names of the questions, which are not asked then.
  private func completed(
    _ replay: Replay, given: [String: String], by prompter: any Prompter
  ) async throws -> Replay {
    let (keys, values) = (replay.unknown.filter(\.isNeeded), replay.unknownValues)
    let questions = Self.questions(of: replay)
    let open = questions.filter { given[$0.name] == nil }
    // A value without an answer is refused where it is used; without anybody to ask, all are.
    let asksNobody = open.isEmpty || prompter is NoPrompter && keys.allSatisfy { given[$0.name] != nil }
    guard let answered = asksNobody ? open.map({ _ in PromptAnswer("") }) : try await prompter.answers(to: open) else {
      throw RenderError.notAnswered
    }
    var rest = answered[...]
    let answers = questions.map { given[$0.name].map { PromptAnswer($0) } ?? rest.popFirst() ?? PromptAnswer("") }
    var replay = replay
    for answer in answers where !answer.text.isEmpty { session.secrets.learn(Secrets([answer.text])) }
    for (key, answer) in zip(keys, answers) where !answer.text.isEmpty { replay.give(.text(answer.text), for: key) }
    for (value, answer) in zip(values, answers.dropFirst(keys.count)) where !answer.text.isEmpty {
      replay.give(answer.text, for: value)
    }
    return replay
  }

  private static func questions(of replay: Replay) -> [PromptQuestion] {
    replay.unknown.filter(\.isNeeded).map { PromptQuestion(maskedKey: $0) }
      + replay.unknownValues.map { PromptQuestion(maskedValue: $0) }
  }

  private func completed(_ options: RunOptions) -> RunOptions {
    var options = options
    if options.shared == nil { options.shared = session.shared }
    if options.repository == nil { options.repository = session.store }
    if options.environment == nil { options.environment = session.environmentName }
    return options
  }
}

extension Client {
  /// A request with what a person had changed of it in an earlier run.
  fileprivate func putting(_ edit: NodeEdit, over request: Request) throws -> Request {
    var request = request
    try MaskedRequest(try preview(request), hiding: request.secrets).apply(edit, to: &request)
    _ = try preview(request)
    return request
  }
}

extension RequestGroup {
  /// The first step of that name, or at that place.
  fileprivate func path(ofStep step: String) -> NodePath? {
    if let named = allNodes.first(where: { $0.node.name == step }) { return named.path }
    return NodePath(step).flatMap { $0 != .root && node(at: $0) != nil ? $0 : nil }
  }
}

/// Asks each question once a run, however many of its requests ask it.
package final class RememberingPrompter: Prompter {
  private let prompter: any Prompter
  private let turn = AsyncTurn()
  private let answers = Lock<[String: PromptAnswer]>([:])

  package init(_ prompter: any Prompter) {
    self.prompter = prompter
  }

  package func answers(to questions: [PromptQuestion]) async throws -> [PromptAnswer]? {
    try await PersonWait.waiting { try await turn { try await ask(questions) } }
  }

  package var asksAgain: Bool { prompter.asksAgain }

  private func ask(_ questions: [PromptQuestion]) async throws -> [PromptAnswer]? {
    // Whoever was stopped while others asked has nothing to ask any more.
    try Task.checkCancellation()
    var known = answers.withLock { $0 }
    let open = questions.filter { known[$0.name] == nil }
    if !open.isEmpty {
      guard let given = try await prompter.answers(to: open) else { return nil }
      for (question, answer) in zip(open, given) { known[question.name] = answer }
      // A cipher stays open by itself; its passphrase is asked again where it was wrong.
      let kept = zip(open, given).filter { !$0.0.isPassphrase }
      answers.withLock { answers in
        for (question, answer) in kept { answers[question.name] = answer }
      }
    }
    return questions.compactMap { known[$0.name] }
  }
}
