import HTTPTypes

extension CacheEntry {
  /// The entry as the response of a request.
  func response(by codec: any Codec, because decision: CacheDecision) -> Response {
    var response = Response(TransportResponse(head: head, body: body), codec: codec)
    response.trailers = trailers
    response.cached = CachedResponse(
      source: .kept, decision: decision, exchange: exchange, freshFor: decision.freshFor)
    seal(&response)
    return response
  }

  /// Marks the response as secret if the entry is: whatever comes out of a sealed entry is, whoever asked for it.
  func seal(_ response: inout Response) {
    guard isSecret else { return }
    response.isSecret = true
    response.hold(secrets)
  }

  /// The headers by which a server is asked whether it still holds (RFC 9110 §13.1).
  var conditions: HTTPFields {
    var conditions = HTTPFields()
    conditions[.ifNoneMatch] = head.headers[.eTag]
    conditions[.ifModifiedSince] = head.headers[.lastModified]
    return conditions
  }

  /// The entry after the server said that it still holds, with what it said now (RFC 9111 §3.2). A whole response says all anew.
  func refreshed(by response: Response, requestedAt: Timestamp, receivedAt: Timestamp) -> CacheEntry {
    var entry = self
    entry.head.headers =
      response.status == .notModified ? head.headers.updated(by: response.headers) : response.headers
    if response.status != .notModified { entry.trailers = response.trailers }
    (entry.requestedAt, entry.receivedAt, entry.isExpired) = (requestedAt, receivedAt, false)
    return entry
  }

  func has(tagOf response: Response) -> Bool {
    guard let tag = head.headers[.eTag] else { return false }
    return response.headers[.eTag] == tag
  }

  /// Whether a 304 speaks of it: its tag is the same, strong or weak, or it has none (RFC 9111 §4.3.4).
  func isMeant(by notModified: Response) -> Bool {
    guard let tag = notModified.headers[.eTag], let own = head.headers[.eTag] else { return true }
    return tag.opaqueTag == own.opaqueTag
  }
}

extension HTTPFields {
  /// Returns the fields with newer ones in place of older ones, except for those that belong to a message and not to
  /// its content.
  fileprivate func updated(by newer: HTTPFields) -> HTTPFields {
    let news = newer.filter { !$0.name.belongsToMessage }
    // A time that was said of the old message is not the new one's.
    let names = Set(news.map(\.name)).union([.age, .date])
    return HTTPFields(filter { !names.contains($0.name) } + news)
  }
}

extension String {
  /// Without the mark of a weak tag (RFC 9110 §8.8.3.2).
  fileprivate var opaqueTag: Substring { hasPrefix("W/") ? dropFirst(2) : self[...] }
}

extension HTTPField.Name {
  fileprivate var belongsToMessage: Bool {
    switch self {
    case .contentLength, .contentEncoding, .contentType, .contentRange, .transferEncoding, .connection: true
    default: false
    }
  }
}
