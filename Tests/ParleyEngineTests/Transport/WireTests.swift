import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("The wire as sent and received", .timeLimit(.minutes(2)))
struct WireTests {
  private let transport = CurlTransport()
  private let recording = TransferOptions(recordsWire: true)

  private func texts(_ log: WireLog?, _ direction: WireLog.Direction) -> [String] {
    (log?.entries ?? []).filter { $0.direction == direction }.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  @Test("Heads and bodies of every hop stand in it, byte for byte")
  func whole() async throws {
    let server = try RawServer.start { connection in
      while let request = try connection.readRequest() {
        try connection.send(
          request.target == "/"
            ? .text("moved", status: "307 Temporary", headers: ["Location: /next"]) : .chunked(["one", "two"]))
      }
    }
    let told = await transport.send(
      TransportRequest(
        method: .post, url: server.url + "/", headers: [.accept: "a/b"], body: Array("data".utf8), options: recording))
    let log = told.response?.wire
    #expect(
      texts(log, .sentHead)
        == server.requests.map {
          String(decoding: $0.bytes.dropLast($0.body.count), as: UTF8.self)
        })
    #expect(texts(log, .sentBody) == ["data", "data"])
    #expect(
      texts(log, .receivedHead) == [
        "HTTP/1.1 307 Temporary\r\nLocation: /next\r\nContent-Length: 5\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
      ])
    #expect(texts(log, .receivedBody) == ["moved", "3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n"])
    let notes = texts(log, .note)
    #expect(
      notes.contains { $0.hasPrefix("Connected to 127.0.0.1") && $0.hasSuffix(" port \(server.port)") }, "\(notes)")
    #expect(notes.contains { $0.hasPrefix("Re-using existing connection with host") }, "\(notes)")
    for noise in ["0x", "#0", "left intact", "bundle"] {
      #expect(!notes.contains { $0.contains(noise) }, "\(noise) in \(notes)")
    }
    let times = (log?.entries ?? []).map(\.at)
    #expect(times == times.sorted())
  }

  @Test("Of a body the beginning is kept, and how much there was")
  func cut() async throws {
    let body = String(repeating: "a", count: 300_000)
    let server = try RawServer.answering(.text(body))
    let told = await transport.send(
      TransportRequest(method: .put, url: server.url, body: Array(body.utf8), options: recording))
    let entries = told.response?.wire?.entries ?? []
    for direction in [WireLog.Direction.sentBody, .receivedBody] {
      let bodies = entries.filter { $0.direction == direction }
      #expect(bodies.map(\.count) == [300_000])
      #expect(bodies.map(\.bytes.count) == [WireLog.bodyLimit])
    }
    #expect(told.text == body)
  }

  @Test("Nothing is recorded unless asked for")
  func off() async throws {
    let server = try RawServer.answering(.text("ok"))
    #expect(await transport.get(server.url).response?.wire == nil)
  }

  @Test("Interim responses stand in it as heads of their own")
  func interim() async throws {
    let server = try RawServer.start { connection in
      try connection.readRequest()
      try connection.send("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
      try connection.send(.text("ok"))
    }
    let log = await transport.get(server.url, recording).response?.wire
    #expect(texts(log, .receivedHead).map { $0.prefix(12) } == ["HTTP/1.1 103", "HTTP/1.1 200"])
  }
}
