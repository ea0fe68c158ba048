import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@Suite("Gzip of the request's body, and compressed responses", .timeLimit(.minutes(2)))
struct CompressionTests {
  private let text = String(repeating: "again and ", count: 20_000)

  @Test("The server unzips an equal body, and is told that it is packed")
  func packed() async throws {
    let server = try RawServer.answering(.text("ok"))
    _ = try await Client().send(.post(server.url).body(.text(text)).compressingBody())
    let sent = try #require(server.requests.first)
    #expect(sent.value(of: "Content-Encoding") == "gzip")
    #expect(sent.value(of: "Content-Length") == String(sent.body.count))
    #expect(sent.body.count < text.utf8.count / 10)
    #expect(try Gzip.decompress(sent.body) == Array(text.utf8))
  }

  @Test("It is off by default")
  func off() async throws {
    let server = try RawServer.answering(.text("ok"))
    _ = try await Client().send(.post(server.url).body(.text(text)))
    #expect(server.requests.first?.value(of: "Content-Encoding") == nil)
    #expect(server.requests.first?.bodyText == text)
  }

  @Test("A request may switch off what its route would have packed, and on what it would not")
  func route() async throws {
    let server = try RawServer.answering(.text("ok"))
    var route = Route("r", endpoint: PathTemplate(server.url), method: .post)
    for isPacking in [true, false] {
      route.compressesBody = isPacking
      let request = Request.route(route).body(.text(text))
      _ = try await Client().send(request)
      #expect((server.requests.last?.value(of: "Content-Encoding") == "gzip") == isPacking)
      _ = try await Client().send(request.compressingBody(!isPacking))
      #expect((server.requests.last?.value(of: "Content-Encoding") == "gzip") == !isPacking)
    }
  }

  @Test("A file is packed while it is sent, in chunks because its packed length is not known")
  func streamed() async throws {
    try await withTemporaryDirectory { directory in
      let bytes = (0..<500_000).map { UInt8(truncatingIfNeeded: $0 / 97 ^ $0 / 1009) }
      let path = try directory.write(bytes, to: "data.bin")
      let server = try RawServer.answering(.text("ok"))
      let request = Request.put(server.url).body(.file(path)).compressingBody()
      _ = try await Client().send(request)
      let sent = try #require(server.requests.first)
      #expect(sent.value(of: "Transfer-Encoding") == "chunked")
      #expect(sent.value(of: "Content-Length") == nil)
      #expect(try Gzip.decompress(sent.unchunkedBody) == bytes)
    }
  }

  @Test("A body that is packed already is not packed again")
  func once() async throws {
    let server = try RawServer.answering(.text("ok"))
    let packed = try Gzip.compress(Array(text.utf8))
    let body = Body { Body.Encoded(bytes: packed, contentType: nil, headers: [.contentEncoding: "gzip"]) }
    _ = try await Client().send(.post(server.url).body(body).compressingBody())
    #expect(server.requests.first?.body == packed)
    #expect(server.requests.first?.values(of: "Content-Encoding") == ["gzip"])
  }

  @Test("Accept-Encoding is the request's own choice, and the response is unpacked", arguments: [nil, "gzip"])
  func answers(encoding: String?) async throws {
    try await withNginxServer(tls: false) { server in
      try server.files.write(text, to: "long.txt")
      var options = TransferOptions()
      options.acceptEncoding = encoding
      let response = try await Client().send(.get(server.url + "/long.txt").options(options))
      #expect(response.headers[.contentEncoding] == "gzip")
      #expect(try response.text() == text)
      #expect(response.bytesOnWire < text.utf8.count / 10)
    }
  }

  @Test("Accept-Encoding says what the request wants, or what is understood, or nothing where nothing is unpacked")
  func accepted() async throws {
    let server = try RawServer.answering(.text("ok"))
    var (own, raw) = (TransferOptions(), TransferOptions())
    own.acceptEncoding = "br;q=0.5"
    raw.decompresses = false
    for options in [TransferOptions(), own, raw] { _ = try await Client().send(.get(server.url).options(options)) }
    let sent = server.requests.map { $0.value(of: "Accept-Encoding") }
    #expect(sent[0]?.contains("gzip") == true && sent[1] == "br;q=0.5" && sent[2] == nil)
  }
}
