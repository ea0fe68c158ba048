import ParleyEngine
internal import ParleyFiles
package import ParleyModel
import ParleyWorkspace
package import WorkbenchServices

/// The workspace as a whole, and what comes into it and leaves it.
package struct LiveWorkspace: WorkspaceServices, LiveOwner {
  let live: LiveServices

  package func read() async throws -> WorkspaceSnapshot {
    // The first frame shows the files as opening the session has read them.
    if !state.withLock({ $0.isFresh.take() }) { try await readFiles() }
    return try await snapshot()
  }

  /// Reads the files, and watches the files they refer to from then on. If there are new ones, reads once more, as they
  /// may have changed before.
  private func readFiles() async throws {
    let (session, watch) = state.withLock { ($0.session, $0.watch) }
    try await session.reload()
    if watch?.follow(session.permissions.watchedFiles) == true { try await session.reload() }
  }

  package func folder(ofWorkspaceAt path: String) async throws -> String {
    try Workspace.folder(above: personalPath(path))
  }

  package func select(environment: String) async throws -> WorkspaceSnapshot {
    try session.select(environment: environment)
    return try await snapshot()
  }

  package func trust(_ items: [TrustItem]) async throws -> WorkspaceSnapshot {
    try session.permissions.allow(items)
    return try await snapshot()
  }

  package func script(_ path: String) async throws -> String {
    let bytes = try FileSystem.read(session.workspace.root.appendingPath(path), limit: Self.longestScript)
    guard let text = String(validating: bytes, as: UTF8.self), !text.contains("\0") else {
      throw Problem(code: "trust.noText", "\(path) is a program without a text to show.")
    }
    return text
  }

  /// The largest script that is shown, in bytes.
  private static let longestScript = 1 << 20

  package func trustNeeded(by error: any Error) -> [TrustItem]? {
    guard case RenderError.notTrusted(let items) = error else { return nil }
    return items
  }

  package func limit(pool: Int) async throws -> WorkspaceSnapshot {
    session.client.poolSize = pool
    return try await snapshot()
  }

  package func mock(_ isOn: Bool) async throws -> WorkspaceSnapshot {
    session.mocks.isOn = isOn
    return try await snapshot()
  }

  package func onChanging(_ call: @escaping @Sendable () -> Void) {
    state.withLock { $0.onChanging = call }
  }

  package func onChange(_ call: @escaping @Sendable () -> Void) {
    state.withLock { $0.onChange = call }
  }
}

extension Bool {
  /// Returns the value, and sets it to false.
  fileprivate mutating func take() -> Bool {
    defer { self = false }
    return self
  }
}
