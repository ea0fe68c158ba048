import TerminalKit

/// Keeps the keys that a person has given commands.
struct KeyEffect: ServiceEffect {
  /// All keys of each.
  let keys: [CommandID: [KeySequence]]

  var lane: Lane? { Lane("keys", outlivesTheScreen: true) }

  func perform(with services: any Services) async throws -> [Action] {
    try await services.keep(keys: keys)
    return []
  }
}
