package import ParleyEngine
import ParleyStore
import ParleyWorkspace

/// `parley cache …`: what the cache of the active environment holds, and why it would or would not be used.
package struct CacheCommand: Sendable {
  package enum Action: Sendable {
    /// - Parameter sort: nil for what was used last first, and in a tree for the largest part first.
    case list(words: String, sort: CacheSort? = nil, asTree: Bool = false)
    /// The body of an entry on standard output, the rest on standard error.
    case show(CacheEntryID)
    /// Of a request of the workspace, or of an entry's, as it would be sent now.
    case why(Choice)
    /// Sends the requests of entries again.
    case refresh([Choice])
    case remove([Choice])
    case clear(words: String)

    fileprivate var isChange: Bool {
      switch self {
      case .remove, .clear, .refresh: true
      case .list, .show, .why: false
      }
    }
  }

  /// Which entries are meant.
  package enum Choice: Sendable, Hashable {
    case entry(CacheEntryID)
    /// All of a request, whatever its parameters.
    case request(String)

    /// A number is an entry's.
    package init(_ text: String) {
      self = Int64(text).map { .entry(CacheEntryID(rawValue: $0)) } ?? .request(text)
    }
  }

  package var action: Action
  package var arguments: SessionArguments
  package var printsJSON: Bool

  package init(_ action: Action, _ arguments: SessionArguments, printsJSON: Bool = false) {
    self.action = action
    self.arguments = arguments
    if case .why(.request) = action {} else { self.arguments.scratch = .told }
    self.printsJSON = printsJSON
  }

  package func run(on console: any Console) async -> ExitStatus {
    await arguments.withSession(
      on: console, needing: .log, toChange: action.isChange, printsJSON: printsJSON, busy: "reading the cache"
    ) {
      try await CacheTask(self, $0, $1).run()
      return .good
    }
  }
}
