import HTTPTypes
import JQ
import ParleyEngine
import ParleyFiles
import ParleyStore
import ParleyWorkspace

/// The place of the work: a folder of its own, and a server.
struct CountedPlace: Sendable {
  let folder: String
  let url: String

  func store() async throws -> Store {
    let store = Store(at: folder, machineKey: "\(folder)/machine.key")
    try await store.open()
    return store
  }

  func session() async throws -> Session {
    try await Session.open(at: "\(folder)/workspace", state: StateFolder(path: "\(folder)/state"))
  }
}

/// The work whose instructions are counted, by the names of `Benchmarks/budgets`.
enum CountedWork {
  typealias Work = @Sendable (_ rounds: Rounds, CountedPlace) async throws -> Void

  static let all: [String: Work] = engine.merging(workspace) { $1 }.merging(KeyToFrame.all) { $1 }

  private static let engine: [String: Work] = [
    "get": { try await send(.get($1.url), $0, Client(cache: nil)) },
    "get-kept": { rounds, place in
      let store = try await place.store()
      try await send(.get(place.url), rounds, Client(repository: store, cache: nil))
      await store.close()
    },
    "post": {
      let body = Body.json(["name": "lamp", "price": 60, "tags": ["new", "blue"]])
      try await send(Request.post($1.url).body(body), $0, Client(cache: nil))
    },
    "hit": { rounds, place in
      let client = Client(cache: InMemoryCache())
      try await send(Request.get(place.url).caching(for: .seconds(3600)), rounds, client)
    },
    "hit-stored": { rounds, place in
      let store = try await place.store()
      try await send(Request.get(place.url).caching(for: .seconds(3600)), rounds, Client(cache: store.cache))
      await store.close()
    },
    "node": { rounds, _ in
      let client = Client(cache: nil)
      try await rounds.counting { count in
        let nodes = (0..<count).map { index in
          Node.job("n\(index)") { (_: NodeInput) async throws -> JSONValue in .number(1) }
        }
        _ = await client.run(.serial(nodes)).result()
      }
    },
    "shared-write": { rounds, place in
      let store = try await place.store()
      let shared = SharedData(storage: store.sharedData)
      try await rounds.counting { count in
        for index in 0..<count { try await shared.set("key.\(index % 10)", .text("value \(index)")) }
      }
      await store.close()
    },
    "shared-read": { rounds, place in
      let store = try await place.store()
      let shared = SharedData(storage: store.sharedData)
      try await shared.set("key", .text("value"))
      try await rounds.counting { count in
        for _ in 0..<count { _ = try await shared.get("key") }
      }
      await store.close()
    },
    "filter": { rounds, _ in
      let program = try JQProgram("[.[] | select(.price > 50) | {id, name}]")
      let document: JSONValue = [
        ["id": 1, "name": "lamp", "price": 60], ["id": 2, "name": "cup", "price": 4],
      ]
      try await rounds.counting { count in
        for _ in 0..<count { _ = try program.values(of: document) }
      }
    },
  ]

  private static let workspace: [String: Work] = [
    "render": { rounds, place in
      let session = try await place.session()
      try await rounds.counting { count in
        for _ in 0..<count { _ = try await session.sending.render("user/login", given: ["password": "counted"]) }
      }
      await session.close()
    },
    "file": { rounds, place in
      try await rounds.counting { count in
        for _ in 0..<count { _ = try Workspace.load(at: "\(place.folder)/workspace") }
      }
    },
  ]

  private static func send(_ request: Request, _ rounds: Rounds, _ client: Client) async throws {
    client.configuration.duplicates = .unchecked
    try await client.open()
    try await rounds.counting { count in
      for _ in 0..<count { _ = try await client.send(request) }
    }
  }
}
