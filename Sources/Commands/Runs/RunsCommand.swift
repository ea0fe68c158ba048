import ParleyEngine
import ParleyModel
import ParleyStore
import ParleyWorkspace

/// `parley runs …`: the runs that were kept.
package struct RunsCommand: Sendable {
  package enum Action: Sendable {
    /// - Parameter filter: the runs that are listed, in words and fields.
    case list(group: String?, limit: Int, filter: String = "")
    /// - Parameters:
    ///   - run: nil for all runs, or those of a group.
    ///   - limit: so many places are listed.
    case find(String, run: String?, group: String?, limit: Int)
    /// By number, identifier, or `last`, here as everywhere.
    /// - Parameters:
    ///   - sources: also where the values of each step come from.
    ///   - filter: the steps that are shown, in words and fields as on the screen.
    case show(String, sources: Bool = false, filter: String = "")
    /// - Parameter ignored: paths that are left out, besides those that are kept for the group.
    case compare(String, String, ignoring: [String] = [])
    case check(String)
    /// - Parameters:
    ///   - step: its number or name; the first that failed by default.
    ///   - subject: a path in what it gave, `status`, `time`, or a part of its request such as `header Authorization`.
    ///   - missing: a value that it did not give.
    ///   - tried: a value to try in place of that one.
    ///   - since: the run since which changes are shown, or `green`; nil for none.
    case why(
      String, step: String? = nil, subject: String? = nil, missing: String? = nil, tried: String? = nil,
      since: String? = nil)
    case delete([String])
    case pin(String, Bool)
    /// - Parameters:
    ///   - html: whether it is a report to be read; otherwise a file for `import`, unless its name ends in `.html`.
    ///   - sealed: with the secrets, sealed by a passphrase.
    ///   - force: whether it takes the place of a file that is there.
    case export(String, to: String, html: Bool = false, sealed: Bool = false, force: Bool = false)
    case importFile(String)
    /// - Parameter withSecrets: whether its secrets go along.
    case publish(String, withSecrets: Bool = false)
    case listTeam(limit: Int)
    case removeFromTeam(Int64)

    /// The work in progress, in words.
    fileprivate var words: String {
      switch self {
      case .list, .find, .show, .why: "reading the runs"
      case .compare: "comparing the runs"
      case .check: "checking the responses"
      case .delete, .pin: "writing the runs"
      case .export: "writing the file"
      case .importFile: "reading the file"
      case .publish, .listTeam, .removeFromTeam: "talking to the team's server"
      }
    }

    fileprivate var isChange: Bool {
      switch self {
      case .delete, .pin, .importFile: true
      case .list, .find, .show, .compare, .check, .why, .export, .publish, .listTeam, .removeFromTeam: false
      }
    }
  }

  package var action: Action
  package var arguments: SessionArguments
  package var printsJSON: Bool

  package init(_ action: Action, _ arguments: SessionArguments, printsJSON: Bool = false) {
    self.action = action
    self.arguments = arguments
    self.printsJSON = printsJSON
  }

  package func run(on console: any Console) async -> ExitStatus {
    await arguments.withSession(
      on: console, needing: .log, toChange: action.isChange, printsJSON: printsJSON, busy: action.words
    ) {
      try await perform(RunsTask(session: $0, console: $1, printsJSON: printsJSON))
    }
  }

  private func perform(_ task: RunsTask) async throws -> ExitStatus {
    switch action {
    case .list(let group, let limit, let filter): try await task.list(group, limit, try RunFilter(checked: filter))
    case .find(let value, let run, let group, let limit):
      return try await task.find(value, run: run, group: group, limit: limit)
    case .show(let run, let sources, let filter):
      try await task.show(run, sources: sources, try StepFilter(checked: filter))
    case .compare(let left, let right, let ignored): return try await task.compare(left, right, ignoring: ignored)
    case .check(let run): return try await task.check(run)
    case .why(let run, let step, let subject, let missing, let tried, let since):
      if let tried { return try await task.tryValue(tried, of: subject, step: step, in: run) }
      try await task.why(run, step: step, subject: subject, missing: missing, since: since)
    case .delete(let runs): try await task.delete(runs)
    case .pin(let run, let isPinned): try await task.pin(run, isPinned)
    case .export(let run, let file, let html, let sealed, let force):
      try await task.export(run, to: arguments.path(of: file), html: html, sealed: sealed, force: force)
    case .importFile(let file): try await task.importFile(arguments.path(of: file))
    case .publish(let run, let withSecrets): try await task.publish(run, withSecrets: withSecrets)
    case .listTeam(let limit): try await task.listTeam(limit)
    case .removeFromTeam(let number): try await task.removeFromTeam(number)
    }
    return .good
  }
}
