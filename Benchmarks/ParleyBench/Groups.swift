import HTTPTypes
import ParleyEngine
import ParleyStore

/// `groups URL COUNT CONCURRENCY [FOLDER]`: the same small requests as `sends` sends, as one concurrent group, whose run is kept
/// in the folder if one is named.
enum Groups {
  static func run(_ arguments: [String]) async throws -> String {
    guard (3...4).contains(arguments.count), let count = Int(arguments[1]), let concurrency = Int(arguments[2]) else {
      throw Usage()
    }
    let store = arguments.count == 4 ? Store(at: arguments[3], machineKey: "\(arguments[3])/machine.key") : nil
    let client = Client(repository: store, cache: nil)
    client.configuration.duplicates = .unchecked
    try await client.open()
    let node = Node.request(.get(arguments[0]))
    let group = RequestGroup.concurrent(limit: concurrency, (0..<count).map { node.named("n\($0)") })
    let right = Lock(0)
    let cost = await Measurement.of {
      let result = await client.run(group, RunOptions(repository: store)).result()
      let answered = result.results.count { $0.response?.status.code == 200 }
      right.withLock { $0 = answered }
    }
    return cost.json(["right": right.withLock { $0 }])
  }
}
