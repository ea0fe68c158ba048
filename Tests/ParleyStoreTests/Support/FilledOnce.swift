import ParleyStore
import TestSupport

/// A store that takes long to fill: it is filled once, and each test has a copy of its own.
struct FilledOnce: Sendable {
  private let made: Task<TemporaryFolder, any Error>

  init(_ fill: @escaping @Sendable (Store) async throws -> Void) {
    made = Task {
      let folder = TemporaryFolder()
      let store = try await Store.opened(in: folder)
      try await fill(store)
      await store.close()
      return folder
    }
  }

  /// The copy, open.
  func opened(in folder: TemporaryFolder) async throws -> Store {
    let filled = try await made.value
    let copied = try await FinishedProcess.run("/bin/cp", ["-a", "\(filled.path)/.", folder.path])
    guard copied.status == 0 else { throw SupportError("cp: \(copied.errorText)") }
    return try await Store.opened(in: folder)
  }
}
