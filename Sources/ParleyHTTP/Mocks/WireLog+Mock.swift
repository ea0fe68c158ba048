import HTTPTypes

extension WireLog {
  /// The bytes that a request and its mock's reply would be on the wire, as HTTP/1.1 writes them. A note says that there were none.
  /// - Parameter reply: nil where the mock has failed.
  init(mocking request: TransportRequest, _ reply: MockReply?) {
    let limit = Self.limit(ofHeads: !request.options.recordsWire)
    self.init([Entry(.note, at: .zero, text: "A mock replied: nothing went over the network.")])
    entries.append(Entry(.sentHead, at: .zero, text: request.head))
    if let body = request.body, !body.isEmpty {
      entries.append(Entry(.sentBody, at: .zero, bytes: Array(body.prefix(limit)), count: body.count))
    }
    guard let reply else { return }
    entries.append(Entry(.receivedHead, at: reply.delay, text: reply.head))
    let count = reply.body.count
    guard count > 0, let bytes = try? reply.body.read(at: 0, count: min(limit, count)) else { return }
    entries.append(Entry(.receivedBody, at: reply.delay, bytes: bytes, count: count))
  }
}

extension WireLog.Entry {
  fileprivate init(_ direction: WireLog.Direction, at time: Duration, text: String) {
    let bytes = Array(text.utf8)
    self.init(direction, at: time, bytes: bytes, count: bytes.count)
  }
}

extension TransportRequest {
  fileprivate var head: String {
    let parts = WebSocketHandshake.Parts(url)
    let method = method?.rawValue ?? (content == nil ? "GET" : "POST")
    let names = Set(headers.map(\.name.canonicalName)).union(omittedHeaders.map(\.canonicalName))
    let host = names.contains("host") ? [] : ["Host: \(parts.host)"]
    return (["\(method) \(parts.target) HTTP/1.1"] + host + headers.lines).joined(separator: "\r\n") + "\r\n\r\n"
  }
}

extension MockReply {
  fileprivate var head: String {
    let reason = status.reasonPhrase.isEmpty ? "" : " \(status.reasonPhrase)"
    return (["\(HTTPVersion.mock.rawValue) \(status.code)\(reason)"] + headers.lines).joined(separator: "\r\n")
      + "\r\n\r\n"
  }
}

extension HTTPFields {
  fileprivate var lines: [String] { map { "\($0.name.rawName): \($0.value)" } }
}
