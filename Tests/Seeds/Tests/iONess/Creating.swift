import ParleyEngine
import Testing

// "Create Request"
extension Ness {
  @Test("A request is made of parameters, headers and a body")
  func parameters() async throws {
    let backend = try Backend()
    let (url, client, token) = (backend.address, Client(), "t")
    // sample: ness-create
    let request = Request.get(url)
      .query(["param1": "value1", "param2": "value2"])
      .header(.authorization, "Bearer \(token)")
      .body(.bytes([1, 2, 3]))
    _ = try await client.send(request)
    // end
    let sent = try #require(backend.asked.first)
    #expect(sent.method == "GET" && sent.query == "param1=value1&param2=value2")
    #expect(sent["Authorization"] == "Bearer t" && sent.body == [1, 2, 3])
  }

  @Test("A session of your own is a client of your own, and options of its requests")
  func session() async throws {
    let backend = try Backend { _ in Reply(status: 302, fields: [("Location", "/elsewhere")]) }
    let url = backend.address
    // sample: ness-session
    var options = TransferOptions(timeout: .seconds(5), connectTimeout: .seconds(2), redirects: 0)
    options.usesCookies = false
    options.httpVersion = .http1_1
    let client = Client(.init(servers: Servers(Server(url))))
    let response = try await client.send(.get("/here").options(options))
    // end
    #expect(response.status == .found)
    #expect(backend.asked.count == 1)
  }

  @Test("All methods, one of your own, and none")
  func methods() async throws {
    let backend = try Backend()
    let (url, client) = (backend.address, Client())
    // sample: ness-methods
    let requests: [Request] = [
      .get(url), .post(url), .put(url), .patch(url), .delete(url), .head(url), .options(url), .trace(url),
      .none(url), .none(url).body(.text("x")), try .custom("PURGE", url),
    ]
    for request in requests { _ = try await client.send(request) }
    // end
    let methods = "GET POST PUT PATCH DELETE HEAD OPTIONS TRACE GET POST PURGE".split(separator: " ").map(String.init)
    #expect(backend.asked.map(\.method) == methods)
    #expect(Request.connect(url).method == .connect)
  }

  @Test("An encoder of your own makes the body, and brings headers")
  func encoder() async throws {
    let backend = try Backend()
    let (url, client) = (backend.address, Client())
    // sample: ness-encoder
    struct NoLines: Error {}

    func csv(_ lines: [[String]]) -> Body {
      Body {
        guard let columns = lines.first?.count else { throw NoLines() }
        let text = lines.map { $0.joined(separator: ",") + "\n" }.joined()
        return Body.Encoded(
          bytes: Array(text.utf8), contentType: "text/csv", headers: [.contentLanguage: "en-\(columns)"])
      }
    }
    _ = try await client.send(.post(url).body(csv([["a", "b"], ["1", "2"]])))
    // end
    let sent = try #require(backend.asked.first)
    #expect(sent.text == "a,b\n1,2\n" && sent["Content-Type"] == "text/csv" && sent["Content-Language"] == "en-2")
    let error = await #expect(throws: RequestError.self) { try await client.send(.post(url).body(csv([]))) }
    #expect(error?.code == "request.encoding")
    #expect(backend.asked.count == 1)
  }

  @Test("Ready bodies: bytes, text, an object, an array, models and lists of them")
  func bodies() async throws {
    let backend = try Backend()
    let (url, client) = (backend.address, Client())
    // sample: ness-bodies
    let bodies: [Body] = [
      .bytes([0x61]),
      .text("grüß", encoding: .latin1),
      .json(["n": 1]),
      .json([1, "two"]),
      .json(encoding: Item(id: 7)),
      .json(encoding: [Item(id: 7), Item(id: 8)]),
      .form([("user", "ada"), ("note", "a b")]),
    ]
    for body in bodies { _ = try await client.send(.post(url).body(body)) }
    // end
    #expect(backend.asked[1].body == [0x67, 0x72, 0xFC, 0xDF])
    let others = backend.asked.enumerated().filter { $0.offset != 1 }.map(\.element.text)
    #expect(others == ["a", #"{"n":1}"#, #"[1,"two"]"#, #"{"id":7}"#, #"[{"id":7},{"id":8}]"#, "user=ada&note=a+b"])
  }

  @Test("What is prepared is not sent before it is started")
  func prepared() async throws {
    let backend = try Backend()
    let call = Client().prepare(.get(backend.address))
    #expect(backend.asked.isEmpty)
    _ = try await call.response()
    #expect(backend.asked.count == 1)
  }

  @Test("A download goes to the file of one's choice")
  func download() async throws {
    let (backend, files) = (try Backend { _ in .text("pixels") }, try Folder())
    let (url, path, client) = (backend.address, files.path("picture.png"), Client())
    // sample: ness-download
    let response = try await client.send(.get(url).downloading(to: path))
    let place = response.download?.path
    // end
    #expect(place == path)
    #expect(try readText(path) == "pixels")
  }

  @Test("An upload is a file")
  func upload() async throws {
    let (backend, files) = (try Backend(), try Folder())
    let (url, client) = (backend.address, Client())
    let path = try files.write("pixels", to: "picture.png")
    // sample: ness-upload
    _ = try await client.send(.put(url).body(.file(path)))
    // end
    #expect(backend.asked.first?.text == "pixels" && backend.asked.first?["Content-Type"] == "image/png")
    let error = await #expect(throws: RequestError.self) {
      try await client.send(.put(url).body(.file(files.path("missing"))))
    }
    #expect(error?.code == "request.file")
  }

  @Test("A download is paused, and goes on where it stopped")
  func pausing() async throws {
    let (gate, files) = (Gate(), try Folder())
    let size = 400_000
    let backend = try Backend { _ in
      Reply(body: [UInt8](repeating: 7, count: size), pause: (after: size / 2, gate: gate))
    }
    let (url, path, client) = (backend.address, files.path("film"), Client())
    // sample: ness-pause
    let call = client.prepare(.get(url).downloading(to: path))
    let nothing = call.resume()  // .failed(.nothingPaused)
    let updates = call.progressUpdates
    call.start()
    for await progress in updates where progress.fraction > 0.3 {
      call.pause()
      break
    }
    let resumption = call.resume()  // .resumed(at: …)
    // end
    gate.open()
    let response = try await call.response()
    #expect(nothing == .failed(.nothingPaused))
    guard case .resumed(let place) = resumption else {
      Issue.record("\(resumption)")
      return
    }
    #expect(place > 0 && place <= size / 2)
    #expect(try readFile(path).count == size)
    #expect(response.isAccepted)
  }
}
