import Glibc
import ParleyEngine
import TestSupport
import Testing

extension CallHandleTests {
  /// Numbers by chance, the same at every run.
  private struct Chance: RandomNumberGenerator {
    var state: UInt64 = 14

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 29
    }
  }

  /// Does something to a call after so many turns of the other tasks, and waits for its end.
  private func disturb(_ call: Call, after turns: Int, by way: Int) async {
    for _ in 0..<turns { await Task.yield() }
    if way > 0 { call.pause() }
    if way > 1 { await Task.yield() }
    if way == 2 { call.resume() }
    if way == 1 || way == 3 { call.cancel() }
    if let path = try? await call.response().download?.path { unlink(path) }
  }

  @Test("Cancelled, paused and resumed at many moments, requests leave no connection, thread, file or continuation")
  func leaks() async throws {
    try await withTemporaryDirectory { directory in
      let file = try directory.write([UInt8](repeating: 1, count: 200_000), to: "up/film.mp4")
      try directory.write("", to: "down/kept")
      let server = try RawServer.start { connection in
        while try connection.readRequest() != nil {
          try connection.send(.truncated(String(repeating: "a", count: 100_000), promising: 200_000))
          try connection.send([UInt8](repeating: 1, count: 100_000))
        }
      }
      weak var last: CurlTransport?
      do {
        let transport = CurlTransport(temporaryFolder: directory.path("down"))
        last = transport
        let client = Client(transport: transport)
        client.poolSize = 5
        var chance = Chance()
        await withTaskGroup(of: Void.self) { group in
          for number in 0..<300 {
            let request = Request.put(server.url + "/\(number)").body(.file(file)).downloadingToTemporaryFile()
            let (turns, way) = (Int.random(in: 0..<200, using: &chance), Int.random(in: 0...3, using: &chance))
            group.addTask {
              let call = client.prepare(request)
              call.start()
              await self.disturb(call, after: turns, by: way)
            }
          }
        }
      }
      // The last connection is closed by the transport's thread at its end.
      try await server.waitUntilIdle()
      #expect(last == nil)
      #expect(try blockingNames(of: directory.path("down")) == ["kept"])
    }
  }
}
