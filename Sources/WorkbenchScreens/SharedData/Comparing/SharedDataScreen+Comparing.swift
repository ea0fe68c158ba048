package import ParleyEngine
import ParleyText
package import TerminalKit
package import WorkbenchParts
package import WorkbenchServices
import WorkbenchState

// Comparing keys, environments and snapshots.
extension SharedDataScreen {
  package enum CompareAction: Sendable {
    case sides(SharedSide, SharedSide)
    case across(String)
    case values(SharedValuesIntent)
    case table(SharedTable)
    case leave

    // In the table.
    /// - rows: in sight.
    case move(ListCursor.Step, rows: Int)
    case select(Int)
    case type(InputEvent)
    case clearFilter
    case open
    case copy
  }

  mutating func compare(_ action: CompareAction, in context: ViewContext) -> [Effect] {
    switch action {
    case .sides(let left, let right): return [.perform(SharedComparisonEffect.sides(left, right))]
    case .across(let name): return [.perform(SharedComparisonEffect.across(name))]
    case .values(let values): return [.perform(SharedComparisonEffect.values(values))]
    case .table(let table):
      compared = SharedTableView(table)
      return [.ask(SharedTableSheet())]
    case .leave: compared = nil
    case .move(let step, let rows):
      compared?.cursor.height = rows
      compared?.cursor.move(step)
    case .select(let line): compared?.cursor.select(line)
    case .type(let event): compared?.type(event)
    case .clearFilter: compared?.clearFilter()
    case .open:
      guard let places = compared?.selected?.places, places.count == 2 else { return [] }
      return [.perform(SharedComparisonEffect.values(SharedValuesIntent(places[0], places[1])))]
    case .copy: return compared.map { [.terminal(.copy($0.text, of: "the comparison"))] } ?? []
    }
    return []
  }

  /// The value of one side to the other one.
  mutating func copyAcross(_ toRight: Bool) -> [Effect] {
    guard let row = compared?.selected, row.places.count == 2 else { return [] }
    let (source, target) = toRight ? (row.places[0], row.places[1]) : (row.places[1], row.places[0])
    guard (toRight ? row.left : row.right) != nil else { return [.say(.refused("There is nothing on that side."))] }
    guard row.kind != .same else { return [.say(.refused("Both sides hold the same."))] }
    guard case .environment(let environment) = target.side else {
      return [.say(.refused("A snapshot stays as it was taken."))]
    }
    return many(.perform(SharedBatchIntent([source.name], .across(from: source.side, to: environment))))
  }

  func beginComparing(in environment: String?) -> [Effect] {
    let side = SharedSide.environment(environment)
    if list.marked.count == 2 {
      let names = names
      let places = names.map { SharedPlaceOfKey($0, on: side) }
      return [.perform(SharedComparisonEffect.values(SharedValuesIntent(places[0], places[1])))]
    }
    return [.perform(SharedComparisonEffect.choices(row?.key.name, environment))]
  }
}

extension SharedTableView {
  fileprivate var text: String {
    rows.map { row in
      let cells = [row.left, row.right].map { $0?.shown(columns: 200).plain ?? "missing" }
      return ([row.kind.sign, row.name] + cells).joined(separator: "\t")
    }.joined(separator: "\n")
  }
}

/// Asks what is needed before two values are compared.
struct SharedValuesForm: QuestionForm {
  let intent: SharedValuesIntent
  let questions: [Question]

  var title: String { "To compare \(intent.title)" }

  func action(for answers: FormAnswers, in state: State) -> Action {
    var intent = intent
    intent.answers.merge(questions.named(answers)) { $1 }
    return .shared(.compare(.values(intent)))
  }
}

/// Reads what is compared.
package enum SharedComparisonEffect: ServiceEffect {
  /// With what a key, and the keys of the environment, can be compared.
  case choices(String?, String?)
  case sides(SharedSide, SharedSide)
  case across(String)
  case values(SharedValuesIntent)
  case snapshots
  /// From which snapshot a group is run.
  case start(String)

  var lane: Lane? { Lane("shared comparisons", keepsOnlyNewest: true) }
  var mayAsk: Bool { if case .values = self { true } else { false } }

  func perform(with services: Services) async throws -> [Action] {
    switch self {
    case .choices(let name, let environment):
      let environments = try await services.history.otherEnvironments()
      let snapshots = try await services.shared.sharedSnapshots()
      return [
        .ask(StateQuestion { Picker(comparing: name, in: environment, environments, snapshots, now: $0.now) })
      ]
    case .sides(let left, let right):
      return [.shared(.compare(.table(try await services.shared.compareShared(left, right))))]
    case .across(let name):
      return [.shared(.compare(.table(try await services.shared.compareShared(acrossEnvironments: name))))]
    case .values(let values):
      switch try await services.shared.compareShared(values) {
      case .compared(let pair): return [.ask(SharedValuesPopup(values.title, pair))]
      case .asks(let questions): return [.ask(SharedValuesForm(intent: values, questions: questions))]
      }
    case .start(let group):
      let snapshots = try await services.shared.sharedSnapshots()
      return [.ask(StateQuestion { Picker(starting: group, from: snapshots, now: $0.now) })]
    case .snapshots:
      let snapshots = try await services.shared.sharedSnapshots()
      return [.ask(StateQuestion { Picker(snapshots, of: $0.workspace?.environment, now: $0.now) })]
    }
  }
}

extension SharedSide {
  /// As people call it.
  var words: String {
    switch self {
    case .environment(let name): name ?? "no environment"
    case .snapshot(let name): "snapshot \(name)"
    }
  }
}

extension SharedValuesIntent {
  var title: String {
    if left.name.isIdentical(to: right.name) {
      return "\(left.name.fitted(to: 40)): - \(left.side.words.fitted(to: 24)), + \(right.side.words.fitted(to: 24))"
    }
    return "- \(left.name.fitted(to: 40)), + \(right.name.fitted(to: 40))"
  }
}
