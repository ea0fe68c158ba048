import HTTPTypes
import ParleyEngine

/// `transfers URL COUNT CONCURRENCY`: the same small requests by the transport alone, one ending starting the next.
/// What `gets` costs beyond this is the client's part and the way between threads.
enum Transfers {
  static func run(_ arguments: [String]) async throws -> String {
    guard arguments.count == 3, let count = Int(arguments[1]), let concurrency = Int(arguments[2]) else {
      throw Usage()
    }
    let request = TransportRequest(
      method: .get, url: arguments[0], headers: [.userAgent: "Parley", .accept: "*/*"])
    let chains = Chains(request, count: count)
    let cost = await Measurement.of { await chains.run(concurrency) }
    return cost.json(["right": chains.right])
  }
}

/// Transfers that follow each other until there were enough.
private final class Chains: Sendable {
  private struct State {
    var toStart: Int
    var toEnd: Int
    var right = 0
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let transport = CurlTransport()
  private let request: TransportRequest
  private let state: Lock<State>

  init(_ request: TransportRequest, count: Int) {
    self.request = request
    state = Lock(State(toStart: count, toEnd: count))
  }

  var right: Int { state.withLock { $0.right } }

  func run(_ concurrency: Int) async {
    await withCheckedContinuation { continuation in
      state.withLock { $0.waiter = continuation }
      for _ in 0..<concurrency { startNext() }
    }
  }

  private func startNext() {
    let isLeft = state.withLock { state in
      state.toStart -= 1
      return state.toStart >= 0
    }
    guard isLeft else { return }
    _ = transport.start(request) { [self] event in
      if case .finished(let result) = event { ended(result) }
    }
  }

  private func ended(_ result: Result<TransportResponse, TransportError>) {
    let isRight = (try? result.get())?.head.status.code == 200
    let waiter = state.withLock { state in
      state.toEnd -= 1
      if isRight { state.right += 1 }
      return state.toEnd == 0 ? state.waiter.take() : nil
    }
    if let waiter { waiter.resume() } else { startNext() }
  }
}
