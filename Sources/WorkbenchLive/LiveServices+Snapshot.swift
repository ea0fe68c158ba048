import ParleyEngine
import ParleyFiles
import ParleyModel
import ParleyStore
import ParleyTeam
import ParleyWorkspace
import TerminalKit
import WorkbenchServices

extension LiveServices {
  /// In the order of their numbers, one after the other: a later one has all that an earlier one had.
  func snapshot() async throws -> WorkspaceSnapshot {
    let drafts = Set(try await session.store.drafts.all().map(\.request))
    let addresses = await addresses(of: drafts)
    let hasScratchDraft =
      drafts.contains(where: Drafts.isScratch) ? (try? await session.store.drafts.hasScratch()) == true : false
    return await takings { number in
      var snapshot = snapshot(drafts: drafts)
      for (index, request) in snapshot.requests.enumerated() {
        guard let address = addresses[request.id.rawValue] else { continue }
        snapshot.requests[index].url = address.url
        if !address.method.isEmpty { snapshot.requests[index].method = address.method }
      }
      snapshot.hasScratchDraft = hasScratchDraft
      snapshot.taking = number
      return snapshot
    }
  }

  private func snapshot(drafts: Set<String>) -> WorkspaceSnapshot {
    let session = session
    let workspace = session.workspace
    let watch = state.withLock { $0.watch }
    watch?.follow(session.permissions.watchedFiles)
    let isScratch = state.withLock { $0.isScratch }
    let (broken, warned) = (workspace.filesWithErrors, workspace.filesWithWarnings)
    var snapshot = WorkspaceSnapshot(
      name: isScratch ? "scratch" : workspace.name, folder: workspace.root, isScratch: isScratch,
      environments: workspace.environments.map(EnvironmentSummary.init), environment: session.environmentName,
      folders: workspace.tree.descendantPaths,
      requests: workspace.requests.map {
        RequestSummary($0, hasDraft: drafts.contains($0.id), hasMistake: broken.contains($0.file))
      },
      mistakes: workspace.diagnostics.map(FileMistake.init), trust: Trust(session),
      poolSize: session.client.poolSize, mocks: workspace.mocks.count, isMocking: session.mocks.isOn)
    snapshot.groups = workspace.groups.map { group in
      var outline = GroupOutline(group, in: workspace, broken: broken, warned: warned)
      outline.hasDraft = drafts.contains(KeptGroupDraft.key(of: group.id))
      return outline
    }
    snapshot.isWatched = watch?.isThere ?? false
    addState(of: session, to: &snapshot)
    return snapshot
  }

  private func addState(of session: Session, to snapshot: inout WorkspaceSnapshot) {
    snapshot.undoable = state.withLock { $0.filesHistory.last }?.words
    snapshot.recent = RecentWorkspaces(stateFolder).folders
    snapshot.lastRequest = person.lastRequest
    snapshot.ciphers = session.ciphers.all.map(\.name)
    snapshot.sharedRules = session.shared.rules
    snapshot.team = TeamSummary(session.team.state)
    snapshot.teamRunNews = session.team.runNews
    snapshot.isKept = session.isKept
    snapshot.retention = session.retentionWords
    snapshot.cacheMode = session.cache.mode
    snapshot.checksCertificates = session.serverTrust.isChecked(in: session.environmentName)
    snapshot.trustedServers = session.serverTrust.names
    snapshot.standsInEmptyFolder = snapshot.isScratch && currentFolder.map(CurrentFolder.isEmpty) == true
    snapshot.mockServer = state.withLock { $0.mockServer }?.url
  }
}

extension LiveServices {
  /// The methods and URLs that drafts of requests say.
  private func addresses(of drafts: Set<String>) async -> [String: (method: String, url: String)] {
    var addresses: [String: (method: String, url: String)] = [:]
    for name in drafts {
      guard let kept = try? await session.store.drafts.load(name), let draft = KeptRequestDraft(kept)?.draft else {
        continue
      }
      addresses[name] = (draft.method, draft.url)
    }
    return addresses
  }
}

extension TeamSummary {
  fileprivate init?(_ state: TeamState) {
    switch state {
    case .none: return nil
    case .connecting: self = .connecting
    case .connected: self = .connected
    case .offline(let trouble), .refused(let trouble):
      self = .offline(since: trouble.since, copiedAt: trouble.copiedAt, Problem(trouble.error))
    case .unavailable(let error): self = .unavailable(Problem(error))
    }
  }
}

extension EnvironmentSummary {
  init(_ environment: WorkspaceEnvironment) {
    let definition = environment.definition
    self.init(
      environment.name, color: definition.color?.value, asksBeforeSending: definition.confirm?.value ?? false)
  }
}

extension RequestSummary {
  fileprivate init(_ request: WorkspaceRequest, hasDraft: Bool, hasMistake: Bool) {
    self.init(
      RequestID(rawValue: request.id), method: request.definition.method?.value ?? "GET",
      url: request.definition.url.value, hasDraft: hasDraft, hasMistake: hasMistake)
  }
}

extension FileMistake {
  init(_ diagnostic: Diagnostic) {
    self.init(
      file: diagnostic.place.file, line: diagnostic.place.line, column: diagnostic.place.column, diagnostic.sentence,
      hint: diagnostic.hint, isWarning: diagnostic.severity == .warning)
  }
}

extension Trust {
  fileprivate init(_ session: Session) {
    let missing = session.permissions.missing()
    if !missing.isEmpty {
      self = .wanted(missing)
    } else {
      self = session.permissions.grant.isGiven ? .granted : .unneeded
    }
  }
}
