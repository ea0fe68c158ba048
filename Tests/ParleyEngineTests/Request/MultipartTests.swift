import Glibc
import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@testable import ParleyValues

@Suite("Multipart bodies, streamed from disk", .timeLimit(.minutes(2)))
struct MultipartTests {
  @Test("Fields and files are sent under their names, in order, with pictures from memory")
  func fieldsAndFiles() async throws {
    let server = try RawServer.answering(.text("ok"))
    let parts = [Part.png("photo", [0x89, 0x50, 13, 10]), .jpg("scan", [0xFF, 0xD8], filename: "page 1.jpg")]
    let fields = [("title", "Sunset"), ("tag", "é")]
    let body = Body.multipart(fields.map { Part.field($0.0, $0.1) } + parts, boundary: "XX")
    _ = try await Client().send(.post(server.url).body(body))
    let request = try #require(server.requests.first)
    #expect(request.value(of: "Content-Type") == "multipart/form-data; boundary=XX")
    let expected: [[UInt8]] = [
      Array("--XX\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nSunset\r\n".utf8),
      Array("--XX\r\nContent-Disposition: form-data; name=\"tag\"\r\n\r\né\r\n".utf8),
      Array("--XX\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"photo.png\"\r\n".utf8),
      Array("Content-Type: image/png\r\n\r\n".utf8), [0x89, 0x50, 13, 10], Array("\r\n".utf8),
      Array("--XX\r\nContent-Disposition: form-data; name=\"scan\"; filename=\"page 1.jpg\"\r\n".utf8),
      Array("Content-Type: image/jpeg\r\n\r\n".utf8), [0xFF, 0xD8], Array("\r\n--XX--\r\n".utf8),
    ]
    #expect(request.body == Array(expected.joined()))
  }

  @Test("What is attached goes with the fields of the model")
  func attached() async throws {
    let server = try RawServer.answering(.text("ok"))
    let request = Request.post(server.url).model(["title": "Sunset", "tags": ["a", "b"]] as JSONValue)
    _ = try await Client().send(request.attaching(.png("photo", [1, 2])))
    let body = try #require(server.requests.first).bodyText
    for (name, value) in [("title", "Sunset"), ("tags[]", "a"), ("tags[]", "b")] {
      #expect(body.contains("name=\"\(name)\"\r\n\r\n\(value)\r\n"))
    }
    #expect(body.contains("filename=\"photo.png\""))
  }

  @Test("A film, or a file of any type, is read from disk while it is sent, its length known before")
  func files() async throws {
    try await withTemporaryDirectory { directory in
      let film = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 251) }
      let path = try directory.write(film, to: "sun set.mp4")
      let notes = try directory.write("notes", to: "notes")
      let body = Body.multipart(
        [.file("film", path), .file("notes", notes, filename: "n.x", contentType: "text/x-notes")], boundary: "XX")
      let server = try RawServer.answering(.text("ok"))
      _ = try await Client().send(.post(server.url).body(body))
      let request = try #require(server.requests.first)
      #expect(request.value(of: "Content-Length") == String(request.body.count))
      #expect(request.value(of: "Transfer-Encoding") == nil)
      let head = "--XX\r\nContent-Disposition: form-data; name=\"film\"; filename=\"sun set.mp4\"\r\n"
      let start = Array("\(head)Content-Type: video/mp4\r\n\r\n".utf8)
      #expect(request.body.starts(with: start + film + Array("\r\n--XX\r\n".utf8)))
      #expect(request.bodyText.hasSuffix("filename=\"n.x\"\r\nContent-Type: text/x-notes\r\n\r\nnotes\r\n--XX--\r\n"))
    }
  }

  @Test(
    "Names are quoted as the HTML standard says",
    arguments: [
      ("plain", "plain"), ("a\"b", "a%22b"), ("a\nb", "a%0D%0Ab"), ("a\r\nb", "a%0D%0Ab"), ("a\rb", "a%0D%0Ab"),
      ("ünï", "ünï"), ("back\\slash", "back\\slash"), ("100%", "100%"),
    ])
  func names(name: String, quoted: String) throws {
    let multipart = try Multipart([.field(name, "v")], boundary: "XX")
    let text = String(decoding: multipart.content.bytes ?? [], as: UTF8.self)
    #expect(text == "--XX\r\nContent-Disposition: form-data; name=\"\(quoted)\"\r\n\r\nv\r\n--XX--\r\n")
  }

  @Test("A file's name keeps its line breaks, quoted one by one, and ends no header")
  func hostileFilename() throws {
    let part = Part("f", .bytes([]), filename: "a\r\nX-Evil: 1\".png", contentType: "image/png\r\nX-Evil: 2")
    let text = String(decoding: try Multipart([part], boundary: "XX").content.bytes ?? [], as: UTF8.self)
    #expect(text.contains("filename=\"a%0D%0AX-Evil: 1%22.png\"\r\n"))
    #expect(!text.contains("\r\nX-Evil"))
  }

  @Test("Each body has a boundary of its own, of characters that need no quotes")
  func boundaries() {
    let boundaries = (0..<100).map { _ in Multipart.boundary() }
    #expect(Set(boundaries).count == 100)
    let mayStand: (Character) -> Bool = { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    #expect(boundaries.allSatisfy { $0.count <= 70 && $0.allSatisfy(mayStand) })
  }

  @Test(
    "A file that is missing, or is a folder, fails the request before anything is sent", arguments: [true, false])
  func missing(isFolder: Bool) async throws {
    try await withTemporaryDirectory { directory in
      let path = isFolder ? directory.path : directory.path("nowhere.mp4")
      let server = try RawServer.answering(.text("ok"))
      for body in [Body.multipart([.file("film", path)]), .file(path), .file(path).withContentMD5()] {
        let error = await #expect(throws: RequestError.self) {
          try await Client().send(.post(server.url).body(body))
        }
        #expect(error?.code == "request.file")
        #expect(error?.summary.contains(path) == true)
        #expect(error?.advice != nil)
      }
      #expect(server.connectionCount == 0)
    }
  }

  @Test("A redirect that keeps the method sends the stream again from its start", arguments: [307, 308])
  func redirected(status: Int) async throws {
    try await withTemporaryDirectory { directory in
      let path = try directory.write([UInt8](repeating: 7, count: 200_000), to: "film.mp4")
      let server = try RawServer.start { connection in
        while let request = try connection.readRequest() {
          let isFirst = request.target == "/"
          let location = ["Location: /again", "Content-Length: 0"]
          try connection.send(isFirst ? RawReply("\(status) Elsewhere", headers: location) : .text("ok"))
        }
      }
      let response = try await Client().send(.put(server.url + "/").body(.multipart([.file("film", path)])))
      #expect(response.hops.count == 1)
      #expect(server.requests.count == 2)
      #expect(server.requests[0].body == server.requests[1].body)
      #expect(server.requests[1].body.count > 200_000)
    }
  }

  @Test("A file that becomes shorter while it is sent fails the request with an error of its own")
  func shrinking() async throws {
    try await withTemporaryDirectory { directory in
      let path = try directory.write([UInt8](repeating: 7, count: 100_000), to: "film.mp4")
      let multipart = try Multipart([.file("film", path)], boundary: "XX")
      truncate(path, 50_000)
      let server = try RawServer.start { $0.waitForClose() }
      var request = TransportRequest(method: .post, url: server.url)
      request.content = multipart.content
      let told = await CurlTransport().send(request)
      #expect(told.error?.kind == .requestBody)
      #expect(told.error?.advice != nil)
    }
  }
}
