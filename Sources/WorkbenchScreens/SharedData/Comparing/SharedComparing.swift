package import ParleyEngine
import ParleyText
package import TerminalKit
package import WorkbenchParts
package import WorkbenchServices
import WorkbenchState

/// An action on compared keys, environments and snapshots.
package enum SharedCompareAction: Sendable {
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

/// Comparing keys, environments and snapshots.
struct SharedComparing: Sendable {
  /// Compared keys, while they are shown.
  @CopyOnWrite private(set) var shown: SharedTableView? = nil

  mutating func update(_ action: SharedCompareAction) -> [Effect] {
    switch action {
    case .sides(let left, let right): return [.perform(SharedComparisonEffect.sides(left, right))]
    case .across(let name): return [.perform(SharedComparisonEffect.across(name))]
    case .values(let values): return [.perform(SharedComparisonEffect.values(values))]
    case .table(let table):
      shown = SharedTableView(table)
      return [.ask(SharedTableSheet())]
    case .leave: shown = nil
    case .move(let step, let rows):
      shown?.cursor.height = rows
      shown?.cursor.move(step)
    case .select(let line): shown?.cursor.select(line)
    case .type(let event): shown?.type(event)
    case .clearFilter: shown?.clearFilter()
    case .open:
      guard let places = shown?.selected?.places, places.count == 2 else { return [] }
      return [.perform(SharedComparisonEffect.values(SharedValuesIntent(places[0], places[1])))]
    case .copy: return shown.map { [.terminal(.copy($0.text, of: "the comparison"))] } ?? []
    }
    return []
  }

  mutating func goToDifference(_ direction: Int) { shown?.goToDifference(direction) }
  mutating func turnSame() { shown?.turnSame() }
  mutating func noteCopy(_ intent: SharedBatchIntent) { shown?.noteCopy(intent) }

  /// The reason why nothing is copied from one side to the other one; nil if something is.
  func whyNotCopy(toRight: Bool) -> String? {
    guard let row = shown?.selected, row.places.count == 2 else { return nil }
    guard (toRight ? row.left : row.right) != nil else { return "There is nothing on that side." }
    guard row.kind != .same else { return "Both sides hold the same." }
    if case .environment = row.places[toRight ? 1 : 0].side { return nil }
    return "A snapshot stays as it was taken."
  }

  /// Copies the value of one side to the other one.
  func copying(toRight: Bool) -> SharedBatchIntent? {
    guard let places = shown?.selected?.places, places.count == 2,
      case .environment(let environment) = places[toRight ? 1 : 0].side
    else { return nil }
    let source = places[toRight ? 0 : 1]
    return SharedBatchIntent([source.name], .across(from: source.side, to: environment))
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
