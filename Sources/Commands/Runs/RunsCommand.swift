import ParleyEngine
import ParleyStore
import ParleyWorkspace

/// `parley runs …`: the runs that were kept.
package struct RunsCommand: Sendable {
  package enum Action: Sendable {
    case list(group: String?, limit: Int)
    /// By number, identifier, or `last`, here as everywhere.
    case show(String)
    case compare(String, String)
    case check(String)
    case delete([String])
    case pin(String, Bool)

    fileprivate var isChange: Bool {
      switch self {
      case .delete, .pin: true
      case .list, .show, .compare, .check: false
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
    do {
      let session = try await arguments.open(on: console, needing: .log, toChange: action.isChange)
      let status = await run(
        RunsTask(session: session, console: MaskingConsole(console, session.secrets), printsJSON: printsJSON))
      await session.close()
      return status
    } catch {
      return console.fail(error, asJSON: printsJSON)
    }
  }

  private func run(_ work: RunsTask) async -> ExitStatus {
    do {
      switch action {
      case .list(let group, let limit): try await work.list(group, limit)
      case .show(let run): try await work.show(run)
      case .compare(let left, let right): return try await work.compare(left, right)
      case .check(let run): return try await work.check(run)
      case .delete(let runs): try await work.delete(runs)
      case .pin(let run, let isPinned): try await work.pin(run, isPinned)
      }
      return .good
    } catch {
      return work.console.fail(error, asJSON: printsJSON)
    }
  }
}
