import ParleyEngine
import TerminalKit
import WorkbenchParts
package import WorkbenchServices
package import WorkbenchState

/// Effects of the shared-data screen.
package indirect enum SharedDataEffect: ServiceEffect {
  case keys(SharedKeysQuery)
  /// A piece of a search through values.
  case values(SharedValuesQuery)
  case detail(String, at: ShownMoment?)
  /// Of the keys below a prefix that a filter finds.
  case facts(String, filter: String, at: ShownMoment?)
  case intent(SharedDataIntent)
  /// For a key, or for one that is to be made.
  case ciphers(of: String?)
  case openChange(SharedRow)
  case planRename(String, to: String)
  case keysOfUser(SharedUser)
  case stage(SharedValueEdit)
  case collect(String, SharedValueEdit)

  package var lane: Lane? {
    switch self {
    case .keys: Lane("shared keys", keepsOnlyNewest: true)
    case .values: Lane("shared values", keepsOnlyNewest: true)
    case .detail, .facts: Lane("shared detail", keepsOnlyNewest: true)
    case .intent: Lane("shared data intents", outlivesTheScreen: true)
    case .ciphers, .openChange, .planRename, .keysOfUser, .stage, .collect: nil
    }
  }

  package var mayAsk: Bool { if case .intent = self { true } else { false } }

  package func perform(with services: Services) async throws -> [Action] {
    switch self {
    case .keys(let query): return [.shared(.keys(query, try await services.shared.sharedKeys(query)))]
    case .values(let query): return [.shared(.values(query, try await services.shared.findShared(query)))]
    case .detail(let name, let moment):
      return [.shared(.detail(try await services.shared.sharedKey(name, at: moment), of: name, at: moment))]
    case .facts(let prefix, let filter, let moment):
      let facts = try await services.shared.sharedFacts(below: prefix, matching: filter, at: moment)
      return [.shared(.facts(facts, at: moment))]
    case .intent(let intent): return await Self.perform(intent, with: services)
    case .ciphers(let name):
      let ciphers = try await services.shared.ciphers()
      return [
        .ask(
          StateQuestion { state in
            guard let name else { return FormSheet(NewKeyForm(name: state.shared.list.soughtName, ciphers: ciphers)) }
            return Picker(ciphers, of: name, now: state.shared.row)
          })
      ]
    case .planRename(let name, let new):
      let places = try await services.shared.places(renaming: name, to: new)
      guard !places.isEmpty else { return [.shared(.key(.intent(SharedDataIntent(name, .rename(to: new)))))] }
      return [.ask(Confirm(renamingKey: name, to: new, places))]
    case .keysOfUser(let user):
      let keys = try await services.shared.sharedKeys(of: user)
      return [.ask(StateQuestion { Picker(keys, of: user, now: $0.now) })]
    case .openChange(let change): return try await Self.open(change, with: services)
    case .stage(let edit):
      let suffix = edit.kind == .json ? ".json" : ".txt"
      return [
        .shared(.staged(try await services.person.stage(edit.text, suffix: suffix, isSecret: edit.isSecret), edit))
      ]
    case .collect(let path, let edit): return [.shared(.collected(try await services.person.collect(path), edit))]
    }
  }

  /// Carries out an intent. Typed text stays where it is until it is known to be kept.
  /// - Parameter first: gives actions to perform before the screen gets the result.
  package static func perform(
    _ intent: SharedDataIntent, with services: Services,
    _ first: (SharedDataOutcome) async -> [Action] = { _ in [] }
  ) async -> [Action] {
    do {
      let outcome = try await services.shared.perform(intent)
      return await first(outcome) + [.shared(.answered(intent, outcome))]
    } catch {
      let needed = services.workspace.trustNeeded(by: error).map {
        Action.workspace(.trustBefore($0, SharedDataEffect.intent(intent)))
      }
      return [.shared(.refused(intent)), needed ?? .failed(Problem(error, hiding: services.secrets))]
    }
  }

  private static func open(_ change: SharedRow, with services: Services) async throws -> [Action] {
    guard let id = try await services.shared.exchange(of: change) else {
      throw Problem(
        code: "shared.noExchange", "The history has no exchange that wrote this.", place: change.writer,
        advice: "The exchange may be older than the history keeps.")
    }
    return [.log(.opened(try await services.history.exchange(id)))]
  }
}
