import HTTPTypes
import ParleyEngine
import TerminalKit
import Testing

@testable import Workbench
@testable import WorkbenchGroups
@testable import WorkbenchParts
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("The response as a picture", .timeLimit(.minutes(2))) struct ResponsePictureTests {
  private static let body = InMemoryBytes(
    #"{"token":"tok_live_1234567890","user":{"id":42,"name":"Ada 漢字"},"items":[{"price":99.50}]}"#)
  private static let secrets = Secrets(["tok_live_1234567890"])

  private func answer(_ width: Int, _ height: Int) async throws -> ResponsePaneUnderTest {
    try await ResponsePaneUnderTest(Self.body, width: width, height: height, secrets: Self.secrets)
  }

  @Test("at 78 columns: status, phases, tabs, folds, path")
  func wide() async throws {
    var test = try await answer(78, 11)
    try await test.press("j", "j", "z")
    #expect(
      test.picture == """
         200 OK   94 B   38 ms   dns▏ connect▌ first byte█████████████▋ transfer██▊
         [Body] Headers 1  Cookies  Timing  Wire  History                      pretty
           1 ▾ {
           2     "token": "••••••••",
           3   ▸ "user": { 2 },
           7   ▾ "items": [
           8     ▾ {
           9         "price": 99.50
          10       }
          11     ]
         .user                                                         f filter   3/9
        """)
  }

  @Test("at 48 columns the longest phase has its name, behind the bars")
  func narrow() async throws {
    let test = try await answer(48, 6)
    #expect(
      test.picture == """
         200 OK   94 B   38 ms   ▏▎████▊█  first byte
         [Body] Headers 1 Cookies Timing Wire History
           1 ▾ {
           2     "token": "••••••••",
           3   ▾ "user": {
                                        f filter   1/12
        """)
  }

  @Test("at 20 × 3 there is still something sensible")
  func tiny() async throws {
    let test = try await answer(20, 3)
    #expect(test.picture == " 200 OK   94 B   38…\n [Body] Headers 1 ▸\n ▾ {")
  }

  @Test("the timing tab is a table with bars")
  func timing() async throws {
    var test = try await answer(60, 12)
    try await test.apply(.show(.timing))
    #expect(
      test.picture == """
         200 OK   94 B   38 ms   ▎▋██████████████▍██▉  first byte
          Body  Headers 1  Cookies [Timing] Wire  History
         queued          0.4 ms  ▍
         dns             0.4 ms  ▍
         connect         1.2 ms  █
         first byte       30 ms   █████████████████████████▎
         transfer        6.0 ms                            █████
         total            38 ms

         connection    new
         address       127.0.0.1:8080
         body          94 B
        """)
  }

  @Test("headers come in order and casing, redirects before them")
  func headers() async throws {
    var test = try await ResponsePaneUnderTest(Self.body, width: 60, height: 12) {
      $0.hops = [
        Hop(
          url: "http://a.test/1", status: 302, location: "http://b.test/2", headers: [.location: "http://b.test/2"],
          droppedHeaders: ["Authorization"])
      ]
    }
    try await test.apply(.show(.headers))
    #expect(
      test.frame.lines.dropFirst(2).joined(separator: "\n") == """
         1 redirect
         POST http://a.test/1
         302 → http://b.test/2
         Location      http://b.test/2
         not sent to another origin: Authorization

         GET http://127.0.0.1:8080/user/login
         HTTP/1.1 200 OK
         Content-Type  application/json

        """)
  }

  @Test("redirects stand beside the status; a key and a click lead to them")
  func redirects() async throws {
    var test = try await ResponsePaneUnderTest(Self.body, width: 60, height: 12) {
      $0.hops = [
        Hop(url: "http://a.test/1", status: 303, location: "http://a.test/2"),
        Hop(url: "http://a.test/2", status: 307, location: "http://a.test/3"),
      ]
    }
    #expect(test.picture.hasPrefix(" 200 OK  2 redirects   94 B   38 ms"), "\(test.picture)")
    try await test.press("r")
    #expect(test.picture.contains("[Headers 1]") && test.picture.contains("2 redirects\n POST http://a.test/1\n 303 →"))
    #expect(test.picture.contains(" GET http://a.test/2\n 307 → http://a.test/3"), "\(test.picture)")
  }

  @Test("the wire says what went where")
  func wire() async throws {
    var test = try await ResponsePaneUnderTest(Self.body, width: 60, height: 8) {
      $0.wire = WireLog([
        .init(.note, at: .zero, bytes: Array("Connected".utf8), count: 9),
        .init(.sentHead, at: .zero, bytes: Array("GET / HTTP/1.1\r\nHost: a\r\n".utf8), count: 25),
        .init(.receivedHead, at: .zero, bytes: Array("HTTP/1.1 200 OK\r\n".utf8), count: 17),
        .init(.receivedBody, at: .zero, bytes: Array("{}".utf8), count: 5002),
      ])
    }
    try await test.apply(.show(.wire))
    #expect(
      test.frame.lines.dropFirst(2).joined(separator: "\n") == """
         * Connected
         > GET / HTTP/1.1
         > Host: a
         < HTTP/1.1 200 OK
         < {}
         < … 5.0 KB more
        """)
  }

  @Test("no response: a calm card says what, where and what to do")
  func failure() async throws {
    var test = try ResponsePaneUnderTest(width: 60, height: 9)
    #expect(test.picture.hasPrefix(" F5 sends the request."))
    try await test.apply(.began(ResponsePaneUnderTest.transfer, url: "http://127.0.0.1:1/x"))
    let error = TransportError(.refused, "Nothing listens at 127.0.0.1:1.", detail: "connect: Connection refused")
    try await test.apply(.news(ResponsePaneUnderTest.transfer.id, .failed(.transport(error))))
    #expect(
      test.picture == """
         ✗ failed: network
         [Body] Headers  Cookies  Timing  Wire  History
         ✗ Nothing listens at 127.0.0.1:1.
         detail connect: Connection refused
         where  POST http://127.0.0.1:1/x
         try    Check the port, and whether the server is running.



        """)
  }

  @Test(
    "no response: what went over the wire is there all the same, live and out of the history", arguments: [false, true])
  func failedWire(isPast: Bool) async throws {
    var test = try ResponsePaneUnderTest(width: 60, height: 11)
    let error = TransportError(.malformedAnswer, "The response is no HTTP.")
    let wire = WireLog([.init(.sentHead, at: .zero, bytes: Array("GET /x HTTP/1.1\r\n".utf8), count: 17)])
    if isPast {
      let sent = SentRequest(method: "GET", url: "http://a/x", headers: [:], body: nil)
      let id = ResponsePaneUnderTest.transfer.id
      try await test.apply(
        .opened(
          RecordedExchange(id: id, request: nil, sent: sent, startedAt: .now(), outcome: .failure(error), wire: wire)))
    } else {
      try await test.apply(.began(ResponsePaneUnderTest.transfer))
      try await test.apply(.news(ResponsePaneUnderTest.transfer.id, .failed(.transport(error), wire: wire)))
    }
    #expect(test.picture.contains("wire   The Wire tab shows the bytes sent and received."))
    try await test.apply(.show(.wire))
    #expect(
      test.picture.contains("✗ failed: network") && test.picture.contains("> GET /x HTTP/1.1"), "\(test.picture)")
  }

  @Test("bytes are described and shown in sixteens")
  func binary() async throws {
    let png: [UInt8] = [
      0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 2, 128, 0, 0, 1, 224, 8,
    ]
    let test = try await ResponsePaneUnderTest(InMemoryBytes(png), type: "image/png", width: 78, height: 5)
    #expect(
      test.frame.lines.dropFirst(1).prefix(3).joined(separator: "\n") == """
         [Body] Headers 1  Cookies  Timing  Wire  History   PNG image, 640 × 480  hex
          00000000 89 50 4e 47 0d 0a 1a 0a  00 00 00 0d 49 48 44 52  .PNG........IHDR
          00000010 00 00 02 80 00 00 01 e0  08                       .........
        """)
  }

  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8) + [0, 1, 2]

  @Test(
    "as many bytes stand in a row as have room, none is cut",
    arguments: [(78, 16), (77, 8), (54, 8), (44, 4), (29, 4), (20, 4)])
  func narrowBinary(width: Int, bytes: Int) async throws {
    var test = try await ResponsePaneUnderTest(
      InMemoryBytes(Self.letters), type: "application/octet-stream", width: width, height: 9)
    let first = String(decoding: Self.letters.prefix(bytes), as: UTF8.self)
    #expect(test.frame.line(2).contains("41 42 43 44") && test.frame.line(2).hasSuffix(first), "\(test.picture)")
    #expect(test.pane.body.page?.total == (Self.letters.count + bytes - 1) / bytes)
    try await test.press("/", "'qrs'", "Enter")
    #expect(test.pane.body.cursor.selected == 16 / bytes)
  }

  @Test("the cursor stays on its bytes when the pane becomes narrower or wider")
  func resizedBinary() async throws {
    var test = try await ResponsePaneUnderTest(
      InMemoryBytes(Self.letters), type: "application/octet-stream", width: 78, height: 9)
    try await test.press("j", "j")
    for (width, line) in [(54, 4), (40, 8), (54, 4), (78, 2)] {
      test.pane.resize(to: Size(width: width, height: 9))
      try await test.press("l", "h")
      #expect(test.pane.body.cursor.selected == line)
      #expect(test.picture.contains("67 68 69 6a"), "\(test.picture)")
    }
  }
}
