import HTTPTypes
import ParleyEngine

/// `streams URL FOLDER`: sends `FOLDER/up` as it lies there, and fetches the same URL into `FOLDER/down`.
/// The peak of memory says whether size matters.
enum Streams {
  static func run(_ arguments: [String]) async throws -> String {
    guard arguments.count == 2 else { throw Usage() }
    let (url, folder) = (arguments[0], arguments[1])
    let client = Client()
    try await client.open()
    var right = 0
    let cost = try await Measurement.of {
      let sent = try await client.send(.put(url).body(.file("\(folder)/up")).timeout(nil))
      let fetched = try await client.send(.get(url).downloading(to: "\(folder)/down").timeout(nil))
      right = [sent, fetched].count { $0.status == .ok }
    }
    return cost.json(["right": right])
  }
}
