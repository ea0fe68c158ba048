import ParleyEngine
import ParleyStore

/// `hits URL COUNT [FOLDER]`: answers out of the cache, in memory, or on disk in the folder if one is named.
enum Hits {
  static func run(_ arguments: [String]) async throws -> String {
    guard (2...3).contains(arguments.count), let count = Int(arguments[1]) else { throw Usage() }
    let store = arguments.count == 3 ? Store(at: arguments[2], machineKey: "\(arguments[2])/machine.key") : nil
    try await store?.open()
    let client = Client(cache: store?.cache ?? InMemoryCache())
    let request = Request.get(arguments[0]).caching(for: .seconds(3600))
    _ = try await client.send(request)
    var right = 0
    let cost = try await Measurement.of {
      for _ in 0..<count where try await client.send(request).cached != nil { right += 1 }
    }
    await store?.close()
    return cost.json(["right": right])
  }
}
