import Glibc
import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("What a transport holds, and that it lets go of it", .serialized, .timeLimit(.minutes(2)))
struct LifetimeTests {
  @Test("The last reference ends the thread and closes every descriptor")
  func freed() async throws {
    let server = try RawServer.answering(.text("ok"))
    weak var last: CurlTransport?
    for _ in 0..<20 {
      let transport = CurlTransport()
      last = transport
      #expect(await transport.get(server.url).text == "ok")
    }
    // Every connection is closed only when the thread has ended.
    try await server.waitUntilIdle()
    #expect(last == nil)
  }

  @Test("A transfer in flight keeps its transport, whoever lets go of it")
  func kept() async throws {
    let server = try RawServer.answering(.text("ok"))
    let told = Told()
    _ = CurlTransport().start(TransportRequest(method: .get, url: server.url)) { told.take($0) }
    #expect(await told.wait().text == "ok")
    try await server.waitUntilIdle()
  }

  @Test("A handler and what it holds are gone after the end")
  func handlerFreed() async throws {
    final class Witness: Sendable {}
    let server = try RawServer.answering(.text("ok"))
    let transport = CurlTransport()
    weak var witness: Witness?
    var task: (any TransportTask)?
    let told = Told()
    do {
      let held = Witness()
      witness = held
      task = transport.start(TransportRequest(method: .get, url: server.url)) { event in
        _ = held
        told.take(event)
      }
    }
    _ = await told.wait()
    // The next transfer is begun by the same thread, so the one before has been let go of.
    #expect(await transport.get(server.url).text == "ok")
    #expect(witness == nil)
    task?.cancel()
  }

  @Test("Connections of cancelled transfers are closed")
  func cancelledConnections() async throws {
    let server = try RawServer.start { connection in
      try connection.readRequest()
      connection.waitForClose()
    }
    let transport = CurlTransport()
    for _ in 0..<100 {
      let told = Told()
      let task = transport.start(TransportRequest(method: .get, url: server.url)) { told.take($0) }
      #expect(told.waitFor("sent"))
      task.cancel()
      _ = await told.wait()
    }
    #expect(try await server.requests(atLeast: 100).count == 100)
    try await server.waitUntilIdle()
  }
}
