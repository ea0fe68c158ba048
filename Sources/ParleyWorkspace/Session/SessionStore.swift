import ParleyEngine
import ParleyStore

/// The store of a session, open: on the disk, or in memory where the disk takes nothing more.
struct SessionStore: Sendable {
  let location: StoreLocation
  let store: Store
  /// The store in memory that replaces the one on a full disk; nil if the disk can be written to.
  let standIn: StandIn?

  static func opened(at location: StoreLocation) async throws -> SessionStore {
    let store = Store(at: location)
    do throws(RepositoryError) {
      try await store.open()
      return SessionStore(location: location, store: store, standIn: nil)
    } catch {
      guard [.writing, .unusablePath].contains(error.kind), let standIn = try StandIn(for: location) else {
        throw error
      }
      try await standIn.store.open()
      return SessionStore(location: location, store: standIn.store, standIn: standIn)
    }
  }

  /// Opens the store of a workspace that has been open before, while its files are still being read. An error here is
  /// ignored: it occurs once more when the files are known, and is reported then.
  /// - Throws: `UnknownOrigin` if that has to be asked.
  static func known(
    of folder: String, in state: StateFolder, asksForOrigin: Bool
  ) async throws(UnknownOrigin) -> SessionStore? {
    guard let location = try? Session.location(of: folder, in: state) else { return nil }
    if location.exists { return try? await opened(at: location) }
    let others = asksForOrigin ? location.others() : []
    guard others.isEmpty else { throw UnknownOrigin(here: location, others: others) }
    return nil
  }

  /// Itself where it is the one at this place; otherwise it is closed, and that one opened.
  func at(_ location: StoreLocation) async throws -> SessionStore {
    if location.folder == self.location.folder { return self }
    await close()
    return try await .opened(at: location)
  }

  func close() async {
    await store.close()
    standIn?.remove()
  }
}
