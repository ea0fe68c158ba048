package import ParleyEngine
import ParleyModel
package import WorkbenchServices
import WorkbenchState

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
