import HTTPTypes
import ParleyEngine

@testable import ParleyStore

// Exchanges to keep.

extension Exchange {
  static func answered(
    _ name: String? = nil, url: String = "http://shop.test/items?page=2", status: Int = 200, body: some ByteSource,
    requestBody: [UInt8]? = nil, secrets: Secrets = Secrets(), startedAt: Timestamp = .now()
  ) -> Exchange {
    let head = ResponseHead(
      url: url, status: .init(code: status, reasonPhrase: "Fine"),
      headers: [.contentType: "application/json", .setCookie: "a=1"])
    var timings = Timings()
    timings.firstByte = .milliseconds(3)
    timings.total = .milliseconds(5)
    timings.remoteAddress = "127.0.0.1:80"
    let received = TransportResponse(
      head: head, body: body, bytesOnWire: body.count, timings: timings,
      hops: [Hop(url: url, status: 302, location: "/b", headers: [.location: "/b"], droppedHeaders: ["Authorization"])],
      wire: WireLog([.init(.sentHead, at: .microseconds(7), bytes: Array("GET / HTTP/1.1\r\n".utf8), count: 16)]))
    return Exchange(
      id: ExchangeID(at: startedAt), name: name, callID: "call 1", startedAt: startedAt,
      request: SentRequest(method: "POST", url: url, headers: [.accept: "*/*"], body: requestBody),
      outcome: .response(Response(received, codec: JSONCodec())), isSecret: !secrets.isEmpty, secrets: secrets)
  }

  static func answered(
    _ name: String? = nil, url: String = "http://shop.test/items?page=2", status: Int = 200, text: String = "{}",
    secrets: Secrets = Secrets(), startedAt: Timestamp = .now()
  ) -> Exchange {
    answered(
      name, url: url, status: status, body: InMemoryBytes(text), secrets: secrets, startedAt: startedAt)
  }

  static func refused(_ name: String? = nil, secrets: Secrets = Secrets()) -> Exchange {
    Exchange(
      id: ExchangeID(), name: name, startedAt: .now(),
      request: SentRequest(method: "GET", url: "http://shop.test/", headers: [:], body: nil),
      outcome: .failure(TransportError(.refused, "shop.test:80 refused the connection.", detail: "errno 111")),
      isSecret: !secrets.isEmpty, secrets: secrets)
  }
}

extension Store {
  /// A store in a folder of the test's, open.
  static func opened(
    in folder: TemporaryFolder, _ name: String = "store", retention: Retention = .standard,
    now: @escaping @Sendable () -> Timestamp = Timestamp.now
  ) async throws -> Store {
    let store = Store(at: folder(name), machineKey: folder("keys/machine.key"), retention: retention, now: now)
    try await store.open()
    return store
  }
}

/// Bytes that do not repeat soon, the same ones every time.
func noise(_ count: Int) -> [UInt8] {
  var state: UInt64 = 0x9E37_79B9_7F4A_7C15
  return [UInt8](unsafeUninitializedCapacity: count + 8) { buffer, filled in
    for offset in stride(from: 0, to: count, by: 8) {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      UnsafeMutableRawBufferPointer(buffer).storeBytes(of: state, toByteOffset: offset, as: UInt64.self)
    }
    filled = count
  }
}

extension ByteSource {
  func all() throws -> [UInt8] {
    try read(at: 0, count: count)
  }
}
