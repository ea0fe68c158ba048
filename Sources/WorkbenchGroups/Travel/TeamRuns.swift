import ParleyEngine
import ParleyModel
import TerminalKit
package import WorkbenchServices
import WorkbenchState

/// An action on runs that the team has together.
package enum TeamAction: Sendable {
  case wish(TeamRunWish, answers: [String])
  case done(TeamRunWish, TeamRunOutcome)
  /// They cannot be listed: why, in one line.
  case unlisted(String)
}

extension GroupList {
  /// As often as there may be others, without a question.
  mutating func readTeamRuns(in context: ViewContext) -> [Effect] {
    let (team, news) = (context.workspace.team, context.workspace.teamRunNews)
    if team != self.team || news != teamRunNews {
      (self.team, teamRunNews, isTeamStale) = (team, news, true)
    }
    guard isTeamStale else { return [] }
    isTeamStale = false
    switch team {
    case nil, .unavailable?: showTeam([])
    case .connecting?: break
    case .offline(let since, _, _)?:
      showTeam([], without: "team offline since \(since.shortClock(now: context.now))")
    case .connected?: return [.perform(TeamRunEffect(wish: .list, isAsked: false))]
    }
    return []
  }
}

/// Runs that the team has together: listed below those that are here, opened, and published.
enum TeamRuns: GroupsPart {
  static var commands: [CommandRow] {
    [
      row(
        "team.publish", "Publish the run", "Publishes the run for the team, encrypted; secrets are masked.", ["Alt-p"],
        in: [.groupList],
        disabledReason: { state in
          guard state.workspace?.team != nil else { return hasNoTeam }
          guard let run = state.groups.list.selected?.run else { return "The cursor is not on a run of your own." }
          return run.summary.state == .running ? "The run is in progress." : nil
        }
      ) { screen, _ in
        screen.list.selected?.run.map {
          [.perform(TeamRunEffect(wish: .publish($0.id, number: $0.sequence)))]
        } ?? []
      },
      row(
        "team.list", "Read the team's runs",
        "Reads the team's published runs again, after asking for the team's passphrase where it is needed.", ["Alt-t"],
        in: [.groupList], disabledReason: { $0.workspace?.team == nil ? hasNoTeam : nil }
      ) { screen, _ in
        [.perform(TeamRunEffect(wish: .list))]
      },
    ]
  }

  private static let hasNoTeam = "The workspace has no team: `team` in parley.yaml names its database."
}

/// Asks the team's server.
struct TeamRunEffect: ServiceEffect {
  let wish: TeamRunWish
  var answers: [String] = []
  /// Whether a person asked for it, and so can be asked questions and gets the result.
  var isAsked = true

  var lane: Lane? {
    wish == .list ? Lane("team runs", keepsOnlyNewest: true) : Lane("team run files", outlivesTheScreen: true)
  }

  var mayAsk: Bool { isAsked && answers.isEmpty }

  func perform(with services: Services) async throws -> [Action] {
    guard !isAsked else {
      return [.groups(.team(.done(wish, try await services.groups.teamRuns(wish, answers: answers))))]
    }
    do {
      let outcome = try await services.groups.teamRuns(wish, answers: [])
      if case .asks = outcome { return [.groups(.team(.unlisted("locked: Alt-t unlocks")))] }
      return [.groups(.team(.done(wish, outcome)))]
    } catch {
      return [.groups(.team(.unlisted("team: \(Problem(error, hiding: services.secrets).summary)")))]
    }
  }
}
