internal import GRDB
import Glibc
import ParleyEngine
internal import SystemCalls

/// Opens a database file: makes it, checks it, migrates it. Called with the store's opening lock held.
struct DatabaseOpener {
  let schema: DatabaseSchema
  let folder: Folder
  /// The folder whose files the rows of this database need, if it is the one that does.
  var bodies: String?
  let now: Timestamp

  private var path: String { folder.file(schema.fileName) }

  /// - Throws: `.newerVersion` when a newer program wrote it, `.unusablePath` when it may not be read and written. A damaged
  ///   file is set aside, to be salvaged, and a new one opened.
  func open() throws(RepositoryError) -> DatabaseFile {
    do throws(RepositoryError) {
      return try openAsItIs()
    } catch  where error.kind == .damaged {
      try DamagedFile.setAside(path, bodies: bodies, at: now, because: error.detail ?? error.summary)
      return try openAsItIs()
    }
  }

  /// The same for a database that can be made again: a damaged one is not kept.
  func openOrMakeAnew() throws(RepositoryError) -> DatabaseFile {
    do throws(RepositoryError) {
      return try openAsItIs()
    } catch  where error.kind == .damaged {
      for name in [path, "\(path)-wal", "\(path)-shm"] { unlink(name) }
      DamagedFile.clear(path)
      return try openAsItIs()
    }
  }

  private func openAsItIs() throws(RepositoryError) -> DatabaseFile {
    if !OpenFile.isOpen(path) { try checkHead(of: OpenFile(path, O_RDWR | O_CREAT)) }
    do {
      return try LockingProtocol.retrying(openDatabase)
    } catch {
      throw RepositoryError(error, at: path)
    }
  }

  private func openDatabase() throws -> DatabaseFile {
    let connection = try connect()
    do {
      try prepare(connection)
      return DatabaseFile(path: path, connection: connection)
    } catch {
      try? connection.close()
      throw error
    }
  }

  /// Before SQLite sees the file: closing it again, SQLite would clear away a write-ahead log that does not fit. And never
  /// while this process has it open: the end of any descriptor ends all locks that the process has on a file.
  private func checkHead(of file: OpenFile) throws(RepositoryError) {
    let head = try file.read(at: 0, count: DatabaseHead.size)
    guard head.isEmpty || DatabaseHead(head) != nil else {
      throw RepositoryError(.damaged, "The store's file is damaged.", detail: "It is not a database.", place: path)
    }
  }

  private func connect() throws -> any DatabaseWriter {
    switch schema.synchronization {
    case .normal: try DatabasePool(path: path, configuration: configuration)
    case .full: try DatabaseQueue(path: path, configuration: configuration)
    }
  }

  private func prepare(_ connection: any DatabaseWriter) throws {
    if try connection.read(schema.isOfNewerProgram) { throw newerVersion }
    if DamagedFile.isSuspect(path) { try connection.read(check) }
    try schema.migrator.migrate(connection)
    // GRDB itself asks for NORMAL when it turns the write-ahead log on.
    try connection.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA synchronous = \(schema.synchronization.rawValue)")
    }
  }

  private func check(_ database: Database) throws {
    let answer = try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
    guard answer == "ok" else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: answer) }
    DamagedFile.clear(path)
  }

  private var newerVersion: RepositoryError {
    RepositoryError(
      .newerVersion, "The store was written by a newer Parley.", place: path,
      advice: "Start that version, or move the folder away to start with an empty store.")
  }

  private var configuration: Configuration {
    var configuration = Configuration()
    configuration.journalMode = .wal
    // Others may be many, and the disk slow: who waits gets its turn.
    configuration.busyMode = .timeout(20)
    configuration.maximumReaderCount = 3
    configuration.label = schema.fileName
    configuration.prepareDatabase { database in
      // Before the first table is made; later it is without effect.
      if !database.configuration.readonly {
        try database.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_size_limit = 16000000")
      }
      try database.execute(sql: "PRAGMA temp_store = MEMORY; PRAGMA secure_delete = FAST")
    }
    return configuration
  }
}
