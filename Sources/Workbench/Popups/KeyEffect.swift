import TerminalKit
import WorkbenchServices
import WorkbenchState

/// Keeps the keys that a person has given commands.
struct KeyEffect: ServiceEffect {
  /// All keys of each.
  let keys: [CommandID: [KeySequence]]

  var lane: Lane? { Lane("keys", outlivesTheScreen: true) }

  func perform(with services: Services) async throws -> [Action] {
    [.notice(.done("Your keys are saved in \(try await services.person.keep(keys: keys))."))]
  }
}
