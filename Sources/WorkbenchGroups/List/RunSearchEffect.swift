import ParleyEngine
import ParleyModel
import ParleyText
import TerminalKit
import WorkbenchServices
import WorkbenchState

/// Looks for the runs that words and fields let through.
struct RunSearchEffect: ServiceEffect {
  let text: String

  var lane: Lane? { Lane("runs found", keepsOnlyNewest: true) }

  func perform(with services: Services) async throws -> [Action] {
    [.groups(.list(.foundRuns(try await services.groups.runs(matching: text, limit: Self.most), text: text)))]
  }

  private static let most = 200
}

/// Asks for words and fields of runs.
struct FindRunsForm: PopupForm {
  /// The group whose runs are looked for at first; nil for all groups.
  let group: String?

  var title: String { "Find runs" }
  var note: String {
    "Words of the group or the number, is:failed, since:2d, status:500, ms>200, environment:local, changed:cart/pay. - before one means not."
  }
  var fields: [FormField] { [FormField("runs", group.map { "\($0) " } ?? "")] }

  func action(for answers: FormAnswers, in state: State) -> Action { .groups(.list(.runs(answers[0].trimmed))) }
}

extension Picker {
  init(runs: [KeptRun]) {
    self.init(
      "Runs",
      runs.map { run in
        let summary = run.summary
        let words = [
          "\(run.sequence)", summary.group ?? "", summary.state.words, summary.startedAt.localMoment,
          summary.duration?.inRoundWords, summary.environment,
        ].compactMap(\.self).joined(separator: "  ")
        return Item(text: words, action: .groups(.list(.open(run))))
      })
  }
}
