internal import ParleyEngine
package import ParleyFiles
package import ParleyModel
internal import ParleyText

/// The permissions of a workspace beyond HTTP and its own files: asked for when it is first needed.
package final class Permissions: Sendable {
  private let open: OpenFiles
  private let storage: any TrustStorage
  /// Whether anything is there in the next session.
  private let isKept: Bool
  private let granted: Lock<TrustGrant>
  private let listeners = Lock<[@Sendable () -> Void]>([])

  init(of open: OpenFiles, in storage: any TrustStorage, granted: TrustGrant, isKept: Bool) {
    (self.open, self.storage, self.isKept) = (open, storage, isKept)
    self.granted = Lock(granted)
  }

  package var grant: TrustGrant { granted.withLock { $0 } }

  /// The files to watch besides those of the workspace: the ones it refers to, and the permissions it was given.
  package var watchedFiles: Set<String> {
    ReferredPaths(of: open.workspace).all.union([storage.file].compactMap(\.self))
  }

  /// The permissions that the workspace wants and does not have, including those whose contents have changed since they
  /// were allowed.
  package func missing() -> [TrustItem] {
    missing(of: TrustNeeds(of: open.workspace).all)
  }

  /// Those of the wanted permissions that are missing. The grant is read again if need be: another program may have
  /// allowed some meanwhile, or have written a file that this one takes for somebody else's.
  package func missing(of wanted: some Collection<TrustItem>) -> [TrustItem] {
    let missing = grant.missing(of: wanted)
    return readsGrantAgain(for: missing) ? grant.missing(of: wanted) : missing
  }

  /// Does what may need to be allowed, and once more where another program has seen to it meanwhile.
  func rereading<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value {
    do { return try await work() } catch RenderError.notTrusted(let items) where readsGrantAgain(for: items) {
      return try await work()
    }
  }

  private func readsGrantAgain(for items: [TrustItem]) -> Bool {
    guard !items.isEmpty, let kept = try? storage.grant(for: open.workspace.identity) else { return false }
    return granted.withLock { grant in
      guard !grant.items.isSuperset(of: kept.items) else { return false }
      grant = grant.adding(kept.items)
      return true
    }
  }

  /// Allows these things from now on, besides what was allowed before.
  package func allow(_ items: [TrustItem]) throws {
    let identity = open.workspace.identity
    // Another program may have been allowed more meanwhile.
    let grant = self.grant.adding(try storage.grant(for: identity).items).adding(items)
    granted.withLock { $0 = grant }
    for call in listeners.withLock({ $0 }) { call() }
    do { try storage.save(grant, for: identity) } catch  where !isKept {}
  }

  /// Allows these things for this session alone.
  func allowForNow(_ items: [TrustItem]) {
    granted.withLock { $0 = $0.adding(items) }
  }

  /// Lets a request that a person has just typed read and write what it names, as long as this session is open.
  package func allowForNow(_ request: RequestDefinition) {
    let access = FileAccess(root: open.workspace.root)
    allowForNow(
      request.paths.compactMap { path in
        path.text.value.hasTemplateMark ? nil : access.trustNeeded(by: path.text.value, for: path.use)
      })
  }

  /// Naming a variable or a program here allows its use.
  func allow(_ source: SecretSource) throws {
    switch source {
    case .prompt: break
    case .environment(let name): try allow([.environmentVariable(name)])
    case .command(let words): try allow([TrustNeeds(of: open.workspace).item(forCommand: words)])
    }
  }

  /// Calls whenever more is allowed from now on.
  func onAllowing(_ call: @escaping @Sendable () -> Void) {
    listeners.withLock { $0.append(call) }
  }
}
