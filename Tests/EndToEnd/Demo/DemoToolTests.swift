import TestSupport
import Testing

@Suite("The demo tools", .timeLimit(.minutes(2)))
struct DemoToolTests {
  @Test("echo says method, path, repeated pairs in order, the casing of header names, and the body")
  func echo() async throws {
    try await withDemoServer { demo in
      let answer = try await RawClient.send(
        "héllo", method: "PUT", to: "/echo?b=1&a=2&b=%C3%A9+z", headers: ["X-ODD-case: 1"], port: demo.port)
      #expect(answer.bodyText.contains(#""method": "PUT""#))
      #expect(answer.bodyText.contains(#""rawQuery": "b=1&a=2&b=%C3%A9+z""#))
      let names = answer.bodyText.matches(of: /"name": "(\w+)"/).map(\.output.1)
      #expect(names == ["b", "a", "b"])
      #expect(answer.bodyText.contains(#""value": "é z""#))
      #expect(answer.bodyText.contains(#""X-ODD-case": "1""#))
      #expect(answer.bodyText.contains(#""text": "héllo""#))
    }
  }

  @Test("a body that is not text comes back as base64")
  func binaryEcho() async throws {
    try await withDemoServer { demo in
      let head = "POST /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\n"
      let answer = try await RawClient.send(Array(head.utf8) + [0xFF, 0xFE], to: demo.port)
      #expect(answer.bodyText.contains(#""base64": "//4=""#))
    }
  }

  @Test("a flaky call fails as often as told and then works, each key for itself")
  func flaky() async throws {
    try await withDemoServer { demo in
      var statuses: [Int] = []
      for key in ["x", "x", "y", "x", "x"] {
        statuses.append(try await RawClient.get("/flaky?fail=2&key=\(key)", from: demo.port).status)
      }
      #expect(statuses == [503, 503, 503, 200, 503])
    }
  }

  @Test("a range of a download holds exactly the bytes that stand there")
  func ranges() async throws {
    try await withDemoServer { demo in
      let whole = try await RawClient.get("/bytes/200000", from: demo.port)
      #expect(whole.body.count == 200_000)
      let part = try await RawClient.get("/bytes/200000", headers: ["Range: bytes=65500-131100"], from: demo.port)
      #expect(part.status == 206)
      #expect(part.value(of: "Content-Range") == "bytes 65500-131100/200000")
      #expect(part.body == Array(whole.body[65500...131_100]))
      #expect(String(decoding: whole.body[131_072..<131_087], as: UTF8.self) == "000000000020000")
    }
  }

  @Test(
    "a range counts only when it can be had and If-Range names this version",
    arguments: [
      (["Range: bytes=-5"], 206, 5), (["Range: bytes=90-"], 206, 10), (["Range: bytes=90-500"], 206, 10),
      (["Range: bytes=0-3", #"If-Range: "other""#], 200, 100),
      (["Range: bytes=0-3", #"If-Range: "bytes-100""#], 206, 4),
      (["Range: bytes=1-2,4-5"], 200, 100), (["Range: bytes=5-2"], 200, 100), (["Range: lines=1-2"], 200, 100),
    ])
  func conditionalRanges(headers: [String], status: Int, length: Int) async throws {
    try await withDemoServer { demo in
      let answer = try await RawClient.get("/bytes/100", headers: headers, from: demo.port)
      #expect(answer.status == status)
      #expect(answer.body.count == length)
    }
  }

  @Test("a range behind the end is refused with the size")
  func unsatisfiableRange() async throws {
    try await withDemoServer { demo in
      let answer = try await RawClient.get("/bytes/100", headers: ["Range: bytes=100-"], from: demo.port)
      #expect(answer.status == 416)
      #expect(answer.value(of: "Content-Range") == "bytes */100")
    }
  }

  @Test("the large JSON document has exactly the size asked for and counts its rows")
  func largeJSON() async throws {
    try await withDemoServer { demo in
      let answer = try await RawClient.get("/json/2", from: demo.port)
      #expect(answer.body.count == 2 << 20)
      #expect(answer.bodyText.hasPrefix("[{\"id\":"))
      #expect(answer.bodyText.hasSuffix("\"}]\n"))
      #expect(answer.bodyText.contains("      8192,"))
      #expect(!answer.bodyText.contains("      8193,"))
    }
  }

  @Test("HEAD has the head of GET and no body", arguments: ["/bytes/1000", "/items/7", "/json/1", "/"])
  func head(path: String) async throws {
    try await withDemoServer { demo in
      let get = try await RawClient.get(path, from: demo.port)
      let head = try await RawClient.get(path, method: "HEAD", from: demo.port)
      #expect(head.headerLines == get.headerLines)
      #expect(head.body.isEmpty)
    }
  }

  @Test("a multipart upload is counted part by part, however its bytes are cut")
  func upload() async throws {
    try await withDemoServer { demo in
      let body = """
        preamble\r\n--=b\r\nContent-Disposition: form-data; name="file"; filename="a \\"b\\".txt"\r\n\
        Content-Type: text/plain\r\n\r\n--=\r\n\r\n--=b\r\nContent-Disposition: form-data; name="none"\r\n\r\n\r\n--=b--\r\n
        """
      let answer = try await RawClient.send(
        body, to: "/upload", headers: [#"Content-Type: multipart/form-data; boundary="=b""#], port: demo.port)
      #expect(answer.status == 200)
      #expect(answer.bodyText.contains(#""filename": "a \"b\".txt""#))
      let sizes = answer.bodyText.matches(of: /"size": (\d+)/).map(\.output.1)
      #expect(sizes == ["5", "0"])
    }
  }

  @Test("what a route does not read is not taken for the next request")
  func unreadBodies() async throws {
    try await withDemoServer { demo in
      let body = String(repeating: "GET /status/500 HTTP/1.1\r\n\r\n", count: 10_000)
      let first = "POST /status/201 HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
      let second = "GET /status/202 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
      let answer = try await RawClient.send(first + second, to: demo.port)
      let statuses = String(decoding: answer.bytes, as: UTF8.self).matches(of: /HTTP\/1.1 (\d+)/).map(\.output.1)
      #expect(statuses == ["201", "202"])
    }
  }

  @Test("evil sends real escape sequences, in headers too")
  func evil() async throws {
    try await withDemoServer { demo in
      let answer = try await RawClient.get("/evil", from: demo.port)
      #expect(answer.value(of: "X-Evil-Title")?.contains("\u{1B}]0;") == true)
      #expect(answer.body.contains(0x1B))
      #expect(String(validating: answer.body, as: UTF8.self) == nil)
    }
  }

  @Test("the documents made beforehand are what they say")
  func encodedDocuments() async throws {
    try await withDemoServer { demo in
      let compressed = try await RawClient.get("/gzip", from: demo.port)
      #expect(compressed.value(of: "Content-Encoding") == "gzip")
      #expect(compressed.body.starts(with: [0x1F, 0x8B]))
      let image = try await RawClient.get("/image.png", from: demo.port)
      #expect(image.body.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    }
  }

  @Test("a line break in the address of a redirect makes no header")
  func headerInjection() async throws {
    try await withDemoServer { demo in
      let answer = try await RawClient.get("/redirect-to?url=/x%0d%0aX-Injected:1", from: demo.port)
      #expect(answer.status == 400)
      #expect(answer.value(of: "X-Injected") == nil)
    }
  }

  @Test(
    "a wrong request gets the error model",
    arguments: [
      ("GET", "/nope", 404), ("DELETE", "/items", 405), ("GET", "/items?page=0", 400), ("GET", "/status/abc", 400),
      ("GET", "/items/99999", 404), ("GET", "/cart/c9", 404), ("GET", "/items?sort=colour", 400),
    ])
  func wrongRequests(method: String, path: String, status: Int) async throws {
    try await withDemoServer { demo in
      let answer = try await RawClient.get(path, method: method, from: demo.port)
      #expect(answer.status == status)
      #expect(answer.bodyText.contains(#""status": "error""#))
    }
  }
}
