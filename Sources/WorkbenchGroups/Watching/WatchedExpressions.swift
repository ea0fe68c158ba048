import ParleyEngine
import ParleyText
import TerminalKit
import WorkbenchServices
import WorkbenchState

/// Expressions that are watched along a group's runs.
package enum WatchAction: Sendable {
  /// Those of a group have been read.
  case loaded([String], of: String)
  /// To be checked, then kept.
  case set([String])
  case kept([String], of: String)
}

/// The watched expressions of groups, as far as they are read.
struct WatchedExpressions: Sendable {
  private var byGroup: [ExactString: [String]] = [:]
  /// The groups whose expressions were asked for.
  private var asked: Set<ExactString> = []

  /// Those of a group; none while they are not read.
  func of(_ group: String?) -> [String] { group.flatMap { byGroup[ExactString($0)] } ?? [] }

  mutating func update(_ action: WatchAction, in viewer: inout StepViewer) -> [Effect] {
    switch action {
    case .loaded(let expressions, let group):
      if byGroup[ExactString(group)] == nil { byGroup[ExactString(group)] = expressions }
    case .set(let expressions):
      return viewer.steps.group.map { [.perform(WatchEffect.keep(expressions, of: $0))] } ?? []
    case .kept(let expressions, let group):
      byGroup[ExactString(group)] = expressions
      viewer.step.tab = .watch
    }
    return []
  }

  /// Reads them once for each group of which a run is shown.
  mutating func read(for steps: StepTree) -> [Effect] {
    guard let group = steps.group, steps.run != nil, asked.insert(ExactString(group)).inserted else { return [] }
    return [.perform(WatchEffect.load(group))]
  }
}

extension WatchedExpressions: GroupsPart {
  static var commands: [CommandRow] {
    [
      row(
        "watch", "Watch expressions",
        "Asks for jq expressions over the input (`.`), `$steps`, `$shared` and `$vars`; *Watch* shows what they give at each pause, and at each moment of the past.",
        ["a"], in: [.groupRun],
        disabledReason: Reasons.needsShownRun
      ) { screen, _ in
        [.ask(WatchForm(expressions: screen.watched.of(screen.steps.group)))]
      }
    ]
  }
}

/// Reads and keeps the watched expressions of a group.
enum WatchEffect: ServiceEffect {
  case load(String)
  case keep([String], of: String)

  var lane: Lane? {
    switch self {
    case .load(let group): Lane("watched in \(group)", keepsOnlyNewest: true)
    case .keep: Lane("watched expressions", outlivesTheScreen: true)
    }
  }

  var isAskedFor: Bool { if case .load = self { false } else { true } }

  func perform(with services: Services) async throws -> [Action] {
    switch self {
    case .load(let group):
      return [.groups(.watch(.loaded(try await services.groups.watched(in: group), of: group)))]
    case .keep(let expressions, let group):
      do {
        try await services.groups.keepWatched(expressions, in: group)
        return [.groups(.watch(.kept(expressions, of: group)))]
      } catch {
        let problem = Problem(error, hiding: services.secrets)
        return [.ask(WatchForm(expressions: expressions, mistake: problem.summary))]
      }
    }
  }
}

/// Asks for the expressions that are watched: a field for each, and one for another. After a mistake the cursor is on the last one.
struct WatchForm: PopupForm {
  let expressions: [String]
  var mistake: String?

  private static let mostWatched = 12

  var title: String { "Watch" }
  var note: String {
    "jq over the input of the step (.), $steps, $shared and $vars, such as $steps.cart.items | length. An empty one is removed. Steps are added in the file: s shows it."
  }

  var fields: [FormField] { known + (offersAnother ? [FormField("new")] : []) }
  var focus: Int? { offersAnother ? known.count : max(0, known.count - 1) }

  private var known: [FormField] {
    expressions.prefix(Self.mostWatched).enumerated().map { FormField("\($0 + 1)", $1) }
  }

  private var offersAnother: Bool { expressions.count < Self.mostWatched && mistake == nil }

  func action(for answers: FormAnswers, in state: State) -> Action {
    .groups(.watch(.set(answers.texts.map(\.trimmed).filter { !$0.isEmpty })))
  }
}
