import HTTPTypes
import ParleyEngine
import Testing

@testable import ParleyHTTP

@Suite("Reading the head of a response", .timeLimit(.minutes(2)))
struct HeadReaderTests {
  private func read(_ lines: [[UInt8]]) -> HeadReader.Step {
    var reader = HeadReader()
    var step = HeadReader.Step.more
    for line in lines where step == .more { line.withUnsafeBytes { step = reader.take($0) } }
    return step
  }

  private func fields(_ lines: [UInt8]...) -> [String]? {
    let whole = [Array("HTTP/1.1 200 OK\r\n".utf8)] + lines.map { $0 + Array("\r\n".utf8) } + [Array("\r\n".utf8)]
    guard case .complete(let head) = read(whole) else { return nil }
    return head.fields.map { "\($0.name.rawName)=\($0.value)" }
  }

  @Test("A value that is not UTF-8 is read as ISO 8859-1")
  func latin1() {
    #expect(fields(Array("X: Gr".utf8) + [0xFC, 0xDF] + Array("e".utf8)) == ["X=Grüße"])
    #expect(fields(Array("X: Grüße ☂".utf8)) == ["X=Grüße ☂"])
  }

  @Test("A folded line is one value, joined with a space")
  func folded() {
    #expect(
      fields(Array("X: one".utf8), Array("   two".utf8), Array("\tthree".utf8), Array("Y: z".utf8)) == [
        "X=one two three", "Y=z",
      ])
  }

  @Test("A name that HTTP does not allow is left out, and nothing else")
  func badName() {
    #expect(
      fields(Array("A b: 1".utf8), Array(": 2".utf8), Array("no colon".utf8), [0xFF, 0x3A, 0x20], Array("C: 3".utf8))
        == ["C=3"])
  }

  @Test("A null byte in a value becomes a space")
  func null() {
    #expect(fields(Array("X: a\0b".utf8)) == ["X=a b"])
  }

  @Test(
    "The status line says version, code and reason",
    arguments: [
      ("HTTP/1.1 200 OK", HTTPVersion.http1_1, 200, "OK"), ("HTTP/1.0 404 Not  Found", .http1_0, 404, "Not  Found"),
      ("HTTP/2 204 ", .http2, 204, ""), ("HTTP/1.1 599", .http1_1, 599, ""), ("HTTP/3 200", .http3, 200, ""),
    ])
  func statusLine(line: String, version: HTTPVersion, code: Int, reason: String) {
    guard case .complete(let head) = read([Array("\(line)\r\n".utf8), Array("\r\n".utf8)]) else {
      Issue.record("no head")
      return
    }
    #expect(head.version == version)
    #expect(head.status.code == code)
    #expect(head.status.reasonPhrase == reason)
  }

  @Test("Nothing is read behind the head", arguments: ["X: trailer\r\n", "HTTP/1.1 500 No\r\n"])
  func behind(line: String) {
    var reader = HeadReader()
    for line in ["HTTP/1.1 200 OK\r\n", "\r\n"] { Array(line.utf8).withUnsafeBytes { _ = reader.take($0) } }
    Array(line.utf8).withUnsafeBytes { #expect(reader.take($0) == .more) }
  }

  @Test("What comes behind the body are trailers, also folded ones")
  func trailers() {
    var reader = HeadReader()
    for line in ["HTTP/1.1 200 OK\r\n", "A: 1\r\n", "\r\n", "X-Sum: 7\r\n", "X-Sum: 8\r\n", " 9\r\n", "\r\n"] {
      Array(line.utf8).withUnsafeBytes { _ = reader.take($0) }
    }
    #expect(reader.trailers.map { "\($0.name.rawName)=\($0.value)" } == ["X-Sum=7", "X-Sum=8 9"])
  }

  @Test("Behind the change to HTTP/2 comes the response to the request")
  func upgraded() {
    let lines = [
      "HTTP/1.1 101 Switching Protocols\r\n", "Upgrade: h2c\r\n", "\r\n", "HTTP/2 200\r\n", "a: 1\r\n", "\r\n",
    ]
    guard case .complete(let head) = read(lines.map { Array($0.utf8) }) else {
      Issue.record("no head")
      return
    }
    #expect(head.version == .http2 && head.status == .ok && head.fields.count == 1)
  }

  @Test("Too many bytes or fields are too large", arguments: [(100, 5000), (60_000, 5)])
  func tooLarge(length: Int, count: Int) {
    let line = Array("X: \(String(repeating: "a", count: length))\r\n".utf8)
    #expect(read([Array("HTTP/1.1 200 OK\r\n".utf8)] + Array(repeating: line, count: count)) == .tooLarge)
  }
}
