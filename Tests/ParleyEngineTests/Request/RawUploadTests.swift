import Cryptography
import HTTPTypes
import TestSupport
import Testing

@testable import ParleyEngine

@Suite("Raw uploads", .timeLimit(.minutes(2)))
struct RawUploadTests {
  @Test("Memory or a file is the whole body, with its content type, and the model is left aside")
  func whole() async throws {
    try await withTemporaryDirectory { directory in
      let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 3) }
      let path = try directory.write(bytes, to: "picture.webp")
      let server = try RawServer.answering(.text("ok"))
      for body in [Body.file(path), .bytes(bytes, contentType: "image/webp")] {
        var request = Request.post(server.url).body(body)
        request.model = ["ignored": "parameter"]
        _ = try await Client().send(request)
        let sent = try #require(server.requests.last)
        #expect(sent.body == bytes)
        #expect(sent.value(of: "Content-Type") == "image/webp")
        #expect(sent.value(of: "Content-Length") == "100000")
        #expect(sent.target == "/")
      }
    }
  }

  @Test("A content type said by the caller overrides the file's name")
  func contentType() async throws {
    try await withTemporaryDirectory { directory in
      let path = try directory.write("{}", to: "data.bin")
      let server = try RawServer.answering(.text("ok"))
      _ = try await Client().send(.post(server.url).body(.file(path, contentType: "application/json")))
      #expect(server.requests.first?.value(of: "Content-Type") == "application/json")
    }
  }

  @Test("Content-MD5 is the base64 of what is sent, from memory and from a file")
  func contentMD5() async throws {
    try await withTemporaryDirectory { directory in
      let path = try directory.write("hello", to: "hello.txt")
      let server = try RawServer.answering(.text("ok"))
      for body in [Body.file(path), .text("hello"), .multipart([.field("a", "b")], boundary: "XX")] {
        _ = try await Client().send(.post(server.url).body(body.withContentMD5()))
      }
      let sums = server.requests.map { $0.value(of: "Content-MD5") }
      #expect(sums == ["XUFAKrxLKna5cZ2REBfFkg==", "XUFAKrxLKna5cZ2REBfFkg==", Self.sum(server.requests[2].body)])
      _ = try await Client().send(.post(server.url).body(.file(path)))
      #expect(server.requests.last?.value(of: "Content-MD5") == nil)
    }
  }

  @Test("With gzip the sum is that of the packed bytes")
  func contentMD5OfGzip() async throws {
    let server = try RawServer.answering(.text("ok"))
    _ = try await Client().send(.post(server.url).body(.text("hello").withContentMD5()).compressingBody())
    let sent = try #require(server.requests.first)
    #expect(sent.value(of: "Content-MD5") == Self.sum(sent.body))
  }

  private static func sum(_ bytes: [UInt8]) -> String {
    Base64.encode(MessageDigest.sum(of: bytes, .md5))
  }
}
