import ParleyEngine
import ParleyFiles
import ParleyStore
import ParleyWorkspace

/// `parley store …`: what a workspace's store holds, and whether it is whole.
package struct StoreCommand: Sendable {
  package enum Action: Sendable {
    /// Reads all of it, and changes nothing.
    case check
    /// Replaces what is damaged by what can be read of it.
    case repair
    /// Shows how much room each part of the store takes.
    case size
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
    let report = StoreReport(printsJSON: printsJSON, console: console)
    let busy = RunConsole(console)
    do {
      let workspace = try Workspace.load(at: arguments.folder())
      let location = try arguments.state.location(ofWorkspace: workspace.identity.id, at: workspace.root)
      let maintenance = StoreMaintenance(of: location)
      switch action {
      case .check:
        return report.check(
          try await BusyLine.during("checking the stored data", on: busy) { try await maintenance.check() })
      case .repair:
        return report.repair(
          try await BusyLine.during("repairing the stored data", on: busy) { try await maintenance.repair() })
      case .size:
        let size = try await BusyLine.during("measuring", on: busy) { try await maintenance.size() }
        return report.size(size, workspace.definition.retention)
      }
    } catch {
      return console.fail(error, asJSON: printsJSON)
    }
  }
}
