import HTTPTypes
import ParleyEngine
import TestSupport

/// Everything a transport told of one transfer, in order.
final class Told: Sendable {
  private let events = Monitor<[TransportEvent]>([])
  private let end: AsyncStream<Void>
  private let ended: AsyncStream<Void>.Continuation

  init() {
    (end, ended) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
  }

  func take(_ event: TransportEvent) {
    events.withLock { $0.append(event) }
    if case .finished = event { ended.finish() }
  }

  /// Returns once the transfer has ended.
  func wait() async -> Told {
    for await _ in end {}
    return self
  }

  /// The events by name, without progress.
  var words: [String] {
    events.withLock { $0.map(\.word) }.filter { $0 != "progress" }
  }

  var progress: [TransferProgress] {
    events.withLock { events in
      events.compactMap {
        guard case .progress(let progress) = $0 else { return nil }
        return progress
      }
    }
  }

  /// Blocks until an event of that name was told.
  func waitFor(_ word: String) -> Bool {
    events.wait { $0.contains { $0.word == word } }
  }

  var headBody: (any ByteSource)? {
    for case .head(_, let body) in events.withLock({ $0 }) { return body }
    return nil
  }

  var result: Result<TransportResponse, TransportError>? {
    for case .finished(let result) in events.withLock({ $0 }) { return result }
    return nil
  }

  var response: TransportResponse? { try? result?.get() }

  var error: TransportError? {
    guard case .failure(let error) = result else { return nil }
    return error
  }

  var hops: [Hop] { response?.hops ?? [] }

  var text: String? {
    guard let body = response?.body ?? headBody, let bytes = try? body.read(0..<body.count) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension TransportEvent {
  fileprivate var word: String {
    switch self {
    case .sent: "sent"
    case .redirected: "redirected"
    case .head: "head"
    case .progress: "progress"
    case .recorded: "recorded"
    case .finished: "finished"
    }
  }
}

extension CurlTransport {
  /// Sends a request and waits for everything that is told of it.
  func send(_ request: TransportRequest) async -> Told {
    let told = Told()
    _ = start(request) { told.take($0) }
    return await told.wait()
  }

  func get(_ url: String, _ options: TransferOptions = .init()) async -> Told {
    await send(TransportRequest(method: .get, url: url, options: options))
  }
}
