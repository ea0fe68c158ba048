import HTTPTypes
import ParleyEngine
import ParleyStore

/// `gets URL COUNT CONCURRENCY [FOLDER]`: small requests through a client, which keeps history in the folder if one is named.
/// `sends` is the same with all answers kept until the end, as a group does.
enum Gets {
  static func run(_ arguments: [String]) async throws -> String {
    try await run(arguments, keepingAnswers: false)
  }

  static func keeping(_ arguments: [String]) async throws -> String {
    try await run(arguments, keepingAnswers: true)
  }

  private static func run(_ arguments: [String], keepingAnswers: Bool) async throws -> String {
    guard (3...4).contains(arguments.count), let count = Int(arguments[1]), let concurrency = Int(arguments[2]) else {
      throw Usage()
    }
    let store = arguments.count == 4 ? Store(at: arguments[3], machineKey: "\(arguments[3])/machine.key") : nil
    let client = Client(repository: store, cache: nil)
    client.configuration.duplicates = .unchecked
    try await client.open()
    let request = Request.get(arguments[0])
    let (right, kept) = (Lock(0), Lock<[Response]>([]))
    let keep: (@Sendable (Response) -> Void)? =
      keepingAnswers ? { @Sendable answer in kept.withLock { $0.append(answer) } } : nil
    let cost = await Measurement.of {
      await withTaskGroup { group in
        for worker in 0..<concurrency {
          let share = count / concurrency + (worker < count % concurrency ? 1 : 0)
          group.addTask {
            let answered = await send(request, times: share, through: client, keep)
            right.withLock { $0 += answered }
          }
        }
      }
    }
    return cost.json(["right": right.withLock { $0 }])
  }

  /// - Returns: how many answers were 200.
  private static func send(
    _ request: Request, times: Int, through client: Client, _ keep: (@Sendable (Response) -> Void)?
  ) async -> Int {
    var right = 0
    for _ in 0..<times {
      guard let response = try? await client.send(request) else { continue }
      if response.status.code == 200 { right += 1 }
      keep?(response)
    }
    return right
  }
}
