internal import GRDB
import Glibc
import ParleyEngine

/// The size of a store, by kind of content.
public struct StoreSize: Sendable, Hashable {
  /// One kind of thing.
  package struct Part: Sendable, Hashable {
    /// For programs: `history`
    package let name: String
    /// How many there are; nil for what is not counted.
    package let count: Int?
    /// In bytes, without what the database needs to find them.
    package let bytes: Int
  }

  /// The sizes, by kind of content.
  package private(set) var parts: [Part] = []
  /// Of all files, in bytes.
  public private(set) var total = 0

  init(of folder: Folder) throws {
    total = Self.bytes(below: folder.path)
    for part in StorePart.allCases where access(folder.file(part.fileName), F_OK) == 0 {
      try add(part, at: folder.file(part.fileName))
    }
    let bodies = Folder(path: folder.file(BodyFolder.name))
    parts.append(Part(name: "bodies", count: bodies.names().count, bytes: Self.bytes(below: bodies.path)))
    let damaged = folder.names().filter { $0.contains(".damaged-") }
    parts.append(
      Part(
        name: "damaged files", count: damaged.count,
        bytes: damaged.reduce(0) { $0 + Self.bytes(below: folder.file($1)) }))
    let rest = total - parts.reduce(0) { $0 + $1.bytes }
    parts.append(Part(name: "indexes and free pages", count: nil, bytes: max(0, rest)))
  }

  private mutating func add(_ part: StorePart, at path: String) throws {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(20)
    do {
      let connection = try DatabaseQueue(path: path, configuration: configuration)
      defer { try? connection.close() }
      for (name, table) in part.tables {
        parts.append(try connection.read { try Self.part(name, table, in: $0) })
      }
    } catch {
      throw RepositoryError(error, at: path)
    }
  }

  private static func part(_ name: String, _ table: String, in database: Database) throws -> Part {
    let columns = try database.columns(in: table).map { "ifnull(length(CAST(\"\($0.name)\" AS BLOB)), 0)" }
    let row = try Row.fetchOne(
      database, sql: "SELECT count(*), total(\(columns.joined(separator: " + "))) FROM \(table)")
    return Part(name: name, count: row?[0] ?? 0, bytes: Int(row?[1] as Double? ?? 0))
  }

  /// Of a file, or of all files in a folder.
  private static func bytes(below path: String) -> Int {
    var status = stat()
    guard lstat(path, &status) == 0 else { return 0 }
    guard status.st_mode & S_IFMT == S_IFDIR else { return Int(status.st_size) }
    return Folder(path: path).names().reduce(0) { $0 + bytes(below: "\(path)/\($1)") }
  }
}

extension StorePart {
  /// As people call them, and as the file does.
  fileprivate var tables: [(name: String, table: String)] {
    switch self {
    case .data:
      [
        ("shared data", "shared"), ("snapshots of shared data", "shared_snapshot"), ("drafts", "draft"),
        ("cookies", "cookie"),
      ]
    case .log:
      [
        ("history", "exchange"), ("events", "event"), ("cache", "cache"), ("runs", "run"),
        ("steps of runs", "run_node"),
      ]
    }
  }
}
