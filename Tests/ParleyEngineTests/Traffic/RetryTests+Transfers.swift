import ParleyEngine
import TestSupport
import Testing

extension RetryTests {
  private static let good = Validator.status(in: [200...299])

  /// Refuses the first time.
  private func moodyServer() throws -> RawServer {
    try RawServer.answering(inTurn: [.text("busy", status: "503 Busy"), .text("here it is")])
  }

  @Test("An upload is sent again from its start")
  func upload() async throws {
    try await withTemporaryDirectory { directory in
      let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 251) }
      let path = try directory.write(bytes, to: "film.mp4")
      let server = try moodyServer()
      let request = Request.put(server.url).body(.file(path)).validating(Self.good).retrying(.attempts(1))
      #expect(try await Client().send(request).isAccepted)
      #expect(server.requests.map(\.body) == [bytes, bytes])
    }
  }

  @Test("A download is tried again, and only the good one is in its place")
  func download() async throws {
    try await withTemporaryDirectory { directory in
      let server = try moodyServer()
      let request = Request.get(server.url).downloading(to: directory.path("a.txt")).validating(Self.good)
      let response = try await Client().send(request.retrying(.attempts(1)))
      #expect(response.download?.path == directory.path("a.txt"))
      #expect(try directory.read("a.txt") == Array("here it is".utf8))
      #expect(server.requests.count == 2)
    }
  }
}
