import Glibc
import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@testable import ParleyHTTP

@Suite("Bodies that come compressed", .timeLimit(.minutes(1)))
struct DecodingTests {
  private let transport = CurlTransport()

  private func decode(_ bytes: [UInt8], _ header: String, by size: Int) throws -> (text: String, isAtEnd: Bool) {
    let decoding = try #require(ContentDecoding.of([.contentEncoding: header]))
    var result: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { decoding.take($0) }
      while decoding.hasWork { try decoding.step { result += $0 } }
    }
    return (String(decoding: result, as: UTF8.self), decoding.isAtEnd)
  }

  private func coded(_ body: [UInt8], _ coding: String = "gzip", isWhole: Bool = true) -> RawReply {
    RawReply(headers: ["Content-Encoding: \(coding)", "Content-Length: \(body.count)"], body: body)
  }

  @Test("Every coding is taken off, in whatever pieces it comes", arguments: [1, 7, 100_000])
  func codings(size: Int) throws {
    for coded in CodedBody.all {
      let (text, isAtEnd) = try decode(coded.bytes, coded.header, by: size)
      #expect(text == CodedBody.text && isAtEnd, "\(coded.name)")
    }
  }

  @Test("A body without a coding takes no memory for decoding, and leaves none behind")
  func withoutCoding() throws {
    let before = try addressSpace()
    for _ in 0..<10_000 { #expect(ContentDecoding.of([.contentEncoding: "identity"]) == nil) }
    #expect(try addressSpace() - before < 100 * ContentDecoding.room)
  }

  /// In bytes (proc(5), /proc/pid/statm).
  private func addressSpace() throws -> Int {
    let line = String(decoding: try readFile("/proc/self/statm"), as: UTF8.self)
    let pages = try #require(line.split(separator: " ").first)
    return try #require(Int(pages)) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  @Test("What follows the end of a body is passed over", arguments: ["gzip", "br"])
  func trailing(coding: String) throws {
    let body = (coding == "gzip" ? CodedBody.gzip : CodedBody.brotli) + Array("and more".utf8)
    let (text, isAtEnd) = try decode(body, coding, by: 9)
    #expect(text == CodedBody.text && isAtEnd)
  }

  @Test("A compressed body without its end is an error, and what came is kept")
  func cutOff() async throws {
    for coded in CodedBody.all {
      let server = try RawServer.answering(self.coded(Array(coded.bytes.dropLast(4)), coded.header))
      let told = await transport.get(server.url)
      let error = try #require(told.error, "\(coded.name)")
      #expect(error.kind == .truncated, "\(coded.name)")
      #expect(error.detail == "Its body is compressed (\(coded.header)), and the end is missing.")
      #expect(CodedBody.text.hasPrefix(try #require(told.text)))
      #expect(told.headBody?.isComplete == true)
    }
  }

  @Test("Of a gzip that lacks only its checksum everything is there, and it is an error all the same")
  func withoutChecksum() async throws {
    let server = try RawServer.answering(coded(Array(CodedBody.gzip.dropLast(8))))
    let told = await transport.get(server.url)
    #expect(told.error?.kind == .truncated)
    #expect(told.text == CodedBody.text)
  }

  @Test("No body needs no coding: none is cut off where nothing comes", arguments: ["200 OK", "204 No Content"])
  func empty(status: String) async throws {
    let server = try RawServer.answering(RawReply(status, headers: ["Content-Encoding: gzip", "Content-Length: 0"]))
    #expect(await transport.get(server.url).text == "")
    let head = await transport.send(TransportRequest(method: .head, url: server.url))
    #expect(head.error == nil)
  }

  @Test(
    "A body in a coding that nobody knows is delivered as it came", arguments: ["lzma", "utf-8", "gzip, aws-chunked"])
  func unknown(coding: String) async throws {
    let server = try RawServer.answering(coded(CodedBody.gzip, coding))
    let response = try #require(await transport.get(server.url).response)
    #expect(try response.body.read(0..<response.body.count) == CodedBody.gzip)
  }

  @Test("Codings upon codings, with which a server may keep anybody busy, are refused")
  func many() async throws {
    let server = try RawServer.answering(coded(CodedBody.gzip, "gzip, gzip, gzip, gzip, gzip, gzip"))
    #expect(await transport.get(server.url).error?.kind == .malformedAnswer)
  }

  @Test("Nothing is decoded for who wants the bytes as they come")
  func asTheyCome() async throws {
    let server = try RawServer.answering(coded(CodedBody.gzip))
    var options = TransferOptions()
    options.decompresses = false
    let response = try #require(await transport.get(server.url, options).response)
    #expect(try response.body.read(0..<response.body.count) == CodedBody.gzip)
  }
}

// A few bytes that become any number of them.
extension DecodingTests {
  /// A server whose compressed body never ends.
  private func bombs() throws -> RawServer {
    try RawServer.start { connection in
      try connection.readRequest()
      try connection.send(RawReply(headers: ["Content-Encoding: gzip, gzip", "Connection: close"]))
      while (try? connection.send(CodedBody.bomb)) != nil {}
    }
  }

  @Test("A body has a ceiling, and ends there with an error")
  func ceiling() async throws {
    let server = try bombs()
    var options = TransferOptions(timeout: nil)
    options.maxBody = 3_000_000
    let told = await transport.get(server.url, options)
    #expect(told.error?.kind == .tooLarge)
    #expect(told.error?.code == "network.tooLarge")
    #expect(told.error?.summary == "The body from 127.0.0.1:\(server.port) is larger than the limit of 3.0 MB.")
    #expect(told.headBody.map { (1...3_000_000).contains($0.count) } == true)
  }

  @Test("A body whose announced length is beyond the ceiling is refused before it has come")
  func announced() async throws {
    let server = try RawServer.start { connection in
      try connection.readRequest()
      try connection.send(RawReply(headers: ["Content-Length: 3000000000"], body: [1]))
      connection.waitForClose()
    }
    let error = try #require(await transport.get(server.url, TransferOptions(timeout: nil)).error)
    #expect(error.kind == .tooLarge)
    #expect(
      error.summary == "The body from 127.0.0.1:\(server.port) is 3.0 GB, more than the limit of 2.0 GB.")
  }

  @Test("A body as large as is allowed is no error", arguments: [nil, "gzip"])
  func justFits(coding: String?) async throws {
    let body = Array(CodedBody.text.utf8)
    let server = try RawServer.answering(coding == nil ? .text(CodedBody.text) : coded(CodedBody.gzip))
    var options = TransferOptions()
    options.maxBody = body.count
    #expect(await transport.get(server.url, options).text == CodedBody.text)
    options.maxBody = body.count - 1
    #expect(await transport.get(server.url, options).error?.kind == .tooLarge)
  }

  @Test("The deadline counts while a body is decoded")
  func deadline() async throws {
    let server = try bombs()
    var options = TransferOptions(timeout: .milliseconds(300))
    options.maxBody = .max
    let discarding = CurlTransport(bodies: DiscardingBodies(), memoryLimit: 0)
    let told = await discarding.get(server.url, options)
    #expect(told.error?.kind == .timedOut)
  }

  @Test("Cancelling counts while a body is decoded, and other transfers go on meanwhile")
  func others() async throws {
    let (server, other) = (try bombs(), try RawServer.answering(.text("here")))
    var options = TransferOptions(timeout: nil)
    options.maxBody = .max
    // What the other server says stays in memory.
    let discarding = CurlTransport(bodies: DiscardingBodies(), memoryLimit: 1024)
    let told = Told()
    let task = discarding.start(TransportRequest(method: .get, url: server.url, options: options)) { told.take($0) }
    #expect(told.waitFor("head"))
    #expect(await discarding.get(other.url).text == "here")
    task.pause()
    #expect(await discarding.get(other.url).text == "here")
    task.resume()
    #expect(await discarding.get(other.url).text == "here")
    task.cancel()
    #expect(await told.wait().error?.kind == .cancelled)
  }

  @Test("A body that holds more than one round decodes is whole in the end, also when it was paused")
  func rounds() async throws {
    let text = String(repeating: CodedBody.text, count: 1000)
    let server = try RawServer.answering(coded(try Gzip.compress(Array(text.utf8))))
    let told = Told()
    let task = transport.start(TransportRequest(method: .get, url: server.url)) { told.take($0) }
    #expect(told.waitFor("head"))
    task.pause()
    task.resume()
    #expect(await told.wait().text == text)
  }
}

/// Keeps nothing, so that a body may be as large as it likes.
private struct DiscardingBodies: BodyStorage {
  func makeFile(sealed: Bool) throws -> any BodyFile { DiscardedBody() }
}

private final class DiscardedBody: BodyFile {
  private let total = Lock(0)
  var count: Int { total.withLock { $0 } }
  var isComplete: Bool { false }
  func append(_ chunk: UnsafeRawBufferPointer) throws { total.withLock { $0 += chunk.count } }
  func read(at offset: Int, count: Int) throws -> [UInt8] { [] }
  func finish() throws {}
  func discard() {}
}
