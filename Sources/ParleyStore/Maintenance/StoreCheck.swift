import ParleyEngine

/// The result of checking all of a store.
public struct StoreCheck: Sendable, Hashable {
  /// One of the databases.
  package struct File: Sendable, Hashable {
    /// The file's path.
    package let path: String
    /// The problems that SQLite reports.
    package internal(set) var problems: [String] = []
  }

  /// The databases there are.
  package internal(set) var files: [File] = []
  /// Rows that were read.
  package internal(set) var rows = 0
  /// Body files that rows need and that are missing or cut.
  package internal(set) var missingBodies = 0
  /// Body files that no row needs. They go by themselves.
  package internal(set) var orphans = 0
  /// Damaged files that were replaced earlier.
  package internal(set) var setAside: [String] = []
  var unreadable: [StoreTable: Int] = [:]

  /// Rows that cannot be read or unsealed, in words: `2 drafts`.
  package var unreadableRows: [String] {
    StoreTable.allCases.compactMap { table in
      unreadable[table].map { "\($0) \($0 == 1 ? table.words.one : table.words.many)" }
    }
  }

  /// Whether nothing is damaged, and nothing missing.
  public var isWhole: Bool { files.allSatisfy(\.problems.isEmpty) && unreadable.isEmpty && missingBodies == 0 }

  static func isSetAside(_ name: String) -> Bool {
    StorePart.allCases.contains { name.hasPrefix("\($0.fileName).damaged-") }
      && !["-wal", "-shm", "-bodies"].contains(where: name.hasSuffix)
  }
}

/// The result of repairing a damaged store.
public struct StoreRepair: Sendable, Hashable {
  /// The notices from opening the store: the damaged, the recovered and the lost.
  package let notices: [StoreNotice]
  /// Rows that could not be read, and were removed.
  package let removed: Int
  /// The state of the store after the repair.
  package let check: StoreCheck
}
