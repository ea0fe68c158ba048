package import ParleyModel
import ParleyText
package import WorkbenchServices

/// Work on several requests, done a piece at a time, so that it can be seen and stopped. Each request is moved or deleted as a
/// whole, or not at all.
package struct TreeWork: Sendable {
  package enum Job: Hashable, Sendable {
    case move(into: String)
    case delete
  }

  package struct Piece: Hashable, Sendable {
    package let job: Job
    package let ids: [RequestID]
    /// Those of which these are a piece.
    package let all: [RequestID]
  }

  /// The files are read again after each piece.
  private static let size = 10

  let job: Job
  let all: [RequestID]
  package private(set) var done: [RequestID] = []
  /// The request that was open and is among those done.
  package var open: RequestID?
  package var isStopped = false

  package init(_ job: Job, _ all: [RequestID]) {
    (self.job, self.all) = (job, all)
  }

  /// The next piece; nil when there is none, or when it was stopped.
  package var next: Piece? {
    guard !isStopped, done.count < all.count else { return nil }
    return Piece(job: job, ids: Array(all.dropFirst(done.count).prefix(Self.size)), all: all)
  }

  package mutating func take(_ ids: [RequestID]) { done += ids }

  /// The open request at its new place; nil where it was not moved.
  package var openMoved: RequestID? {
    guard case .move(let folder) = job, let open else { return nil }
    let name = open.rawValue.split(separator: "/").last.map(String.init) ?? open.rawValue
    return RequestID(rawValue: folder.isEmpty ? name : "\(folder)/\(name)")
  }

  /// `Moving 20 of 300 requests …  Esc stops.`
  package var progress: Notice {
    let verb = job == .delete ? "Deleting" : "Moving"
    guard all.count > Self.size else { return .done("\(verb) \(all.count.counted("request")) …") }
    return .done("\(verb) \(done.count.grouped) of \(all.count.counted("request")) …  Esc stops.")
  }

  /// A sentence on what was done, and of how many where it was stopped.
  package var notice: Notice {
    let requests = done.count.counted("request")
    let stopped = done.count < all.count ? "Stopped after \(done.count.grouped) of \(all.count.grouped). " : ""
    guard !done.isEmpty else { return .done("\(stopped)Nothing has changed.") }
    switch job {
    case .delete: return .done("\(stopped)Deleted \(requests). u puts \(done.count == 1 ? "it" : "them") back.")
    case .move(let folder):
      return .done("\(stopped)Moved \(requests) to \(folder.isEmpty ? "the top" : folder). u takes it back.")
    }
  }
}
