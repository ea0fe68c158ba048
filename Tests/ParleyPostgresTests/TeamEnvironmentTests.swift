import ParleyEngine
import ParleyPostgres
import ParleyTeam
import TestSupport
import Testing

@testable import ParleyStore

@Suite("Environments of a team's server that get another name", .timeLimit(.minutes(2)))
struct TeamEnvironmentTests {
  private let query = SharedQuery(environment: "local", rules: SharedRules())

  @Test("The newest changes of all keys that a query finds are read at once", arguments: TeamPlace.allCases)
  func histories(place: TeamPlace) async throws {
    let team = try await place.team()
    for text in ["1", "2", "3"] { _ = try await team.append(all: [.set("a", text), .set("b", text)]) }
    _ = try await team.append(all: [.set("c", "1"), .set("a", "1", in: "other"), .set("a", "1", in: nil)])
    _ = try await team.append(all: [.remove("c")])
    _ = try await team.append(all: [.remove("b"), .set("b", "4")])
    let found = try await team.histories(query, limit: 2)
    #expect(
      found.map { "\($0.key.name) \($0.sequence) \($0.isRemoval)" } == [
        "a 3 false", "a 5 false", "b 11 true", "b 12 false",
      ])
    var selected = query
    selected.selected = SharedKeySelection(names: ["b", "c"])
    #expect(try await team.histories(selected, limit: 9).map(\.sequence) == [2, 4, 6, 11, 12])
    let keys = [("c", "local"), ("a", nil), ("none", "local"), ("a", "local")].map { SharedKey($0, in: $1) }
    #expect(try await team.lastSequences(of: keys) == [10, 9, 0, 5])
    #expect(try await team.lastSequences(of: []).isEmpty)
    await team.close()
  }

  @Test("An environment with many keys takes no more round trips to the server than one with few")
  func roundTrips() async throws {
    let database = try await TeamDatabase.made()
    let wire = try Wire(to: database.server.port)
    let team = try database.team(port: wire.port)
    let (keys, cipher) = (SharedKeySelection(names: ["*"]), TeamCipher())
    cipher.unlock(with: CipherKey(name: TeamCipher.name, version: 1))
    let shared = TeamSharedData(server: team, keys: keys, cipher: cipher, person: "ada@laptop")
    var counts: [Int] = []
    for (place, size) in [10, 150].enumerated() {
      let environment = "env\(place)"
      for value in ["old", "new"] {
        let edits = (0..<size).map { number in
          let content = SharedContent(
            kind: .text, cipher: nil, kept: .success(Ciphertext(Array("\(value) \(number)".utf8))))
          return SharedEdit(
            key: SharedKey("key\(number)", in: environment), content: content, writer: "user/login", at: .now(),
            origin: 1)
        }
        _ = try await shared.append(all: edits)
      }
      let count = try await wire.responses {
        let taken = try await shared.move(environment, to: "\(environment).moved")
        #expect(taken == 0)
      }
      counts.append(count)
      let history = try await shared.history(
        of: SharedKey("key\(size - 1)", in: "\(environment).moved"), before: nil, limit: 9)
      let texts = history.map { try? $0.content?.kept.get().bytes }.map { String(decoding: $0 ?? [], as: UTF8.self) }
      #expect(texts == ["new \(size - 1)", "old \(size - 1)"])
      #expect(history.allSatisfy { $0.writer == "user/login" })
    }
    #expect(counts[0] > 0 && counts[0] == counts[1], "\(counts)")
    await team.close()
    wire.stop()
  }
}
