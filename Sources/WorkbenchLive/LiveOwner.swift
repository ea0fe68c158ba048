import Glibc
import ParleyEngine
import ParleyStore
import ParleyWorkspace
import WorkbenchServices

/// A part of the services: what it does, it does with the session of the program.
protocol LiveOwner: Sendable {
  var live: LiveServices { get }
}

extension LiveOwner {
  var session: Session { live.session }
  var state: Lock<LiveServices.State> { live.state }
  var isScratch: Bool { live.isScratch }
  var bus: EventBus { live.bus }
  var secrets: KnownSecrets { live.bus.secrets }
  var stateFolder: StateFolder { live.stateFolder }
  var currentFolder: String? { live.currentFolder }

  func snapshot() async throws -> WorkspaceSnapshot { try await live.snapshot() }

  func changingFiles(_ change: (Session) throws -> Void) async throws -> WorkspaceSnapshot {
    let session = session
    try change(session)
    try await session.reload()
    return try await snapshot()
  }

  /// A path as a person types it: from their own folder on with `~/`, else from where the program was started.
  func personalPath(_ path: String) -> String {
    if path.hasPrefix("~/"), let home = getenv("HOME") { return String(cString: home) + path.dropFirst() }
    guard !path.hasPrefix("/"), let currentFolder else { return path }
    return "\(currentFolder)/\(path)"
  }
}
