import TerminalKit

/// Keeps the key that a person has given a command.
struct KeyWork: ServiceEffect {
  let command: CommandID
  let key: KeySequence

  var lane: Lane? { Lane("keys", outlivesTheScreen: true) }

  func perform(with services: any Services) async throws -> [Action] {
    try await services.keep(key, of: command)
    return []
  }
}
