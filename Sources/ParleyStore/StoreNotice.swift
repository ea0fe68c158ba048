public import ParleyEngine

/// Something a store did that a person should know of.
///
/// ```swift
/// store.onNotice { notice in warn(notice.summary) }
/// ```
@nonexhaustive public enum StoreNotice: Sendable, Hashable {
  /// A damaged file was given a new name, and a new one begun in its place.
  case setAside(file: String, as: String, reason: String)
  /// So many events could not be kept.
  case eventsNotKept(Int, RepositoryError)
  /// Cookies are not on disk, though they are used.
  case cookiesNotKept(RepositoryError)
  /// The old could not be cleared away.
  case retentionFailed(RepositoryError)
  /// Changes that other programs make are not seen by themselves.
  case notWatched(RepositoryError)

  /// One sentence.
  public var summary: String {
    switch self {
    case .setAside(let file, let new, _): "\(file) was damaged; it is set aside as \(new), and a new one begins."
    case .eventsNotKept(let count, let error): "\(count) events could not be kept: \(error.summary)"
    case .cookiesNotKept(let error): "The cookies could not be kept: \(error.summary)"
    case .notWatched(let error): error.summary
    case .retentionFailed(let error): "The old rows could not be cleared away: \(error.summary)"
    }
  }
}
