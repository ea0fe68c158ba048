package import ParleyEngine

// The request without a file belongs to the program in which it is written: two that run at once have one each. The next program goes on
// with the newest of those that have ended.
extension Drafts {
  /// None of a request's or group's begins so.
  private static let prefix = "/scratch/"
  /// The one of programs that shared it.
  private static let shared = ""

  /// Whether a draft is of a request without a file.
  package static func isScratch(_ request: String) -> Bool { request == shared || request.hasPrefix(prefix) }

  /// Keeps it. On disk when this returns.
  package func saveScratch(content: [UInt8]) async throws(RepositoryError) { try await save(try own, content: content) }

  /// Forgets the one of this program.
  package func removeScratch() async throws(RepositoryError) { try await remove(try own) }

  /// The one of this program.
  /// - Parameter takesOver: where it has none, the newest that a program which has ended has left is its own from now on.
  package func loadScratch(takingOver takesOver: Bool) async throws(RepositoryError) -> Draft? {
    let own = try own
    if let draft = try await load(own) { return draft }
    guard takesOver else { return nil }
    for entry in try await leftScratches() {
      guard let draft = try? await load(entry.request) else { continue }
      try await save(own, content: draft.content, baseHash: draft.baseHash)
      try await remove(entry.request)
      return draft
    }
    return nil
  }

  /// Whether one is there for this program to go on with: its own, or one that a program which has ended has left.
  package func hasScratch() async throws(RepositoryError) -> Bool {
    if try await load(try own) != nil { return true }
    return try await !leftScratches().isEmpty
  }

  /// The newest first.
  private func leftScratches() async throws(RepositoryError) -> [DraftEntry] {
    let store = try access.opened()
    return try await all().filter { entry in
      guard entry.request.hasPrefix(Self.prefix) else { return entry.request == Self.shared }
      return !store.isAlive(String(entry.request.dropFirst(Self.prefix.count)))
    }
    .sorted { $0.savedAt > $1.savedAt }
  }

  private var own: String {
    get throws(RepositoryError) { Self.prefix + (try access.opened().ownerName) }
  }
}
