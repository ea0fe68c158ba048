import ParleyModel
import ParleyStore

// Drafts by the requests they are of.
extension Drafts {
  /// - Parameter isFirst: whether that of a request without a file has not been loaded yet, so that one which is left may be it.
  func load(_ id: RequestID, isFirst: Bool) async throws -> Draft? {
    if id.isScratch { try await loadScratch(takingOver: isFirst) } else { try await load(id.rawValue) }
  }

  func save(_ id: RequestID, content: [UInt8]) async throws {
    if id.isScratch { try await saveScratch(content: content) } else { try await save(id.rawValue, content: content) }
  }

  func remove(_ id: RequestID) async throws {
    if id.isScratch { try await removeScratch() } else { try await remove(id.rawValue) }
  }
}
