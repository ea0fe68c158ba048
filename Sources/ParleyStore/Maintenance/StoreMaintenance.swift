import Dispatch
internal import GRDB
import Glibc
public import ParleyEngine
internal import SystemCalls

/// Looks after a store that nobody needs to have open.
///
/// ```swift
/// let maintenance = StoreMaintenance(of: location)
/// let check = try await maintenance.check()
/// if !check.isWhole { print(try await maintenance.repair().lines) }
/// ```
public struct StoreMaintenance: Sendable {
  private let folder: Folder
  private let machineKey: String
  private static let mostProblems = 20

  /// - Parameter location: of the store.
  package init(of location: StoreLocation) {
    self.init(location.folder, machineKey: location.state.machineKey)
  }

  /// - Parameters:
  ///   - folder: of the store.
  ///   - machineKey: the file of the key that seals.
  public init(_ folder: String, machineKey: String) {
    (self.folder, self.machineKey) = (Folder(path: folder), machineKey)
  }

  /// Reads all of it, and changes nothing. Other programs may have it open.
  /// - Throws: `.key` when what is sealed cannot be looked into.
  public func check() async throws(RepositoryError) -> StoreCheck {
    try await onThread { try check(in: folder) }
  }

  /// Reads all of it, replaces the damaged files by what can be read of them, and clears away what cannot be used.
  /// - Throws: `.unusablePath` when another program has it open.
  package func repair() async throws(RepositoryError) -> StoreRepair {
    guard access(folder.path, F_OK) == 0 else { return StoreRepair(notices: [], removed: 0, check: StoreCheck()) }
    try holdAlone()
    for part in StorePart.allCases where access(path(part), F_OK) == 0 { DamagedFile.suspect(path(part)) }
    let store = Store(at: folder.path, machineKey: machineKey)
    try await store.open()
    let removed = try await removeUnreadable(in: store)
    let notices = store.notices
    await store.close()
    return StoreRepair(notices: notices, removed: removed, check: try await check())
  }

  /// The size of the store and of its parts.
  public func size() async throws(RepositoryError) -> StoreSize {
    try await onThread { try StoreSize(of: folder) }
  }

  private func path(_ part: StorePart) -> String { folder.file(part.fileName) }

  /// Nobody may hold on to a file that is replaced.
  private func holdAlone() throws(RepositoryError) {
    guard let lock = try FileLock.tryNow(folder.file(StoreLocks.inUse), .exclusive) else {
      throw RepositoryError(
        .unusablePath, "The store is in use.", place: folder.path, advice: "Close the other program first.")
    }
    lock.release()
  }

  private func onThread<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws(RepositoryError) -> Value {
    try await Self.queue.run(work)
  }

  private static let queue = DispatchQueue(label: "parley.store.maintenance")
}

// Looking.
extension StoreMaintenance {
  private func check(in folder: Folder) throws -> StoreCheck {
    var check = StoreCheck()
    check.setAside = folder.names().filter(StoreCheck.isSetAside).sorted().map(folder.file)
    guard access(folder.path, F_OK) == 0, let sealer = try sealer() else { return check }
    let bodies = try BodyFolder(in: folder, sealedBy: sealer)
    for part in StorePart.allCases where access(path(part), F_OK) == 0 {
      check.files.append(try look(at: part, bodies, sealer, &check))
    }
    return check
  }

  private func sealer() throws(RepositoryError) -> (any Sealer)? {
    try MachineKey(path: machineKey).sealer()
  }

  private func look(
    at part: StorePart, _ bodies: BodyFolder, _ sealer: any Sealer, _ check: inout StoreCheck
  ) throws -> StoreCheck.File {
    var file = StoreCheck.File(path: path(part))
    do {
      let head = try OpenFile(file.path, O_RDONLY).read(at: 0, count: DatabaseHead.size)
      guard DatabaseHead(head) != nil else {
        throw DatabaseError(resultCode: .SQLITE_NOTADB, message: "It is no database")
      }
      let connection = try DatabaseQueue(path: file.path, configuration: Self.configuration)
      defer { try? connection.close() }
      file.problems = try connection.read { database in
        try String.fetchAll(database, sql: "PRAGMA integrity_check(\(Self.mostProblems))").filter { $0 != "ok" }
      }
      guard file.problems.isEmpty else { return file }
      try connection.read { try inspect($0, part, bodies, sealer, &check) }
    } catch let error as DatabaseError {
      file.problems.append(error.message ?? "\(error.resultCode)")
    }
    return file
  }

  private func inspect(
    _ database: Database, _ part: StorePart, _ bodies: BodyFolder, _ sealer: any Sealer, _ check: inout StoreCheck
  ) throws {
    for inspection in RowInspection.all(of: part.schema, bodies, sealer) {
      let result = try inspection.run(in: database)
      check.missingBodies += result.missingBodies
      check.rows += result.rows
      if let table = StoreTable(rawValue: inspection.table), !result.unreadable.isEmpty {
        check.unreadable[table] = result.unreadable.count
      }
    }
    guard part == .log else { return }
    let needed = Set(try String.fetchAll(database, sql: DatabaseSchema.bodyNames))
    check.orphans = bodies.keptNames.filter { !needed.contains($0) }.count
  }

  private func removeUnreadable(in store: Store) async throws(RepositoryError) -> Int {
    let opened = try store.access.opened()
    var removed = 0
    for (part, file) in [(StorePart.data, opened.data), (.log, opened.log)] {
      for inspection in RowInspection.all(of: part.schema, opened.bodies, opened.sealer) {
        removed += try await file.write { try inspection.removeUnreadable(in: $0) }
      }
    }
    try await opened.retentionJob.removeUnneededBodies()
    return removed
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(20)
    configuration.label = "maintenance"
    return configuration
  }
}
