import Glibc
import ParleyEngine
import Testing

// "Routing" and "Route configuration"
extension WebApiClient {
  @Test("A route's properties, those of your own too, are read by their names")
  func properties() {
    // sample: web-route
    let login = Route("login", endpoint: "user/login", method: .post)
    let special = login.extended(with: ["extendedProperty": "special"])

    let endpoint = special.endpoint.text  // "user/login"
    let same = special["endpoint"]?.string  // "user/login"
    let method = special["method"]?.string  // "POST"
    let own = special["extendedProperty"]?.string  // "special"
    // end
    #expect(endpoint == "user/login" && same == endpoint && method == "POST" && own == "special")
    #expect(login["extendedProperty"] == nil)
  }

  @Test("Routes come from a file, with paths on the server or whole addresses")
  func file() async throws {
    let (backend, other) = (try Backend(), try Backend())
    let port = Int(backend.host.drop { $0 != ":" }.dropFirst()) ?? 0
    let absolute = "\(other.address)/something"
    // sample: web-routes
    let file: JSONObject = [
      "register": ["method": "POST", "endpoint": "user/register"],
      "login": ["method": "POST", "endpoint": "user/login"],
      "absolute": ["method": "GET", "endpoint": "\(absolute)"],
    ]
    let server = Server(scheme: "http", host: "127.0.0.1", port: port)
    let client = Client(.init(servers: Servers(server), routes: try Routes(json: file)))
    // end
    for name in ["register", "login", "absolute"] { _ = try await client.send(.route(name)) }
    #expect(backend.asked.map { "\($0.method) \($0.path)" } == ["POST /user/register", "POST /user/login"])
    #expect(other.asked.map { "\($0.method) \($0.path)" } == ["GET /something"])
    let error = await #expect(throws: RequestError.self) { try await client.send(.route("logni")) }
    #expect(error?.advice == "Did you mean “login”?")
  }

  @Test("A route packs what it sends, and responses are unpacked")
  func gzip() async throws {
    let packed = try Gzip.compress(Array("an answer".utf8))
    let backend = try Backend { _ in Reply(fields: [("Content-Encoding", "gzip")], body: packed) }
    let address = backend.address
    // sample: web-gzip
    let routes = try Routes(json: [
      "trim": [
        "method": "POST", "endpoint": "upload/jumbo", "gzip": true, "headers": ["Accept-Encoding": "gzip"],
      ]
    ])
    let client = Client(.init(servers: Servers(Server(address)), routes: routes))
    let response = try await client.send(.route("trim").body(.text("a question")))
    // end
    let sent = try #require(backend.asked.first)
    #expect(sent["Content-Encoding"] == "gzip" && sent["Accept-Encoding"] == "gzip")
    #expect(try Gzip.decompress(sent.body) == Array("a question".utf8))
    #expect(try response.text() == "an answer")
  }

  @Test("Raw data, from memory or from a file, are the whole body, with content type and MD5")
  func raw() async throws {
    let (backend, files) = (try Backend(), try Folder())
    let client = Self.client(of: backend, Route("image", endpoint: "upload/image/:id", method: .put))
    let path = try files.write("hello", to: "picture.png")
    // sample: web-raw
    let fromFile = Body.file(path).withContentMD5()
    let fromMemory = Body.bytes(Array("hello".utf8), contentType: "image/png").withContentMD5()
    _ = try await client.send(.route("image").path("id", 1).body(fromFile))
    _ = try await client.send(.route("image").path("id", 1).body(fromMemory))
    // end
    for sent in backend.asked {
      #expect(sent.text == "hello" && sent["Content-Type"] == "image/png")
      #expect(sent["Content-MD5"] == "XUFAKrxLKna5cZ2REBfFkg==")
    }
    _ = try await client.send(.route("image").path("id", 1).model(["ignored": "parameter"]).body(fromMemory))
    #expect(backend.asked.last?.text == "hello")
  }

  @Test("With the serialization form a file and parameters are the parts of one body")
  func form() async throws {
    let (backend, files) = (try Backend(), try Folder())
    let path = try files.write("pixels", to: "picture.png")
    let address = backend.address
    // sample: web-form
    let routes = try Routes(json: [
      "image": ["method": "POST", "endpoint": "upload/image", "serialization": "form"]
    ])
    let client = Client(.init(servers: Servers(Server(address)), routes: routes))
    _ = try await client.send(.route("image").model(["title": "Sunset"]).attaching(.file("image", path)))
    // end
    let sent = try #require(backend.asked.first)
    #expect(sent["Content-Type"]?.hasPrefix("multipart/form-data") == true)
    for part in ["name=\"title\"", "Sunset", "filename=\"picture.png\"", "pixels"] { #expect(sent.text.contains(part)) }
  }

  @Test("A route saves its responses in files, which can be moved where they belong")
  func download() async throws {
    let (backend, files) = (try Backend { _ in .text("pixels") }, try Folder())
    let (address, destination) = (backend.address, files.path("picture.png"))
    // sample: web-download
    let routes = try Routes(json: ["image": ["endpoint": "download/image", "download": true]])
    let client = Client(.init(servers: Servers(Server(address)), routes: routes))
    let response = try await client.send(.route("image"))
    if let place = response.download?.path {
      rename(place, destination)
    }
    // end
    #expect(try readText(destination) == "pixels")
  }

  @Test("A route may hold its user while it runs, but only when it takes long")
  func hold() async throws {
    let gate = Gate()
    let backend = try Backend { _ in
      gate.pass()
      return .text("ok")
    }
    let client = Self.client(of: backend, Route("login", endpoint: "/user/login", method: .post))
    let events = client.events.subscribe()
    // sample: web-hold
    let call = client.prepare(.route("login").holdingUser(after: .milliseconds(10)))
    call.start()

    var hold = BlockingOverlay()
    for await case .event(let event) in events {
      hold.take(event)
      if let next = hold.nextChange(after: .now()) { try await Task.sleep(for: Timestamp.now().duration(to: next)) }
      if hold.shown(at: .now()) != nil { break }  // now the overlay is on the screen
    }
    // end
    #expect(hold.shown(at: .now())?.subject.route == "login")
    gate.open()
    _ = try await call.response()
    for event in events.told() { hold.take(event) }
    #expect(hold == BlockingOverlay())
  }
}
