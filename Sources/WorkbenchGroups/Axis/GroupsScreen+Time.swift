package import ParleyEngine
import ParleyModel
import TerminalKit
import WorkbenchServices
import WorkbenchState

/// News of the times of a run.
package enum TimeAction: Sendable {
  enum Zoom: Sendable { case closer, wider, all }

  /// The times that the steps of a group took in the runs before one.
  case usual([UsualTimes.Run], before: String)
}

extension GroupsScreen {
  mutating func look(_ action: TimeAction) -> [Effect] {
    switch action {
    case .usual(let earlier, let run): usual.note(earlier, before: run)
    }
    return []
  }

  /// Read once for each run that is shown.
  mutating func readUsualTimes() -> [Effect] {
    guard let run = steps.run else { return [] }
    steps.time.usual = usual[run.id] ?? UsualTimes()
    guard usual.ask(for: run.id) else { return [] }
    return [.perform(UsualTimesEffect(run: run.summary, number: run.number, group: run.group, known: usual.runs))]
  }

  /// A run that has just ended is one of those before the next.
  mutating func noteTimes(of run: ShownRun) {
    usual.note(UsualTimes.Run(of: run.recording))
  }
}

/// Reads what the steps of a group took in the runs that were over when one began.
struct UsualTimesEffect: ServiceEffect {
  let run: RunRecording.Summary
  /// Nil where the store does not have it yet: then there is none after it.
  let number: Int64?
  let group: String
  let known: [String: UsualTimes.Run]

  var lane: Lane? { Lane("usual times of \(run.id)", keepsOnlyNewest: true) }
  var isAskedFor: Bool { false }

  func perform(with services: Services) async throws -> [Action] {
    // Some may not count: they were still in progress then, or came from elsewhere.
    let kept = try await services.groups.runs(of: group, limit: UsualTimes.runs * 2, before: number)
    var earlier: [UsualTimes.Run] = []
    for kept in kept.filter(counts).prefix(UsualTimes.runs) {
      if let known = known[kept.id] {
        earlier.append(known)
      } else {
        earlier.append(UsualTimes.Run(of: try await services.groups.recording(of: kept.id)))
      }
    }
    return [.groups(.time(.usual(earlier, before: run.id)))]
  }

  private func counts(_ kept: KeptRun) -> Bool {
    kept.id != run.id && kept.summary.state != .running && kept.summary.imported == nil
      && (kept.summary.endedAt ?? kept.summary.startedAt) <= run.startedAt
  }
}

// Its keys.
extension GroupsScreen {
  static var timeCommands: [CommandRow] {
    [
      row(
        "zoomIn", "Zoom in",
        "Zooms in on the time of the step under the cursor. In a bar: \(AttemptPhases.Phase.legend).", ["+"],
        in: [.groupRun], disabledReason: needsTime
      ) { screen, _ in
        screen.steps.zoom(.closer)
        return []
      },
      row("zoomOut", "Zoom out", "Zooms out of the time axis.", ["-"], in: [.groupRun], disabledReason: needsZoom) {
        screen, _ in
        screen.steps.zoom(.wider)
        return []
      },
      row(
        "zoomAll", "Show all of the time", "Shows the whole run on the time axis.", ["0"], in: [.groupRun],
        disabledReason: needsZoom
      ) { screen, _ in
        screen.steps.zoom(.all)
        return []
      },
      row("panLeft", "Earlier", "Moves the time axis to earlier.", ["("], in: [.groupRun], disabledReason: needsZoom) {
        screen, _ in
        screen.steps.pan(-1)
        return []
      },
      row("panRight", "Later", "Moves the time axis to later.", [")"], in: [.groupRun], disabledReason: needsZoom) {
        screen, _ in
        screen.steps.pan(1)
        return []
      },
      row(
        "criticalPath", "Critical path",
        "Shows which steps decided how long the run took (◆), and their total; again shows all alike.", ["X"],
        in: [.groupRun], disabledReason: needsTime
      ) { screen, _ in
        screen.steps.toggleCriticalPath()
        return []
      },
    ]
  }

  private static let needsTime: @Sendable (State) -> String? = {
    $0.groups.steps.axis.start == nil ? "Nothing has run yet." : nil
  }

  private static let needsZoom: @Sendable (State) -> String? = {
    $0.groups.steps.time.zoom.isZoomed ? nil : "The axis shows the whole run: + zooms in."
  }
}
