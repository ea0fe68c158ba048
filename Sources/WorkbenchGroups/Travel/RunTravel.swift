import ParleyEngine
import ParleyModel
import TerminalKit
package import WorkbenchServices
import WorkbenchState

/// An action on runs that leave as files, and come.
package enum TravelAction: Sendable {
  case export(RunExport)
  case exported(RunExport, RunExportOutcome)
  case bringIn(RunImport)
  case broughtIn(RunImport, RunImportOutcome)
}

/// Runs that leave as files, and come.
enum RunTravel: GroupsPart {
  static var commands: [CommandRow] {
    [
      row(
        .exportRun, "groups.list.export", in: [.groupList],
        disabledReason: { state in
          guard let run = state.groups.list.selected?.run else { return "The cursor is not on a run." }
          return run.summary.state == .running ? "The run is in progress." : nil
        }
      ) { screen, _ in
        screen.list.selected?.run.map {
          [.ask(RunExportForm(export: RunExport($0.id, number: $0.sequence, group: $0.summary.group ?? "")))]
        } ?? []
      },
      row(
        .exportRun, "groups.export", in: [.groupRun],
        disabledReason: { state in
          guard let run = state.groups.steps.present else { return Reasons.noRunShown(state) }
          return run.isLive || run.isUnderWay ? "The run is in progress." : nil
        }
      ) { screen, _ in
        guard let run = screen.steps.run, let number = run.number ?? screen.list.kept(run.id)?.sequence else {
          return []
        }
        return [.ask(RunExportForm(export: RunExport(run.id, number: number, group: run.group)))]
      },
      row("import", "Import a run", "Reads a run from a file that another machine wrote.", [], in: [.groups]) {
        screen, _ in
        [.ask(RunImportForm())]
      },
    ]
  }
}

/// Writes and reads the files of runs.
enum RunFileEffect: ServiceEffect {
  case export(RunExport)
  case bringIn(RunImport)

  var lane: Lane? { Lane("run files", outlivesTheScreen: true) }

  /// For the passphrase, before it does anything.
  var mayAsk: Bool {
    switch self {
    case .export(let export): export.kind == .sealed && export.answers.isEmpty
    case .bringIn(let wish): wish.answers.isEmpty
    }
  }

  func perform(with services: Services) async throws -> [Action] {
    switch self {
    case .export(let export): [.groups(.travel(.exported(export, try await services.groups.export(export))))]
    case .bringIn(let wish): [.groups(.travel(.broughtIn(wish, try await services.groups.importRun(wish))))]
    }
  }
}
