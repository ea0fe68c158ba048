import ParleyEngine
import ParleyStore
import ParleyTeam
import ParleyWorkspace

/// `parley team …`: the database that a team's shared keys are in.
package struct TeamCommand: Sendable {
  package enum Action: Sendable {
    /// Sets the database up, and makes the team's key.
    /// - Parameter members: names of roles of the database that may use it.
    case initialize(members: [String])
    case status
    case migrate

    fileprivate var isChange: Bool {
      switch self {
      case .initialize, .migrate: true
      case .status: false
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
      on: console, needing: .data, printsJSON: printsJSON, busy: "talking to the team's server"
    ) {
      try await perform(in: $0, on: $1)
    }
  }

  private func perform(in session: Session, on console: any Console) async throws -> ExitStatus {
    let report = TeamReport(session: session, console: console, printsJSON: printsJSON)
    let administration = try await session.team.administration()
    switch action {
    case .initialize(let members):
      let prompter = ConsolePrompter(console: console)
      let (status, isNew) = try await session.team.initialize(administration, members: members, by: prompter)
      report.initialized(status, madeKey: isNew, members: members)
      report.hidden(try await session.team.hiddenKeys())
    case .status:
      let status = try await administration.status()
      report.status(status, key: status.isUsable ? try await session.team.keyKind() : nil)
      report.hidden(try await session.team.hiddenKeys())
      return status.isUsable ? .good : .usage
    case .migrate:
      let (before, after) = try await administration.migrate()
      report.migrated(from: before, to: after)
    }
    return .good
  }
}
