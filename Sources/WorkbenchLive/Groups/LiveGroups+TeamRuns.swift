import ParleyEngine
internal import ParleyFiles
import ParleyStore
import ParleyWorkspace
package import WorkbenchServices

// The same calls as those of `parley runs publish` and `parley runs list --team`.
extension LiveGroups {
  private static let mostTeamRuns = 100

  package func teamRuns(_ wish: TeamRunWish, answers: [String]) async throws -> TeamRunOutcome {
    let prompter = AnsweredPrompter(answers)
    do {
      switch wish {
      case .list:
        let runs = try await session.teamRuns.list(limit: Self.mostTeamRuns, by: prompter)
        return .listed(runs.compactMap(TeamRunSummary.init))
      case .publish(let run, _):
        return .published(try await session.teamRuns.publish(session.runs.kept(run), by: prompter).run.number)
      case .open(let number, _):
        switch try await session.teamRuns.fetch(number, by: prompter) {
        case .imported(let run): return .opened(run, isNew: true)
        case .known(let run): return .opened(run, isNew: false)
        }
      }
    } catch RenderError.notAnswered where !prompter.asked.isEmpty {
      return .asks(prompter.asked)
    }
  }
}

extension TeamRunSummary {
  /// - Returns: nil for one that cannot be decrypted.
  fileprivate init?(_ run: TeamRun) {
    guard let group = run.group, let person = run.person, let state = run.state else { return nil }
    self.init(run.number, run: run.run, group: group, person: person, at: run.startedAt ?? run.at, state: state)
  }
}
