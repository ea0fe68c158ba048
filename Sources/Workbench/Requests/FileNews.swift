import ParleyModel
import WorkbenchServices

/// The file changes reported up to a moment.
struct FileNews: Comparable, Sendable {
  fileprivate var count = 0

  static func < (left: FileNews, right: FileNews) -> Bool { left.count < right.count }
}

/// Whether what is shown is what the files say.
///
///     something is written → it is quiet → the workspace is read → what is open is read → all of it is shown
struct FilesShown: Sendable {
  /// The changes reported so far.
  private(set) var told = FileNews()
  /// All that is on screen.
  private var shown = FileNews()
  /// The request to send as soon as everything reported is on screen; nil for none.
  private var waiting: RequestID?

  /// Whether everything reported is on screen.
  var isShown: Bool { shown >= told }

  mutating func note() { told.count += 1 }

  mutating func show(_ news: FileNews) { shown = max(shown, news) }

  /// Sends the request when everything reported is on screen.
  mutating func send(_ request: RequestID) { waiting = request }

  /// For files that cannot be read.
  mutating func cancelSend() { waiting = nil }

  func isWaiting(toSend request: RequestID) -> Bool { waiting == request }

  mutating func takeSend() -> RequestID? {
    defer { waiting = nil }
    return waiting
  }
}

/// Comes when the files of what is open, which were asked for before, have been read.
enum OpenFilesEffect: ServiceEffect {
  case shown(FileNews)

  var lane: Lane? { .openFiles }

  func perform(with services: Services) async throws -> [Action] {
    if case .shown(let news) = self { [.workspace(.shown(news))] } else { [] }
  }
}
