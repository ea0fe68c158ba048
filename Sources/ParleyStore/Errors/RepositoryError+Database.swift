internal import GRDB
import ParleyEngine

// What SQLite says, in words for a person. GRDB's messages hold SQL but never the values bound to it.

extension RepositoryError {
  /// - Parameter path: the database file it happened to.
  init(_ error: any Error, at path: String) {
    switch error {
    case let known as RepositoryError: self = known
    case is CancellationError: self = RepositoryError(.cancelled, "The operation was cancelled.")
    case let error as DatabaseError: self.init(error, at: path)
    default: self.init(.damaged, "The store holds something it cannot read.", detail: "\(error)", place: path)
    }
  }

  static func notOpen(_ path: String) -> RepositoryError {
    RepositoryError(
      .notOpen, "The store is not open.", place: path,
      advice: "Call open() and wait for it before the first use; nothing can be done after close().")
  }

  private init(_ error: DatabaseError, at path: String) {
    let kind = Kind(error.resultCode)
    self.init(
      kind, Self.summary(of: kind, error.resultCode), detail: error.message.map { "\($0)." }, place: path,
      advice: Self.advice(for: kind, error.resultCode))
  }

  private static func summary(of kind: Kind, _ code: ResultCode) -> String {
    switch kind {
    case .unusablePath: "The store cannot be opened for reading and writing."
    case .damaged: "The store's file is damaged."
    case .cancelled: "The operation was cancelled."
    default: code.isBusy ? "Another program is using the store." : "The store cannot be written."
    }
  }

  private static func advice(for kind: Kind, _ code: ResultCode) -> String? {
    switch kind {
    case .unusablePath: "Make its folder readable and writable, or choose another."
    case .damaged: "At the next start it is renamed and a new one is created."
    case .writing where code.isBusy: "Try again, or close the other program."
    case .writing: "Free some space on this disk. Nothing stored before is lost."
    default: nil
    }
  }
}

extension RepositoryError.Kind {
  fileprivate init(_ code: ResultCode) {
    switch code {
    case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT: self = .damaged
    // The statements are the store's own: where one does not fit, the tables are not those it made.
    case .SQLITE_ERROR: self = .damaged
    case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: self = .unusablePath
    case .SQLITE_INTERRUPT: self = .cancelled
    default: self = .writing
    }
  }
}

extension ResultCode {
  fileprivate var isBusy: Bool { self == .SQLITE_BUSY || self == .SQLITE_LOCKED }
}
