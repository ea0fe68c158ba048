import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Bodies in memory and in files", .timeLimit(.minutes(2)))
struct BodyTests {
  /// A storage whose files are in memory, so that a test sees what was asked of it.
  private final class Storage: BodyStorage {
    let files = Lock<[File]>([])

    func makeFile(sealed: Bool) -> any BodyFile {
      let file = File(isSealed: sealed)
      files.withLock { $0.append(file) }
      return file
    }
  }

  private final class File: BodyFile {
    let isSealed: Bool
    private let state = Lock<(bytes: [UInt8], isComplete: Bool)>(([], false))

    init(isSealed: Bool) { self.isSealed = isSealed }

    var count: Int { state.withLock { $0.bytes.count } }
    var isComplete: Bool { state.withLock { $0.isComplete } }
    func finish() { state.withLock { $0.isComplete = true } }
    func discard() { state.withLock { $0 = ([], false) } }
    func append(_ bytes: UnsafeRawBufferPointer) { state.withLock { $0.bytes += bytes } }
    func read(at offset: Int, count: Int) throws -> [UInt8] {
      try InMemoryBytes(state.withLock { $0.bytes }).read(at: offset, count: count)
    }
  }

  private func pattern(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 / 251) } }

  @Test("A body over the limit goes to a file, whole and in order; a small one does not", arguments: [true, false])
  func spills(isSecret: Bool) async throws {
    let body = pattern(700_000)
    let storage = Storage()
    let transport = CurlTransport(bodies: storage, memoryLimit: 100_000)
    let large = try RawServer.answering(RawReply(headers: ["Content-Length: \(body.count)"], body: body))
    let told = await transport.send(TransportRequest(method: .get, url: large.url, isSecret: isSecret))
    let response = try #require(told.response)
    let file = try #require(storage.files.withLock { $0.first })
    #expect(try response.body.read(0..<body.count) == body)
    #expect(file.isSealed == isSecret)
    #expect(file.count == body.count)
    #expect(file.isComplete && response.body.isComplete)
    let small = try RawServer.answering(.text("small"))
    #expect(await transport.get(small.url).text == "small")
    #expect(storage.files.withLock { $0.count } == 1)
  }

  @Test("A body can be read while it grows")
  func grows() async throws {
    let mayEnd = Gate()
    let server = try RawServer.start { connection in
      try connection.readRequest()
      try connection.send(.truncated("begun", promising: 10))
      try mayEnd.wait()
      try connection.send("ended")
    }
    let told = Told()
    _ = CurlTransport().start(TransportRequest(method: .get, url: server.url)) { told.take($0) }
    #expect(told.waitFor("head"))
    let body = try #require(told.headBody)
    #expect(!body.isComplete)
    mayEnd.open()
    _ = await told.wait()
    #expect(body.isComplete)
    #expect(told.text == "begunended")
  }

  @Test("Windows of a body, wherever they lie, in memory and in a file", arguments: [1 << 20, 10])
  func windows(memoryLimit: Int) throws {
    let buffer = BodyBuffer(storage: Storage(), memoryLimit: memoryLimit, sealed: false)
    for piece in ["Hello, ", "wor", "ld!"] { try Array(piece.utf8).withUnsafeBytes { try buffer.append($0) } }
    let windows = [
      (0, 5), (7, 99), (12, 1), (13, 1), (99, 1), (0, 0), (3, -1), (-5, 3), (5, Int.max), (Int.max, Int.max),
    ]
    let read = try windows.map { String(decoding: try buffer.read(at: $0.0, count: $0.1), as: UTF8.self) }
    #expect(read == ["Hello", "world!", "!", "", "", "", "", "", ", world!", ""])
    #expect(buffer.count == 13)
    #expect((buffer.file != nil) == (memoryLimit == 10))
  }
}
