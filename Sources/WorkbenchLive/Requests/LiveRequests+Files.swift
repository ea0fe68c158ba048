import ParleyEngine
internal import ParleyFiles
internal import ParleyFormats
package import ParleyModel
import ParleyStore
import ParleyText
import ParleyWorkspace
package import WorkbenchServices

extension LiveRequests {
  package func load(_ id: RequestID) async throws -> LoadedRequest {
    let session = session
    let isFirst = live.state.withLock { state in
      defer { if id.isScratch { state.hasLoadedScratch = true } }
      return !state.hasLoadedScratch
    }
    let kept = try await session.store.drafts.load(id, isFirst: isFirst).flatMap(KeptRequestDraft.init)
    return try await loaded(id, draft: kept?.draft, over: kept?.base, in: session)
  }

  package func preview(_ draft: RequestDraft, of id: RequestID, at moment: ShownMoment?) async -> Preview {
    let session = session
    guard let moment else { return Preview(of: draft, as: id.rawValue, in: session) }
    do {
      let then = try await session.sharedKeys.then(moment)
      return Preview(of: draft, as: id.rawValue, in: session, scope: session.sending.scope(asOf: then))
    } catch {
      return Preview(url: draft.url, problems: [FieldProblem(Problem(error, hiding: secrets))])
    }
  }

  package func save(_ draft: RequestDraft, of id: RequestID, over base: RequestDraft) async throws -> SaveOutcome {
    let session = session
    if let refusal = try await write(draft, of: id, over: base, in: session) { return refusal }
    return try await saved(id, in: session)
  }

  package func rewrite(_ rewrite: FileRewrite, of id: RequestID) async throws -> SaveOutcome {
    let session = session
    try await session.reload()
    try session.files.rewrite(id.rawValue, from: Array(rewrite.before.utf8), to: Array(rewrite.after.utf8))
    return try await saved(id, in: session)
  }

  private func saved(_ id: RequestID, in session: Session) async throws -> SaveOutcome {
    try await session.store.drafts.remove(id)
    try await session.reload()
    return .saved(try await loaded(id, draft: nil, in: session), try await snapshot())
  }

  /// Writes a draft to the file. If somebody else writes the file between the reading and the writing here, it is read
  /// once more.
  /// - Returns: the reason why nothing was written; nil if it was.
  private func write(
    _ draft: RequestDraft, of id: RequestID, over base: RequestDraft, in session: Session
  ) async throws -> SaveOutcome? {
    for attempt in 1... {
      try await session.reload()
      if isGone(id, in: session) {
        let name = id.rawValue
        try session.files.create(session.credentials.settled(session.definition(draft, of: name), as: name), as: name)
        break
      }
      let onDisk = try await loaded(id, draft: draft, in: session)
      guard onDisk.saved == base || onDisk.saved == draft else { return .changedOnDisk(onDisk) }
      let edited = try session.settled(session.definition(draft, of: id.rawValue), of: id)
      do {
        try session.save(edited, of: id)
        break
      } catch let error as SaveError where error.canBeRewritten && id.defaults == nil {
        return .wantsRewrite(FileRewrite(try session.files.rewriting(edited, as: id.rawValue), because: error))
      } catch SaveError.changedOnDisk(let file) {
        if attempt == Self.mostAttempts { throw SaveError.changedOnDisk(file: file) }
      }
    }
    return nil
  }

  private static let mostAttempts = 5

  /// Whether somebody has removed its file: what is saved makes it again.
  private func isGone(_ id: RequestID, in session: Session) -> Bool {
    !id.isScratch && id.defaults == nil && session.workspace.request(id.rawValue) == nil
  }

  package func keepDraft(_ draft: RequestDraft, of id: RequestID, over base: RequestDraft) async throws {
    try await session.store.drafts.save(id, content: KeptRequestDraft(draft: draft, base: base).content())
  }

  package func dropDraft(of id: RequestID) async throws {
    try await session.store.drafts.remove(id)
  }

  package func draft(typed text: String) async throws -> ImportedDraft? {
    let session = session
    let (folder, root) = (currentFolder, session.workspace.root)
    guard CurlText.isCommand(text) else {
      guard case .request(let command, _)? = try PastedText(text, in: folder, forWorkspaceAt: root, isInURLField: true)
      else { return nil }
      return try await live.workspace.draft(of: command, in: session)
    }
    let command = try CurlCommand(text, in: folder, forWorkspaceAt: root)
    return try await live.workspace.draft(of: command, in: session)
  }

  package func place(
    _ secrets: [SecretPlacement], in draft: RequestDraft, of id: RequestID
  ) async throws -> RequestDraft {
    let session = session
    var draft = draft
    for secret in secrets {
      let template = try await session.credentials.place(secret.question, at: secret.place)
      draft = draft.replacingSecret(secret.question, with: template)
    }
    return draft
  }

  package func forgetAnswers() async throws -> Int {
    try await session.answers.forgetAll()
  }

  /// - Parameter base: the contents of the file when the draft was made.
  private func loaded(
    _ id: RequestID, draft: RequestDraft?, over base: RequestDraft? = nil, in session: Session
  ) async throws -> LoadedRequest {
    try await live.takings { number in
      var loaded = try read(id, draft: draft, in: session)
      loaded.taking = number
      if loaded.draft != nil, base != loaded.saved { loaded.base = base }
      return loaded
    }
  }

  private func read(_ id: RequestID, draft: RequestDraft?, in session: Session) throws -> LoadedRequest {
    let servers = session.workspace.definition.servers.map(\.name.value)
    if id.isScratch { return LoadedRequest(saved: RequestDraft(), draft: draft, servers: servers) }
    if let place = id.defaults { return try LoadedRequest(place, draft: draft, in: session) }
    let request = try session.files.request(id.rawValue)
    let saved = RequestDraft(request.definition)
    var loaded = LoadedRequest(
      saved: saved, draft: draft == saved ? nil : draft, servers: servers, file: request.file)
    loaded.faulty = session.workspace.syntaxError(in: request.file).map { FaultyFile($0.text, FileMistake($0.error)) }
    return loaded
  }

  package func file(of id: RequestID) async throws -> String {
    let session = session
    if let place = id.defaults { return session.workspace.root + "/" + place.file }
    return session.workspace.root + "/" + (try session.files.request(id.rawValue).file)
  }
}

extension FileRewrite {
  fileprivate init(_ change: FileChange, because error: SaveError) {
    self.init(
      file: change.file, reason: error.summary, before: String(decoding: change.before, as: UTF8.self),
      after: String(decoding: change.after, as: UTF8.self))
  }
}
