import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@testable import ParleyHTTP

@Suite("Streams of events that are asked for again", .timeLimit(.minutes(2)))
struct EventStreamTests {
  private let transport = CurlTransport()

  private func end(of pieces: [String]) -> EventStreamEnd {
    var end = EventStreamEnd()
    for piece in pieces { Array(piece.utf8).withUnsafeBytes { end.take($0) } }
    return end
  }

  @Test(
    "The last id is that of the last whole event, however its lines end",
    arguments: [
      (["id: 1\ndata: a\n\nid: 2\ndata: b\n"], "1"), (["id: 1\r\rid: 2\r\r"], "2"),
      (["id: 1\r\n\r", "\nid:2\r\n\r\n"], "2"),
      (["\u{FEFF}id: 7\n\n"], "7"), (["id: 1\n\nid\n\n"], ""), (["id: 1\n\nid: a\0b\n\n"], "1"),
      (["i", "d:", " x y\n", "\n"], "x y"),
      (["id: 1\n\n: id: 2\n\n"], "1"),
    ])
  func lastID(pieces: [String], id: String) {
    #expect(end(of: pieces).lastID == id)
  }

  @Test(
    "The wait is what the stream says, in digits",
    arguments: [("retry: 100\n", 100), ("retry: 1s\n", 3_000), ("retry:\n", 3_000), ("retry:7\r\r", 7), ("", 3_000)])
  func wait(text: String, milliseconds: Int) {
    #expect(end(of: [text]).wait == .milliseconds(milliseconds))
  }

  @Test("A stream that ended goes on in the same body, from its last event, until the server has no more")
  func reconnects() async throws {
    let server = try RawServer.start { connection in
      let request = try connection.readRequest()
      switch request?.value(of: "Last-Event-ID") {
      case nil: try connection.send(Self.stream("retry: 1\nid: one\ndata: 1\n\ndata: ha"))
      case "one": try connection.send(Self.stream("\u{FEFF}id: zwei\ndata: 2\n\n"))
      default: try connection.send("HTTP/1.1 204 No Content\r\n\r\n")
      }
    }
    var options = TransferOptions(timeout: .seconds(60))
    options.reconnects = true
    let told = await transport.get(server.url, options)
    #expect(told.text == "retry: 1\nid: one\ndata: 1\n\ndata: ha\n\nid: zwei\ndata: 2\n\n")
    #expect(told.response?.head.status == .ok)
    #expect(server.requests.map { $0.value(of: "Last-Event-ID") } == [nil, "one", "zwei"])
    #expect(told.words == ["sent", "head", "sent", "sent", "finished"])
  }

  @Test("Nobody who did not wish for it is connected again, and no other response is", arguments: [true, false])
  func once(isStream: Bool) async throws {
    let server = try RawServer.start { connection in
      try connection.readRequest()
      try connection.send(isStream ? Self.stream("data: 1\n\n") : RawReply.text("data: 1\n\n"))
    }
    var options = TransferOptions()
    options.reconnects = !isStream
    #expect(await transport.get(server.url, options).text == "data: 1\n\n")
    #expect(server.requests.count == 1)
  }

  @Test("A server that answers something else has ended the stream, which is an error")
  func refused() async throws {
    let server = try RawServer.answering(inTurn: [
      Self.stream("retry: 1\n\ndata: 1\n\n", isOver: true), .text("gone", status: "500 Internal Server Error"),
    ])
    var options = TransferOptions()
    options.reconnects = true
    let told = await transport.get(server.url, options)
    #expect(told.error?.detail?.contains("500") == true)
    #expect(told.text == "retry: 1\n\ndata: 1\n\n")
  }

  @Test("While it waits it can be stopped")
  func stopped() async throws {
    let server = try RawServer.start { connection in
      try connection.readRequest()
      try connection.send(Self.stream("retry: 3600000\ndata: 1\n\n"))
    }
    var options = TransferOptions()
    options.reconnects = true
    let told = Told()
    let task = transport.start(TransportRequest(method: .get, url: server.url, options: options)) { told.take($0) }
    try await server.waitUntilIdle()
    #expect(told.waitFor("head"))
    task.cancel()
    #expect(await told.wait().error?.kind == .cancelled)
  }

  private static func stream(_ text: String, isOver: Bool = false) -> RawReply {
    let length = isOver ? ["Content-Length: \(text.utf8.count)"] : ["Connection: close"]
    return RawReply(headers: ["Content-Type: text/event-stream"] + length, body: Array(text.utf8))
  }
}
