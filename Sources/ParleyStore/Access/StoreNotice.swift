public import ParleyEngine

/// Something a store did that a person should know of.
///
/// ```swift
/// store.onNotice { notice in warn(notice.summary) }
/// ```
@nonexhaustive public enum StoreNotice: Sendable, Hashable {
  /// A damaged file was given a new name, and a new one begun in its place with what could be recovered of it.
  case setAside(file: String, as: String, reason: String, Result<SalvageReport, RepositoryError>)
  /// A file of the store had been removed, or emptied, and a new one was begun in its place.
  case missing(file: String)
  /// So many events could not be kept.
  case eventsNotKept(Int, RepositoryError)
  /// Cookies are not on disk, though they are used.
  case cookiesNotKept(RepositoryError)
  /// The old could not be cleared away.
  case retentionFailed(RepositoryError)
  /// Changes that other programs make are not seen by themselves.
  case notWatched(RepositoryError)
  /// The store's disk takes nothing: all of it is in memory, and gone at the end.
  case nothingKept(RepositoryError)

  /// One sentence.
  public var summary: String {
    switch self {
    case .setAside(let file, let new, _, let report):
      "\(file) was damaged and renamed to \(new); \(Self.words(report))."
    case .missing(let file): "\(file) was missing; a new, empty one was created."
    case .eventsNotKept(let count, let error):
      "\(count) \(count == 1 ? "event" : "events") could not be stored: \(error.summary)"
    case .cookiesNotKept(let error): "The cookies could not be stored: \(error.summary)"
    case .notWatched(let error), .nothingKept(let error): error.summary
    case .retentionFailed(let error): "Old data could not be removed: \(error.summary)"
    }
  }

  /// The same as an error, for showing it like one.
  public var error: RepositoryError {
    switch self {
    case .setAside(let file, let new, let reason, let report):
      RepositoryError(
        .damaged, "A damaged file of the store was replaced.",
        detail: "\(Self.sentence(reason)) \(Self.sentence(Self.words(report)))", place: file,
        advice: "Check whether something is missing. The damaged file is kept as \(new).")
    case .missing(let file):
      RepositoryError(
        .damaged, "A file of the store was missing.",
        detail:
          "A new, empty one was created. Unless you have a backup, these are lost: \(Self.part(file)?.contents ?? file).",
        place: file,
        advice: "If you have a backup, restore it while Parley is not running.")
    case .eventsNotKept(_, let error), .cookiesNotKept(let error), .retentionFailed(let error):
      RepositoryError(error.kind, summary, detail: error.detail, place: error.place, advice: error.advice)
    case .notWatched(let error), .nothingKept(let error): error
    }
  }

  /// Which database was replaced, by what could be recovered of it or by an empty one, if one was.
  package var replaced: StorePart? {
    switch self {
    case .setAside(let file, _, _, _), .missing(let file): Self.part(file)
    case .eventsNotKept, .cookiesNotKept, .retentionFailed, .notWatched, .nothingKept: nil
    }
  }

  private static func part(_ file: String) -> StorePart? {
    StorePart.allCases.first { file.hasSuffix("/\($0.fileName)") }
  }

  /// Whether it tells of the same thing, that goes on.
  package func isLike(_ other: StoreNotice) -> Bool {
    switch (self, other) {
    case (.eventsNotKept(_, let one), .eventsNotKept(_, let two)), (.cookiesNotKept(let one), .cookiesNotKept(let two)),
      (.retentionFailed(let one), .retentionFailed(let two)):
      one.kind == two.kind
    default: self == other
    }
  }

  private static func words(_ report: Result<SalvageReport, RepositoryError>) -> String {
    switch report {
    case .success(let report): report.summary
    case .failure(let error): "nothing was recovered yet: \(error.summary)"
    }
  }

  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + (text.hasSuffix(".") ? "" : ".")
  }
}
