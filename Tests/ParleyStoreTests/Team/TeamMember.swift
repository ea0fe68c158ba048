import ParleyEngine
import ParleyTeam

@testable import ParleyStore

/// One person of a team on one machine, who shares `team.*` and `token`.
struct TeamMember {
  private static let selection = SharedKeySelection(names: ["team.*", "token"])

  let own = InMemorySharedData()
  let cipher = TeamCipher()
  let routed: RoutedSharedData
  let shared: SharedData
  let keys: TeamKeys
  let events = EventBus()

  init(_ person: String, _ server: any TeamServer, sharing selection: SharedKeySelection = Self.selection) {
    keys = TeamKeys(server, seen: NoSeenKey())
    let teams = TeamSharedData(server: server, keys: selection, cipher: cipher, person: person)
    routed = RoutedSharedData(local: own, team: .init(keys: selection, storage: teams))
    shared = SharedData(storage: routed, environment: "local", events: events)
    shared.register(cipher, as: TeamCipher.name)
  }

  func unlock(_ words: String = "the team's words") async throws {
    cipher.unlock(with: try await keys.make(with: .passphrase(words), cost: 16).key)
    shared.register(cipher, as: TeamCipher.name)
  }
}

/// Keeps no key of a team.
struct NoSeenKey: SeenTeamKey {
  func seenKey() -> [UInt8]? { nil }
  func keepSeenKey(_ bytes: [UInt8]) {}
}
