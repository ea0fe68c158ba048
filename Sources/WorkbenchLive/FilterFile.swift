import ParleyEngine
import ParleyFiles
import ParleyWorkspace
import WorkbenchServices

/// The filters of the log that a person has kept, beside the workspace's store.
struct FilterFile {
  private let path: String

  /// - Parameter folder: the store's folder.
  init(folder: String) {
    path = "\(folder)/filters.json"
  }

  /// By name; none where there is no such file yet.
  func all() throws -> [SavedFilter] {
    try filters(in: PrivateText.read(path))
  }

  private func filters(in bytes: [UInt8]?) throws -> [SavedFilter] {
    guard let bytes else { return [] }
    do {
      return try JSONValue(parsing: bytes).decode([SavedFilter].self).sorted { $0.name < $1.name }
    } catch {
      throw Problem(
        code: "filters.unreadable", "Cannot read the file of saved filters.", detail: "\(error)",
        place: path,
        advice: "Fix it, or delete it to start over.")
    }
  }

  func save(_ filter: SavedFilter) throws -> [SavedFilter] {
    try change { $0.filter { $0.name != filter.name } + [filter] }
  }

  func remove(_ name: String) throws -> [SavedFilter] {
    try change { $0.filter { $0.name != name } }
  }

  private func change(_ edit: ([SavedFilter]) -> [SavedFilter]) throws -> [SavedFilter] {
    var filters: [SavedFilter] = []
    try PrivateText.change(path) { bytes in
      filters = edit(try self.filters(in: bytes)).sorted { $0.name < $1.name }
      return JSONPrinter.compact.bytes(of: try JSONValue(encoding: filters))
    }
    return filters
  }
}
