import HTTPTypes

/// The transfers of a client that others may join, by what they send.
final class TransfersInFlight: Sendable {
  /// The properties in which two requests must be equal to be the same.
  struct Key: Hashable {
    let method: HTTPRequest.Method?
    let url: String
    let headers: HTTPFields
    let body: [UInt8]?
    let stream: StreamValue?
    let destination: Destination
    /// The client's identity and the way to the server: a request to another server, or in another's name, is another
    /// request.
    let credentials: TransportCredentials?
    let cookies: [Cookie]
    let environment: String?
    let special: SpecialOptions.Shared?
    let redirects: Int

    /// Nil for a stream that cannot be compared, for a download of which each wants a file of its own, and for a
    /// WebSocket, which each has for itself.
    init?(_ prepared: PreparedRequest) {
      let request = prepared.forTransport
      guard request.destination != .temporary, request.webSocket == nil else { return nil }
      stream = (request.stream as? any (BodyStream & Hashable)).map { StreamValue(stream: $0) }
      if request.stream != nil, stream == nil { return nil }
      (method, url, headers, body) = (request.method, request.url, request.headers, request.body)
      destination = request.destination
      (credentials, cookies, environment) = (request.credentials, prepared.sentCookies, prepared.request.environment)
      (special, redirects) = (request.options.special, request.options.redirects)
    }
  }

  enum Claim {
    /// No such request is in flight: the caller sends it.
    case first(Transfer)
    case duplicate(of: Transfer)
  }

  private let transfers = Lock<[Key: Transfer]>([:])

  /// - Parameters:
  ///   - call: the call that sends it if no such request is in flight.
  ///   - mark: the start of the request, for the cache.
  func claim(_ key: Key, for request: Request, by call: ExchangeID, since mark: CacheInvalidations.Mark) -> Claim {
    transfers.withLock { transfers in
      if let transfer = transfers[key] { return .duplicate(of: transfer) }
      let transfer = Transfer(for: request, by: call, since: mark) { [weak self] in self?.remove($0, at: key) }
      transfers[key] = transfer
      return .first(transfer)
    }
  }

  private func remove(_ transfer: Transfer, at key: Key) {
    transfers.withLock { transfers in
      if transfers[key] === transfer { transfers[key] = nil }
    }
  }
}

/// A body that is streamed, compared by its value.
struct StreamValue: Hashable, Sendable {
  let stream: any (BodyStream & Hashable)

  static func == (left: StreamValue, right: StreamValue) -> Bool {
    func equals<Stream: Hashable>(_ stream: Stream) -> Bool { right.stream as? Stream == stream }
    return equals(left.stream)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(stream) }
}

extension TransportRequest {
  fileprivate var stream: (any BodyStream)? {
    if case .stream(let stream)? = content { stream } else { nil }
  }
}
