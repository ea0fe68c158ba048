package import ParleyModel
package import WorkbenchServices

/// The file changes reported up to a moment.
package struct FileNews: Comparable, Sendable {
  fileprivate var count = 0

  package static func < (left: FileNews, right: FileNews) -> Bool { left.count < right.count }
}

/// Whether what is shown is what the files say.
///
///     something is written → it is quiet → the workspace is read → what is open is read → all of it is shown
package struct FilesShown: Sendable {
  /// The changes reported so far.
  package private(set) var told = FileNews()
  /// All that is on screen.
  private var shown = FileNews()
  /// The request to send as soon as everything reported is on screen; nil for none.
  private var waiting: RequestID?

  /// Whether everything reported is on screen.
  package var isShown: Bool { shown >= told }

  package mutating func note() { told.count += 1 }

  package mutating func show(_ news: FileNews) { shown = max(shown, news) }

  /// Sends the request when everything reported is on screen.
  package mutating func send(_ request: RequestID) { waiting = request }

  /// For files that cannot be read.
  package mutating func cancelSend() { waiting = nil }

  package func isWaiting(toSend request: RequestID) -> Bool { waiting == request }

  package mutating func takeSend() -> RequestID? {
    defer { waiting = nil }
    return waiting
  }
}

/// Comes when the files of what is open, which were asked for before, have been read.
package enum OpenFilesEffect: ServiceEffect {
  case shown(FileNews)

  package var lane: Lane? { .openFiles }

  package func perform(with services: Services) async throws -> [Action] {
    if case .shown(let news) = self { [.workspace(.shown(news))] } else { [] }
  }
}
